import { addFieldError, type FieldErrors, fieldErrorsProblem, noFieldErrors, type Step } from './fieldErrors.ts';
import { fieldError, Problem } from './problem.ts';

export type Json = null | boolean | number | bigint | string | Json[] | { [member: string]: Json };

const maxDepth = 32;
const maxIntegerDigits = 20;
const number = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;

/**
 * Reads one JSON text (RFC 8259) more strictly than `JSON.parse`. A number written as an integer becomes an exact
 * bigint. Errors are duplicate member names and lone surrogates, which I-JSON (RFC 7493 §2) forbids, and
 * U+0000, which not every store can keep. Objects have no prototype, so `__proto__` is a member like any other.
 *
 * @param maxValues the limit of the members and items of all levels together
 * @returns the value and the errors found in it, each with its JSON Pointer
 * @throws Problem `malformed-json` where the text is no JSON or is nested deeper than 32, `invalid-input` where it has more than
 *   `maxValues`
 */
export function parseJson(text: string, maxValues = Number.POSITIVE_INFINITY): { value: Json; errors: FieldErrors } {
  const errors = noFieldErrors();
  const path: Step[] = [];
  let values = 0;
  let position = 0;

  function fail(expected: string): never {
    const found = position < text.length ? JSON.stringify(text[position]) : 'the end';
    const detail = `At character ${position}: expected ${expected}, found ${found}.`;
    throw new Problem('malformed-json', detail, { errors: [fieldError('', 'technical', detail)] });
  }

  function skipSpace(): void {
    for (;;) {
      const c = text.charCodeAt(position);
      if (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09) return;
      position++;
    }
  }

  function take(sign: string): boolean {
    if (text[position] !== sign) return false;
    position++;
    return true;
  }

  function readValue(): Json {
    const c = text[position];
    if (c === '"') return checkText(readString());
    if (c === '{') return readObject();
    if (c === '[') return readArray();
    if (c === 't') return readWord('true', true);
    if (c === 'f') return readWord('false', false);
    if (c === 'n') return readWord('null', null);
    return readNumber();
  }

  function enter(): void {
    position++;
    if (path.length < maxDepth) return;
    const detail = `At character ${position - 1}: nested deeper than ${maxDepth}.`;
    throw new Problem('malformed-json', detail, { errors: [fieldError('', 'technical', detail)] });
  }

  /** Reads a value one level below the current one. */
  function readAt(step: Step): Json {
    if (++values > maxValues) throw fieldErrorsProblem(errors, `has more than ${maxValues} members and items; what follows was not read`);
    path.push(step);
    const value = readValue();
    path.pop();
    return value;
  }

  function readObject(): Json {
    enter();
    const members: { [member: string]: Json } = Object.create(null);
    skipSpace();
    if (take('}')) return members;
    for (;;) {
      const name = readName();
      if (name in members) addFieldError(errors, [...path, name], 'repeatedName');
      members[name] = readAt(name);
      skipSpace();
      if (take('}')) return members;
      if (!take(',')) fail('"," or "}"');
      skipSpace();
    }
  }

  function readName(): string {
    if (text[position] !== '"') fail('a member name in double quotes');
    const name = readString();
    path.push(name);
    checkText(name);
    path.pop();
    skipSpace();
    if (!take(':')) fail('":"');
    skipSpace();
    return name;
  }

  function readArray(): Json {
    enter();
    const items: Json[] = [];
    skipSpace();
    if (take(']')) return items;
    for (;;) {
      items.push(readAt(items.length));
      skipSpace();
      if (take(']')) return items;
      if (!take(',')) fail('"," or "]"');
      skipSpace();
    }
  }

  function readString(): string {
    const start = position++;
    let escaped = false;
    for (;;) {
      const c = text.charCodeAt(position);
      if (c === 0x22) break;
      if (!(c >= 0x20)) fail('a closing quote or an escaped character');
      if (c === 0x5c) {
        escaped = true;
        position++;
      }
      position++;
    }
    position++;
    if (!escaped) return text.slice(start + 1, position - 1);
    try {
      return JSON.parse(text.slice(start, position));
    } catch {
      position = start;
      fail('a string with valid escapes');
    }
  }

  function checkText(value: string): string {
    if (!value.isWellFormed()) addFieldError(errors, path, 'loneSurrogate');
    if (value.includes('\0')) addFieldError(errors, path, 'nullCharacter');
    return value;
  }

  function readWord<W extends Json>(word: string, value: W): W {
    if (!text.startsWith(word, position)) fail('a JSON value');
    position += word.length;
    return value;
  }

  function readNumber(): number | bigint {
    number.lastIndex = position;
    const found = number.exec(text);
    if (!found) fail('a JSON value');
    position += found[0].length;
    const [digits, fraction, exponent] = found;
    if (fraction !== undefined || exponent !== undefined) return Number(digits);
    // Converting digits takes quadratic time. An integer that is cut here is outside int64 before and after.
    return BigInt(digits.slice(0, maxIntegerDigits + 1));
  }

  skipSpace();
  if (position === text.length) fail('a JSON value');
  const value = readValue();
  skipSpace();
  if (position < text.length) fail('the end');
  return { value, errors };
}

/** Writes plain data as JSON in member order, bigints as exact integers. Undefined members are left out. */
export function toJson(value: unknown): string {
  return JSON.stringify(printable(value));
}

/** Copies a value with its bigints as raw numbers. A replacer function, called for each value, would cost more than the copy. */
function printable(value: unknown): unknown {
  if (typeof value === 'bigint') return exactNumber(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(printable);
  // Without a prototype, "__proto__" is an ordinary name.
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
