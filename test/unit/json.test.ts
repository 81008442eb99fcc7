import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Json, parseJson, toJson } from '../../src/model/json.ts';
import { Problem } from '../../src/model/problem.ts';
import { cpuClock } from '../support/cpuClock.ts';

const plain = (value: Json): unknown => JSON.parse(toJson(value));

test('parseJson reads what JSON.parse reads, to the same value', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6, noUnicodeString: false }), (text) => {
      fc.pre(!/\d{20}/.test(text)); // the value of so long an integer is not kept
      expect(plain(parseJson(text).value)).toEqual(JSON.parse(text));
    }),
    { numRuns: 2000 },
  );
});

test('__proto__ is a name like any other', () => {
  const text = '[{"__proto__":"x"},{"__proto__":{"a":1}}]';
  expect(toJson(parseJson(text).value)).toBe(text);
});

test('parseJson refuses what JSON.parse refuses', () => {
  const damaged = fc
    .tuple(fc.json(), fc.nat(), fc.constantFrom('', '"', '{', ']', ',', ':', '\\', 'x', '0', '\n', '-', 'e'))
    .map(([text, offset, char]) => {
      const place = offset % (text.length + 1);
      return text.slice(0, place) + char + text.slice(place + 1);
    });
  const accepts = (read: () => unknown) => {
    try {
      read();
      return true;
    } catch (error) {
      expect(error instanceof Problem || error instanceof SyntaxError).toBe(true);
      return false;
    }
  };
  fc.assert(
    fc.property(damaged, (text) => {
      expect(accepts(() => parseJson(text))).toBe(accepts(() => JSON.parse(text)));
    }),
    { numRuns: 5000 },
  );
});

test('integers are exact however large, and stay so when written', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (integer) => {
      expect(parseJson(String(integer)).value).toBe(integer);
      expect(toJson({ integer })).toBe(`{"integer":${integer}}`);
    }),
  );
  expect(parseJson('-0').value).toBe(0n);
  for (const text of ['1.0', '1e3', '1E+2', '-1.5']) expect(parseJson(text).value).toBe(Number(text));
});

test('an integer of 100,000 digits is read quickly, to a value that is still outside int64', () => {
  const took = cpuClock();
  expect((parseJson('9'.repeat(100_000)).value as bigint) > 2n ** 63n).toBe(true);
  expect((parseJson(`-1${'0'.repeat(100_000)}`).value as bigint) < -(2n ** 63n)).toBe(true);
  expect(took()).toBeLessThan(1000);
});

test('each error has the pointer of the member or item at fault', () => {
  const { errors } = parseJson('{"a":1,"a":2,"b":["x",{"~/":"\\udc00"}],"c":"\\u0000"}');
  expect(errors.kept.map(({ pointer }) => pointer)).toEqual(['/a', '/b/1/~0~1', '/c']);
});

test('lists and objects are nested 32 deep at most, however they are mixed', () => {
  const nested = (depth: number) => {
    const kinds = Array.from({ length: depth }, () => Math.random() < 0.5);
    return (
      kinds.map((list) => (list ? '[' : '{"a":')).join('') +
      '1' +
      kinds
        .reverse()
        .map((list) => (list ? ']' : '}'))
        .join('')
    );
  };
  for (let n = 0; n < 20; n++) {
    expect(() => parseJson(nested(32))).not.toThrow();
    expect(() => parseJson(nested(33))).toThrow('nested deeper than 32');
  }
});
