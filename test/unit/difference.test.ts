import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { differenceOf } from '../../src/web/difference.ts';

/** Few words, so that the same ones stand at both ends and again between. */
const part = fc.tuple(fc.constantFrom('a', 'b', '🎸'), fc.constantFrom(' ', '\n ', ''));
const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.flat().join(''));

test('the pieces of a difference put together give both texts back', () => {
  fc.assert(
    fc.property(text, text, (from, to) => {
      const { start, removed, added, end } = differenceOf(from, to);
      expect([start + removed + end, start + added + end]).toEqual([from, to]);
    }),
  );
});
