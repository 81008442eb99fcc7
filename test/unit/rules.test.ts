import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { parseInt64 } from '../../src/model/int64.ts';
import { base62, hashSecret, isApiKey, makeApiKey, secretPattern } from '../../src/model/secret.ts';
import { lastingRefusal } from '../../src/model/startRefused.ts';
import { codePoints } from '../../src/model/text.ts';
import { pendingMigrations } from '../../src/store/migrations.ts';
import { assertParameterOrder } from '../../src/store/sqlite/database.ts';

test('lengths are counted in code points', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expect(codePoints(text)).toBe([...text].length)));
  expect(codePoints('👩‍🎤')).toBe(3);
});

test('an int64 is read exactly, and only in its canonical spelling', () => {
  fc.assert(fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => expect(parseInt64(String(value))).toBe(value)));
  for (const text of ['', '-', '01', '+1', '1.0', '1e1', ' 1', '9223372036854775808', '-9223372036854775809', '٣', '1n'])
    expect(parseInt64(text)).toBeUndefined();
});

describe('API keys', () => {
  test('have the published form and a checksum that finds a typo', () => {
    const key = makeApiKey();
    expect(key).toMatch(secretPattern);
    expect(isApiKey(key)).toBe(true);
    for (let i = 4; i < key.length; i++) {
      const other = key[i] === 'A' ? 'B' : 'A';
      expect(isApiKey(key.slice(0, i) + other + key.slice(i + 1))).toBe(false);
    }
    expect(isApiKey(`${key}\n`)).toBe(false);
    expect(hashSecret(key)).toMatch(/^[0-9a-f]{64}$/);
  });

  test('end with the CRC32 of the characters before it, in base62, as secret scanners compute it', () => {
    const key = makeApiKey();
    const sum = [...key.slice(34)].reduce((value, digit) => value * 62 + base62.indexOf(digit), 0);
    expect(sum).toBe(crc32(key.slice(0, 34)));
  });

  test('do not repeat', () => {
    expect(new Set(Array.from({ length: 1000 }, makeApiKey)).size).toBe(1000);
  });
});

test('a statement whose parameters first appear out of order is refused', () => {
  expect(() => assertParameterOrder('select $1, $2, $1')).not.toThrow();
  expect(() => assertParameterOrder('select $2, $1')).toThrow('parameters must first appear');
});

test('migrations apply in order, once, and never to a store of another program', () => {
  const known = [
    { number: 1, name: 'a', sql: 'x' },
    { number: 2, name: 'b', sql: 'y' },
  ];
  const first = { number: 1, checksum: new Bun.CryptoHasher('sha256').update('x').digest('hex') };
  expect(pendingMigrations(known, []).map(({ number }) => number)).toEqual([1, 2]);
  expect(pendingMigrations(known, [first]).map(({ number }) => number)).toEqual([2]);
  expect(() => pendingMigrations(known, [{ number: 1, checksum: 'other' }])).toThrow('its migration 1 (a) is not the one of this program');
  expect(() => pendingMigrations(known, [first, { number: 3, checksum: '' }])).toThrow('newer Rockola');
});

test('a lasting refusal has the exit code after which the systemd unit does not restart the service', () => {
  const unit = readFileSync(new URL('../../packaging/rockola.service', import.meta.url), 'utf8');
  expect(unit).toContain(`\nRestartPreventExitStatus=${lastingRefusal('x').exitCode}\n`);
});
