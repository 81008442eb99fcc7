import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { readDisplayString, readString } from '../../src/http/structuredField.ts';

const printable = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join('');

/** The cases of the HTTP working group's tests for RFC 9651 §3.3.3, string.json and string-generated.json. */
test.each([
  ['"foo"', 'foo'],
  ['""', ''],
  ['  "foo"  ', 'foo'],
  [String.raw`"foo \"bar\" \\ baz"`, String.raw`foo "bar" \ baz`],
  [`"${printable.replace(/["\\]/g, '\\$&')}"`, printable],
  ['"foo', undefined],
  ['foo"', undefined],
  ["'foo'", undefined],
  ['foo', undefined],
  ['', undefined],
  [String.raw`"foo \,"`, undefined],
  [String.raw`"foo \"`, undefined],
  ['"foo\tbar"', undefined],
  ['"a\u007fb"', undefined],
  ['"füü"', undefined],
  ['"foo", "bar"', undefined],
  ['"foo"; a=1', undefined],
  ['%"foo"', undefined],
])('%j is the String %j', (field, text) => {
  expect(readString(field)).toBe(text as string);
});

/** The cases for §3.3.8, display-string.json. */
test.each([
  ['%"foo bar"', 'foo bar'],
  ['%""', ''],
  [`%"${printable.replace(/["%]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}"`, printable],
  ['%"f%c3%bc%c3%bc"', 'füü'],
  ['%"f%C3%BC%C3%BC"', undefined],
  ['%"\t"', undefined],
  ['%"\n"', undefined],
  ["%'foo'", undefined],
  ['%foo', undefined],
  ['%foo"', undefined],
  ['%"foo', undefined],
  [String.raw`%"foo %22bar%22 \ baz"`, String.raw`foo "bar" \ baz`],
  ['%"foo %a', undefined],
  ['%"foo %a"', undefined],
  ['%"%c3%28"', undefined],
  ['%"%a0%a1"', undefined],
  ['%"%e2%28%a1"', undefined],
  ['%"%f0%28%8c%28"', undefined],
  ['%"%ed%a0%80"', undefined],
  ['%"%c0%af"', undefined],
  ['%"BOM: %ef%bb%bf"', 'BOM: \ufeff'],
  ['%"%ef%bb%bfBOM"', '\ufeffBOM'],
  ['%"a", %"b"', undefined],
  ['"foo"', undefined],
])('%j is the Display String %j', (field, text) => {
  expect(readDisplayString(field)).toBe(text as string);
});

test('every text is read as it was written, and its bytes may all be escaped', () => {
  const hex = (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const shortest = (text: string) => encodeURIComponent(text).replace(/%../g, (byte) => byte.toLowerCase());
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const sound = text.toWellFormed();
      expect([readDisplayString(`%"${hex(sound)}"`), readDisplayString(`%"${shortest(sound)}"`)]).toEqual([sound, sound]);
    }),
  );
});
