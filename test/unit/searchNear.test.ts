import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { allowedTypos, distanceOf, typosFrom } from '../../src/model/search/distance.ts';
import { formsOf } from '../../src/model/search/forms.ts';
import { planOf } from '../../src/model/search/plan.ts';
import { cachingVocabulary } from '../../src/model/search/vocabulary.ts';
import { wordsOf } from '../../src/model/search/words.ts';
import { memoryVocabulary } from '../support/search/memory.ts';

const word = fc.string({ unit: fc.constantFrom(...'abcdefghijlmnoprstuvy'), minLength: 4, maxLength: 12 });
const typosOf = (typed: string, other: string) => typosFrom(typed, allowedTypos(typed))(other);

describe('near words', () => {
  test.each([
    ['paes', 'paez', 1],
    ['garsia', 'garcia', 1],
    ['jiran', 'giran', 1],
    ['papo', 'pappo', 1],
    ['ermetica', 'hermetica', 1],
    ['kilmes', 'quilmes', 1],
    ['espinetta', 'spinetta', 1],
    ['menfis', 'memphis', 1],
    ['moyo', 'mollo', 1],
    ['catriel', 'ca7riel', 1],
    ['wso', 'wos', 2],
    ['babasoncios', 'babasonicos', 2],
    ['sumo', 'sumo', 0],
  ])('%s is near %s', (typed, other, halfTypos) => {
    expect(distanceOf(typed, other, 4) === halfTypos || typosOf(typed, other) === halfTypos).toBe(true);
  });

  test.each([
    ['77', '78'],
    ['sumo', 'humor'],
    ['el', 'al'],
    ['virus', 'verso'],
    ['manal', 'moris'],
  ])('%s is not near %s', (typed, other) => {
    expect(typosOf(typed, other)).toBeUndefined();
  });

  test('the distance is symmetric, and 0 if the words are equal', () => {
    fc.assert(
      fc.property(word, word, (left, right) => {
        expect(distanceOf(left, right, 40)).toBe(distanceOf(right, left, 40));
        expect(distanceOf(left, left, 0)).toBe(0);
        expect(distanceOf(left, left + right, 0, true)).toBe(0);
      }),
    );
  });

  test('a word with as many typos as are allowed shares a form with the word that was meant', () => {
    // Words with two h are left out: two typos in such a word may leave no form in common.
    const usual = word.filter((letters) => !/h.*h/.test(letters));
    const slip = fc.record({ offset: fc.nat(20), kind: fc.nat(3), letter: fc.constantFrom(...'abcdefghijlmnoprstuvy') });
    fc.assert(
      fc.property(usual, fc.array(slip, { minLength: 1, maxLength: 2 }), (meant, slips) => {
        const typed = slips.slice(0, meant.length > 7 ? 2 : 1).reduce((text, { offset, kind, letter }) => {
          const place = offset % (text.length - 1);
          const [before, here, after] = [text.slice(0, place), text[place] ?? '', text.slice(place + 1)];
          return (
            [before + after, before + letter + here + after, before + letter + after, before + (after[0] ?? '') + here + after.slice(1)][
              kind
            ] ?? text
          );
        }, meant);
        const forms = new Set(formsOf(meant));
        expect([typed, formsOf(typed).some((form) => forms.has(form))]).toEqual([typed, true]);
      }),
    );
  });

  test('forms are few, distinct and fit 32 bits', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40 }), (text) => {
        const forms = formsOf(text);
        expect([forms.length <= 30, new Set(forms).size, forms.every((form) => form === (form | 0))]).toEqual([true, forms.length, true]);
      }),
    );
  });
});

describe('a plan', () => {
  /** Counts the lookups of a plan in a vocabulary. */
  function counted(words: string[]) {
    const lookups = { known: 0, words: 0, near: 0, beginning: 0 };
    const inner = memoryVocabulary(words);
    const vocabulary = cachingVocabulary({
      withTracks: false,
      known: (words) => {
        lookups.known++;
        lookups.words += words.length;
        return inner.known(words);
      },
      withForms: (forms, limit) => {
        lookups.near++;
        return inner.withForms(forms, limit);
      },
      beginningWith: (letters, limit) => {
        lookups.beginning++;
        return inner.beginningWith(letters, limit);
      },
    });
    return { lookups, vocabulary };
  }

  test('requires all words, but of a query of articles at most four', async () => {
    const articles = 'el la los las un una de del y en the of'.split(' ');
    const needed = async (query: string[]) => {
      const [reading] = (await planOf(wordsOf(query.join(' ')), memoryVocabulary(query), 'none')).readings;
      return reading?.terms.flatMap(({ optional, exact: [word = ''] }) => (optional ? [] : word));
    };
    expect(await needed(articles)).toEqual(articles.slice(0, 4));
    expect(await needed(articles.slice(0, 3))).toEqual(articles.slice(0, 3));
    const names = ['soda', 'stereo', 'virus', 'sumo', 'charly', 'garcia'];
    expect(await needed([...articles.slice(0, 6), ...names])).toEqual(names);
  });

  test('for an ordinary query needs few lookups', async () => {
    const { lookups, vocabulary } = counted(['charly', 'garcia']);
    const { readings } = await planOf(wordsOf('Charly García'), vocabulary, 'last');
    expect(readings.map(({ terms }) => terms.map(({ exact }) => exact[0]))).toEqual([['charly', 'garcia']]);
    expect(lookups).toEqual({ known: 1, words: 3, near: 2, beginning: 0 });
  });

  test('for a hostile query of twelve unknown words, or of words without spaces, needs a bounded number of lookups', async () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    const { lookups, vocabulary } = counted([...letters, ...letters.flatMap((first) => letters.map((second) => first + second))]);
    const text = Array.from({ length: 12 }, (_, i) => 'qzjxkvbpygfwmu'.slice(i % 3)).join(' ');
    for (const query of [text, 'abcdefghijklmnopqrstuvwxyz'.repeat(7), 'q z j x k v b p y g f w']) {
      Object.assign(lookups, { known: 0, words: 0, near: 0, beginning: 0 });
      const { readings } = await planOf(wordsOf(query), vocabulary, 'all');
      expect([readings.length <= 8, lookups.near <= 40, lookups.words <= 2_500, lookups.known <= 80]).toEqual([true, true, true, true]);
    }
  });

  test('articles that were written without a space are split, even if a similar word exists', async () => {
    for (const [pieces, near] of [
      ['en los', 'enlis'],
      ['por las', 'porlan'],
      ['su los', 'sulas'],
    ] as const) {
      const { vocabulary } = counted([...pieces.split(' '), near]);
      const { readings } = await planOf(wordsOf(pieces.replace(' ', '')), vocabulary, 'none');
      expect(readings.map(({ terms }) => terms.map(({ exact }) => exact[0]).join(' '))).toContain(pieces);
    }
  });

  test('articles and general words are optional; a query of only such words requires the most specific ones', async () => {
    const { vocabulary } = counted(['los', 'gatos', 'banda', 'la']);
    const optional = async (query: string) => {
      const [reading] = (await planOf(wordsOf(query), vocabulary, 'none')).readings;
      return reading?.terms.map((term) => term.optional);
    };
    expect(await optional('la banda los gatos')).toEqual([true, true, true, false]);
    expect(await optional('la banda')).toEqual([true, false]);
    expect(await optional('de la')).toEqual([false, false]);
  });
});
