import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { excerptOf } from '../../src/model/search/excerpt.ts';
import { seed } from '../support/seed.ts';

/** For each word of a text, whether it matches. Matches stand alone or close together. */
const matches = fc
  .array(fc.oneof(fc.constant(0), fc.nat(60)), { minLength: 1, maxLength: 20 })
  .map((gaps) => gaps.flatMap((gap) => [...Array.from({ length: gap }, () => false), true]));

function textOf(words: boolean[]): { text: string; ranges: [number, number][] } {
  const ranges = words.flatMap((isMatch, i): [number, number][] => (isMatch ? [[i * 6, i * 6 + 5]] : []));
  return { text: words.map((isMatch) => (isMatch ? 'match' : 'other')).join(' '), ranges };
}

test('an excerpt has a match at each of its ranges, and at least as many matches as any 200 characters of the text', () => {
  fc.assert(
    fc.property(matches, (words) => {
      const { text, ranges } = textOf(words);
      const found = excerptOf(text, ranges);
      expect(found.text.length).toBeLessThanOrEqual(240);
      expect(text).toContain(found.text);
      for (const [from, to] of found.ranges) expect(found.text.slice(from, to)).toBe('match');
      const most = Math.max(...ranges.map(([start]) => ranges.filter(([from, to]) => from >= start && to <= start + 200).length));
      expect(found.ranges.length).toBeGreaterThanOrEqual(most);
    }),
  );
});

test('wherever the text is cut, each range lies within the excerpt', () => {
  const anything = fc.property(
    fc.integer({ min: 241, max: 600 }),
    fc.integer({ min: 1, max: 9 }),
    fc.array(fc.nat(80), { minLength: 1 }),
    (length, word, gaps) => {
      const text = `${'x'.repeat(word)} `.repeat(length).slice(0, length);
      const ranges: [number, number][] = [];
      let end = 0;
      for (const gap of gaps) {
        const start = end + gap;
        end = Math.min(length, start + 1 + (gap % 30));
        if (start < length) ranges.push([start, end]);
      }
      if (ranges.length === 0) return;
      const excerpt = excerptOf(text, ranges);
      expect(excerpt.ranges.length).toBeGreaterThan(0);
      for (const [start, end] of excerpt.ranges) expect([start >= 0, start < end, end <= excerpt.text.length]).toEqual([true, true, true]);
    },
  );
  fc.assert(anything, { seed, numRuns: 300 });
});
