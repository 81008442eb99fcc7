/**
 * Reads `RateLimit-Policy` and `RateLimit` as strictly as RFC 9651 does: a list of strings, each with parameters that are integers or
 * strings.
 */
export function parseLimits(headers: Headers) {
  return {
    policies: parseList(headers.get('ratelimit-policy')).map(({ name, values }) => ({
      name,
      ...numbersOf(values, { quota: 'q', window: 'w' }),
      unit: values.get('qu'),
    })),
    states: parseList(headers.get('ratelimit')).map(({ name, values }) => ({ name, ...numbersOf(values, { left: 'r', reset: 't' }) })),
  };
}

type Item = { name: string; values: Map<string, number | string> };

const item = /"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"((?:; *[a-z*][a-z0-9_.*-]*=(?:-?\d{1,15}|"[\x20-\x21\x23-\x5b\x5d-\x7e]*"))*)/y;
const separator = /[ \t]*,[ \t]*/y;

function parseList(text: string | null): Item[] {
  if (text === null) throw new Error('the field is missing');
  const items: Item[] = [];
  for (let offset = 0; ; ) {
    const [all, name, parameters] = match(item, text, offset);
    items.push({ name: name ?? '', values: new Map(pairs(parameters ?? '')) });
    offset += all?.length ?? 0;
    if (offset === text.length) return items;
    offset += match(separator, text, offset)[0]?.length ?? 0;
  }
}

function match(pattern: RegExp, text: string, offset: number): RegExpExecArray {
  pattern.lastIndex = offset;
  const found = pattern.exec(text);
  if (!found) throw new Error(`no list of RFC 9651 at ${offset}: ${text}`);
  return found;
}

function pairs(parameters: string): [string, number | string][] {
  return [...parameters.matchAll(/; *([^=]+)=(?:"([^"]*)"|(-?\d+))/g)].map(([, name = '', text, number]) => [name, text ?? Number(number)]);
}

function numbersOf<K extends string>(values: Item['values'], names: Record<K, string>): Record<K, number> {
  const entries = Object.entries<string>(names).map(([long, short]) => {
    const value = values.get(short);
    if (typeof value !== 'number' || value < 0) throw new Error(`${short} is missing or below 0`);
    return [long, value];
  });
  return Object.fromEntries(entries) as Record<K, number>;
}
