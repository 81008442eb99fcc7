import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { apiRoutes } from '../../src/api/routes.ts';
import { maxKeyLength, readKey, takesKey } from '../../src/http/idempotencyKey.ts';
import type { Route } from '../../src/http/route.ts';
import { noFieldErrors } from '../../src/model/fieldErrors.ts';
import { decode, encode } from '../../src/model/idempotencyKey.ts';
import { seed } from '../support/seed.ts';

const route = apiRoutes(8).find(takesKey) as Route;
const read = (headers: Record<string, string>, target = '/a', body = '{}') => {
  const errors = noFieldErrors();
  return { keyed: readKey(route, new Headers(headers), target, body, errors), errors: errors.count };
};
const keyOf = (field: string) => read({ 'Idempotency-Key': field }).keyed?.key;

test('a stored outcome is read as it was written: numbers, bigints, texts, lists and objects', () => {
  const value = fc.letrec((tie) => ({
    any: fc.oneof(fc.string({ unit: 'binary' }), fc.bigInt(), fc.integer(), fc.boolean(), fc.constant(null), tie('list'), tie('object')),
    list: fc.array(tie('any'), { maxLength: 4 }),
    object: fc.dictionary(fc.constantFrom('a', 'int', 'value', 'problem'), tie('any'), { maxKeys: 4, noNullPrototype: true }),
  })).any;
  fc.assert(
    fc.property(value, (data) => {
      expect(decode(encode({ value: data }))).toEqual({ value: data });
    }),
    { seed },
  );
  expect(decode(encode({ value: undefined }))).toEqual({});
});

test('a key is a quoted String, or a text without quotes', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[ -~]{1,255}$/), (text) => {
      expect(keyOf(`"${text.replace(/["\\]/g, '\\$&')}"`)).toBe(text);
    }),
    { seed },
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[\w.:~+/=-]{1,255}$/), (text) => {
      expect(keyOf(text)).toBe(text);
    }),
    { seed },
  );
  for (const key of ['x'.repeat(maxKeyLength), `"${'\\"'.repeat(maxKeyLength)}"`]) expect(keyOf(key)).toBeDefined();
});

test('a malformed key is an error of its header, and without the header there is no key', () => {
  for (const field of [
    '',
    '""',
    'x'.repeat(maxKeyLength + 1),
    `"${'x'.repeat(maxKeyLength + 1)}"`,
    '"a";b',
    '"a" "b"',
    'a b',
    '"\xe9"',
    '%"a"',
  ])
    expect([field, read({ 'Idempotency-Key': field })]).toEqual([field, { keyed: null, errors: 1 }]);
  expect(read({})).toEqual({ keyed: null, errors: 0 });
});

test('requests with equal path, query, body, conditions and context are the same request', () => {
  const request = (headers: Record<string, string>, target = '/a', body = '{}') =>
    read({ 'Idempotency-Key': 'x', ...headers }, target, body).keyed?.request;
  const original = request({});
  for (const name of ['User-Agent', 'X-API-Key', 'Accept', 'Content-Type', 'If-Modified-Since'])
    expect(request({ [name]: 'a' })).toBe(original as string);
  const others = [
    request({ 'If-None-Match': '*' }),
    request({ 'Change-Comment': '"a"' }),
    request({ 'Change-Source': '"a"' }),
    request({}, '/b'),
    request({}, '/a?b'),
    request({}, '/a', '{ }'),
    request({}, '/a{', '}'),
  ];
  expect(new Set([original, ...others]).size).toBe(others.length + 1);
});
