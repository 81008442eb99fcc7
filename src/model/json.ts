import { type Fault, Problem } from './problem.ts';

export type Json = null | boolean | number | bigint | string | Json[] | { [member: string]: Json };

export type ParsedJson = { value: Json; faults: Fault[] };

const maxDepth = 32;
const maxIntegerDigits = 20;
const number = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;

/**
 * Reads one JSON text (RFC 8259) more strictly than `JSON.parse`: a number written as an integer becomes an exact
 * bigint, and what I-JSON (RFC 7493 §2) forbids is reported: duplicate member names and lone surrogates, and U+0000
 * besides, which not every store can keep. Objects have no prototype, so `__proto__` is a member like any other.
 *
 * @returns the value and the faults found in it, each with its JSON Pointer
 * @throws Problem `malformed-json` where the text is no JSON at all or is nested deeper than 32
 */
export function parseJson(text: string): ParsedJson {
  const faults: Fault[] = [];
  let at = 0;

  function fail(expected: string): never {
    const found = at < text.length ? JSON.stringify(text[at]) : 'the end';
    const detail = `At character ${at}: expected ${expected}, found ${found}.`;
    throw new Problem('malformed-json', detail, { errors: [{ pointer: '', detail }] });
  }

  function skipSpace(): void {
    for (;;) {
      const c = text.charCodeAt(at);
      if (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09) return;
      at++;
    }
  }

  function take(sign: string): boolean {
    if (text[at] !== sign) return false;
    at++;
    return true;
  }

  function readValue(pointer: () => string, depth: number): Json {
    const c = text[at];
    if (c === '"') return checkText(readString(), pointer);
    if (c === '{') return readObject(pointer, enter(depth));
    if (c === '[') return readArray(pointer, enter(depth));
    if (c === 't') return readWord('true', true);
    if (c === 'f') return readWord('false', false);
    if (c === 'n') return readWord('null', null);
    return readNumber();
  }

  function enter(depth: number): number {
    if (depth < maxDepth) return depth + 1;
    const detail = `At character ${at}: nested deeper than ${maxDepth}.`;
    throw new Problem('malformed-json', detail, { errors: [{ pointer: '', detail }] });
  }

  function readObject(pointer: () => string, depth: number): Json {
    const members: { [member: string]: Json } = Object.create(null);
    at++;
    skipSpace();
    if (take('}')) return members;
    for (;;) {
      if (text[at] !== '"') fail('a member name in double quotes');
      const name = readString();
      const memberPointer = () => `${pointer()}/${escapePointer(name)}`;
      checkText(name, memberPointer);
      if (name in members) faults.push({ pointer: memberPointer(), detail: 'stands more than once' });
      skipSpace();
      if (!take(':')) fail('":"');
      skipSpace();
      members[name] = readValue(memberPointer, depth);
      skipSpace();
      if (take('}')) return members;
      if (!take(',')) fail('"," or "}"');
      skipSpace();
    }
  }

  function readArray(pointer: () => string, depth: number): Json {
    const items: Json[] = [];
    at++;
    skipSpace();
    if (take(']')) return items;
    for (;;) {
      const index = items.length;
      items.push(readValue(() => `${pointer()}/${index}`, depth));
      skipSpace();
      if (take(']')) return items;
      if (!take(',')) fail('"," or "]"');
      skipSpace();
    }
  }

  function readString(): string {
    const start = at++;
    let escaped = false;
    for (;;) {
      const c = text.charCodeAt(at);
      if (c === 0x22) break;
      if (!(c >= 0x20)) fail('a closing quote, with control characters escaped');
      if (c === 0x5c) {
        escaped = true;
        at++;
      }
      at++;
    }
    at++;
    if (!escaped) return text.slice(start + 1, at - 1);
    try {
      return JSON.parse(text.slice(start, at));
    } catch {
      at = start;
      fail('a string with valid escapes');
    }
  }

  function checkText(value: string, pointer: () => string): string {
    if (!value.isWellFormed())
      faults.push({ pointer: pointer().toWellFormed(), detail: 'has a lone surrogate, which is not a Unicode character' });
    if (value.includes('\0')) faults.push({ pointer: pointer(), detail: 'has the character U+0000' });
    return value;
  }

  function readWord<W extends Json>(word: string, value: W): W {
    if (!text.startsWith(word, at)) fail('a JSON value');
    at += word.length;
    return value;
  }

  function readNumber(): number | bigint {
    number.lastIndex = at;
    const found = number.exec(text);
    if (!found) fail('a JSON value');
    at += found[0].length;
    if (found[1] === undefined && found[2] === undefined) return toInteger(found[0]);
    return Number(found[0]);
  }

  skipSpace();
  if (at === text.length) fail('a JSON value');
  const value = readValue(() => '', 0);
  skipSpace();
  if (at < text.length) fail('the end');
  return { value, faults };
}

/** Digits past the 20th only say "far outside int64"; converting them all would cost quadratic time. */
function toInteger(digits: string): bigint {
  return BigInt(digits.slice(0, maxIntegerDigits + 1));
}

/** RFC 6901 §3: `~` and `/` inside a member name. */
export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Writes plain data as JSON in member order, bigints as exact integers; a member that is undefined is left out. */
export function toJson(value: unknown): string {
  return JSON.stringify(printable(value));
}

/** What the runtime writes by itself: it knows no bigints, and asking it to call back for each costs more than this copy. */
function printable(value: unknown): unknown {
  if (typeof value === 'bigint') return exactNumber(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(printable);
  // Without a prototype "__proto__" is a name like any other.
  const copy: Record<string, unknown> = { __proto__: null };
  for (const name in value) copy[name] = printable(value[name as keyof typeof value]);
  return copy;
}

declare global {
  // ES2026; the compiler's library does not have it yet.
  interface JSON {
    rawJSON(text: string): unknown;
  }
}

function exactNumber(value: bigint): unknown {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : JSON.rawJSON(String(value));
}
