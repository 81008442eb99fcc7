/** The content of a scrape: families by name, and the value of every series by its name and labels as they were written. */
export type Exposition = { types: Map<string, string>; series: Map<string, number> };

const name = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const label = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\[\\\\"n])*"';
const sample = new RegExp(`^(${name})(\\{${label}(?:,${label})*\\})? (-?[0-9.]+(?:e[+-]?[0-9]+)?|\\+Inf)$`);
const suffixes: Record<string, string[]> = { histogram: ['_bucket', '_sum', '_count'], counter: [''], gauge: [''] };

/** Reads Prometheus' text format 0.0.4. @throws where it breaks the rules of the format, or of `promtool check metrics` */
export function readExposition(text: string): Exposition {
  const types = new Map<string, string>();
  const series = new Map<string, number>();
  const helped = new Set<string>();
  let family = '';
  if (!text.endsWith('\n')) throw new Error('the last line is not ended');
  for (const line of text.split('\n').filter((line) => line !== '')) {
    const [, help] = new RegExp(`^# HELP (${name}) \\S.*$`).exec(line) ?? [];
    const [, typed, type] = new RegExp(`^# TYPE (${name}) (counter|gauge|histogram)$`).exec(line) ?? [];
    const [, found, labels, value] = sample.exec(line) ?? [];
    if (help) {
      if (helped.has(help)) throw new Error(`a family occurs twice: ${help}`);
      helped.add(help);
      family = help;
    } else if (typed && type) {
      if (typed !== family) throw new Error(`a type without its help: ${line}`);
      if (type === 'counter' && !typed.endsWith('_total')) throw new Error(`a counter's name ends with _total: ${typed}`);
      types.set(typed, type);
    } else if (found) {
      const allowed = suffixes[types.get(family) ?? '']?.map((suffix) => family + suffix) ?? [];
      const key = found + (labels ?? '');
      if (!allowed.includes(found)) throw new Error(`not of the family ${family}: ${line}`);
      if (series.has(key)) throw new Error(`a series occurs twice: ${key}`);
      series.set(key, value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value));
    } else throw new Error(`not a line of the format: ${line}`);
  }
  for (const [family, type] of types) if (type === 'histogram') requireBuckets(family, series);
  return { types, series };
}

/** Buckets increase, and the last equals the count. */
function requireBuckets(family: string, series: Map<string, number>): void {
  const groups = new Map<string, number[]>();
  for (const [key, value] of series) {
    if (!key.startsWith(`${family}_bucket{`)) continue;
    const group = key.replace(/le="[^"]*",?/, '');
    groups.set(group, [...(groups.get(group) ?? []), value]);
  }
  for (const [group, values] of groups) {
    const count = series.get(group.replace('_bucket', '_count').replace('{}', ''));
    if (values.some((value, i) => value < (values[i - 1] ?? 0)) || values.at(-1) !== count) throw new Error(`buckets are wrong: ${group}`);
  }
}
