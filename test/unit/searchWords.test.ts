import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { areInitials, initialsOf } from '../../src/model/search/initials.ts';
import { searchText } from '../../src/model/search/searchText.ts';
import { wordsOf } from '../../src/model/search/words.ts';
import { cpuClock } from '../support/cpuClock.ts';

const texts = (text: string) => wordsOf(text).map((word) => word.text);

describe('words', () => {
  test.each([
    ['Él Mató a un Policía', ['el', 'mato', 'a', 'un', 'policia']],
    ['El Mató', ['el', 'mato']],
    ['ÑANDÚ straße Ærø ŁÓDŹ', ['nandu', 'strasse', 'aero', 'lodz']],
    ['A.N.I.M.A.L. y M.I.A.', ['animal', 'y', 'mia']],
    ['a. b y c.d', ['a', 'b', 'y', 'cd']],
    ["Pappo's Blues", ['pappo', 'blues']],
    ['O’Connor, rock’n’roll', ['oconnor', 'rocknroll']],
    ["Postal '97", ['postal', '97']],
    ['Soda\u200fStereo, ﬁn ½', ['sodastereo', 'fin', '12']],
    ['¡Miranda! & "AC/DC" 100% _x_ *', ['miranda', 'ac', 'dc', '100', 'x']],
    ['🎸 \u0301 … \ud800', []],
  ])('the words of %p are %p', (text, words) => {
    expect(texts(text)).toEqual(words);
  });

  test.each([
    ['Los Fabulosos Cadillacs', ['·lfc']],
    ['La Máquina de Hacer Pájaros', ['·lmdhp', '·lmhp']],
    ['Illya Kuryaki and The Valderramas', ['·ikatv', '·ikv']],
    ['Attaque 77', ['·a77']],
    ['Sumo', []],
    ['7 7', []],
    ['a b c d e f g h i j k', []],
  ])('the initials of %p are %p', (name, initials) => {
    expect(initialsOf(wordsOf(name))).toEqual(initials);
  });

  test('no word of a text is taken for initials', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => expect(texts(`·${text}`).some(areInitials)).toBe(false)));
  });

  test('each has its place in the text, and reading the words again gives the same words', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.oneof(fc.string({ unit: 'grapheme', maxLength: 1 }), fc.constantFrom('ŉ', 'ﷺ', 'ﬁ', 'İ', 'ẞ')),
          maxLength: 60,
        }),
        (text) => {
          const words = wordsOf(text);
          let last = 0;
          for (const { text: word, start, end } of words) {
            expect([start >= last, end > start, end <= text.length, word.length > 0 && word.length <= 40]).toEqual([
              true,
              true,
              true,
              true,
            ]);
            expect(word.isWellFormed()).toBe(true);
            last = end;
          }
          expect(texts(words.map((word) => word.text).join(' '))).toEqual(words.map((word) => word.text));
        },
      ),
    );
  });

  test('are the same however accents are encoded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), (text) => {
        expect(texts(text.normalize('NFD'))).toEqual(texts(text.normalize('NFC')));
      }),
    );
  });

  test('the fast path for plain letters reads the same words', () => {
    const plain = fc.string({ unit: fc.constantFrom(...'aZ9ñÑéÜ .,-(…¡\n"&'), maxLength: 60 });
    fc.assert(fc.property(plain, (text) => expect(wordsOf(text)).toEqual(wordsOf(`${text} \u{2600}`))));
  });

  test('at most the requested number is read, and a long word is cut', () => {
    expect(wordsOf('uno dos tres', 2).map(({ text }) => text)).toEqual(['uno', 'dos']);
    expect(texts('a'.repeat(100))).toEqual(['a'.repeat(40)]);
    expect(wordsOf('a'.repeat(100))[0]?.end).toBe(100);
  });

  test('reading 200,000 characters takes time in proportion, whatever they are', () => {
    const hostile = ['a', 'á', 'a.', '\u0301', "s's ", 'ﷺ', 'ﷺ ', '😀', 'a\u0301\u0301', '\u200f', '\ud800', '가 '];
    for (const piece of hostile) {
      const took = cpuClock();
      wordsOf(piece.repeat(200_000 / piece.length));
      expect(took(), piece).toBeLessThan(1_500);
    }
  });
});

describe('the text of a search', () => {
  test.each([
    ['', 'is blank'],
    [' \t\n', 'is blank'],
    ['%_"*- ?!', 'no letter and no digit'],
    ['🎸\u200f', 'no letter and no digit'],
    ['a'.repeat(201), 'is too long; at most 200'],
    ['a '.repeat(100_000), 'is too long; at most 200'],
    ['a b c d e f g h i j k l m', 'has 13 words; at most 12'],
  ])('%p is refused with the reason', (text, reason) => {
    expect(searchText.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([expect.stringContaining(reason)]);
  });

  test.each(['a', '7', 'NEAR OR NOT "x"', `${'😀'.repeat(199)}a`, 'a b c d e f g h i j k l'])('%p is searched for', (text) => {
    expect(searchText.parse(text)).toBe(text);
  });
});
