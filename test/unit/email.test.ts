import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { deliverable, email, normalEmail } from '../../src/model/email.ts';
import { passwordFault } from '../../src/model/password.ts';
import { signUpRequest } from '../../src/model/signUp.ts';
import { cpuClock } from '../support/cpuClock.ts';

const isAddress = (text: string) => email.safeParse(text).success;

/** All code points, but of the Chinese, Korean, private and highest ranges only a sample. */
function* chars(): Generator<string> {
  const isSampled = (code: number) => (code >= 0x3400 && code < 0xa000) || (code >= 0xac00 && code < 0xf900) || code >= 0x20000;
  for (let code = 0; code <= 0x10ffff; code += isSampled(code) ? 0x65 : 1) yield String.fromCodePoint(code);
}

test('different spellings of an address have one normal form', () => {
  for (const text of [' Fito@Example.org', 'FITO@EXAMPLE.ORG', 'ﬁto＠example.org', 'fito@example．org', 'fito@example。org  '])
    expect([text, isAddress(text), normalEmail(text)]).toEqual([text, true, 'fito@example.org']);
});

test('a domain and its ASCII form have the same normal form', () => {
  const ascii = 'ana@xn--bcher-kva.example';
  for (const text of ['ana@bücher.example', 'ana@BÜCHER.example', 'ana@bu\u0308cher.example', 'ANA@XN--BCHER-KVA.example', ascii])
    expect([text, isAddress(text), normalEmail(text)]).toEqual([text, true, ascii]);
  expect(normalEmail('ana@fußball.example')).not.toBe(normalEmail('ana@fussball.example'));
  expect(deliverable('Ana.Ñ@Bücher.example')).toBe('Ana.Ñ@xn--bcher-kva.example');
});

test('control, invisible and unassigned characters are refused wherever they stand', () => {
  const unfit = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
  const wrong: string[] = [];
  for (const char of chars()) {
    if (char === ' ' || !unfit.test(char)) continue;
    for (const text of [`${char}ana@example.org`, `a${char}na@example.org`, `ana@exa${char}mple.org`, `ana@example.org${char}`])
      if (isAddress(text) || unfit.test(normalEmail(text))) wrong.push(JSON.stringify(text));
  }
  expect(wrong).toEqual([]);
});

test('malformed addresses are refused, and so are their normal forms', () => {
  const texts = [
    '',
    ' ',
    'ana',
    '@example.org',
    'ana@',
    'ana@example',
    'example.org',
    'ana@@example.org',
    'a b@example.org',
    'ana@exam ple.org',
  ];
  const hosts = ['example.org.', '.example.org', 'a..b', '-a.org', 'a-.org', '1.2.3.4', '0x7f.1', '1.2.3', 'a.1', '[::1]', 'a_b.org'];
  const urls = ['example.org:25', 'u:p@example.org', 'example.org/x', 'example.org?x', 'example.org#x', 'ex%41mple.org', 'a\\b.org'];
  const labels = [`${'a'.repeat(64)}.org`, 'xn--a.org', 'xn--ascii-.org', `${'ü'.repeat(62)}.org`, `${'a.'.repeat(130)}org`];
  const locals = ['.a', 'a.', 'a..b', 'a,b', 'a<b', 'a"b', 'a(b)', 'a\\b', 'a:b', '＜a', '\u00a8a'];
  const all = [...texts, ...[...hosts, ...urls, ...labels].map((host) => `ana@${host}`), ...locals.map((local) => `${local}@example.org`)];
  for (const text of [...all, `${'a'.repeat(243)}@example.org`, `${'\ufdfa'.repeat(20)}@example.org`])
    expect([text, isAddress(text)]).toEqual([text, false]);
  for (const text of all) expect([text, isAddress(normalEmail(text))]).toEqual([text, false]);
  expect(isAddress(`${'a'.repeat(242)}@example.org`)).toBe(true);
  const padded = `${' '.repeat(250)}ana@example.org`;
  expect([isAddress(padded), isAddress(normalEmail(padded))]).toEqual([false, false]);
});

describe('the normal form', () => {
  const char = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...'aZ@@..-_%xn--ßẞςΣİıﬁＡ．。@·ǅ㎏\u0345\u0301\u0323\u{112e9} \u200b\n') },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
  );
  const text = fc.array(char, { maxLength: 12 }).map((chars) => chars.join(''));
  const nearAddress = fc.tuple(text, text).map(([local, label]) => `${local}@${label}.org`);

  test('stays the same if the address is first normalized or made deliverable', () => {
    fc.assert(
      fc.property(fc.oneof(text, nearAddress), (spelled) => {
        const normal = normalEmail(spelled);
        expect(normalEmail(normal)).toBe(normal);
        if (!isAddress(spelled)) return;
        expect(isAddress(normal)).toBe(true);
        expect(normalEmail(deliverable(spelled))).toBe(normal);
        expect(deliverable(deliverable(spelled))).toBe(deliverable(spelled));
      }),
      { numRuns: 5_000 },
    );
  });

  test('does not change when it is normalized again, and is as valid as the spelling, for every character', () => {
    const wrong: string[] = [];
    for (const char of chars()) {
      const spelled = `a${char}@b${char}.org`;
      const normal = normalEmail(spelled);
      if (normalEmail(normal) !== normal || isAddress(normal) !== isAddress(spelled)) wrong.push(spelled);
    }
    expect(wrong).toEqual([]);
  });

  test('of a malformed address is malformed too', () => {
    fc.assert(
      fc.property(fc.oneof(text, nearAddress), (spelled) => {
        if (!isAddress(spelled)) expect([spelled, isAddress(normalEmail(spelled))]).toEqual([spelled, false]);
      }),
      { numRuns: 5_000 },
    );
  });
});

test('the address of an account, in any spelling, is refused as its password', () => {
  for (const password of ['ana@bücher.example', 'ANA@xn--bcher-kva.example', 'ana'])
    expect(passwordFault(password, 'ana@bücher.example')).toEqual(['passwordIsEmail']);
  expect(passwordFault('otra@bücher.example', 'ana@bücher.example')).toBeUndefined();
});

test('a text that is too long is refused by its length alone, in little CPU time', () => {
  const marks = '\u0301\u0323'.repeat(500_000);
  const took = cpuClock();
  const { error } = signUpRequest(8).safeParse({ name: marks, email: `${marks}@example.org`, password: marks });
  expect(error?.issues.map(({ path, message }) => [path.join(), /too|long/.test(message)])).toEqual([
    ['name', true],
    ['email', true],
    ['password', true],
  ]);
  expect(normalEmail(marks).length).toBeLessThan(1_000);
  expect(took()).toBeLessThan(500);
});

test('an address has at most 254 characters in its deliverable form, where the domain is in ASCII', () => {
  const domain = 'xn--bcher-kva.example';
  const local = 'a'.repeat(254 - domain.length - 1);
  for (const host of [domain, 'bücher.example']) {
    expect([host, isAddress(`${local}@${host}`), isAddress(`${local}a@${host}`)]).toEqual([host, true, false]);
    expect(deliverable(`${local}@${host}`)).toHaveLength(254);
  }
});
