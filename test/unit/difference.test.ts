import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { differenceOf } from '../../src/web/difference.ts';
import { cpuClock } from '../support/cpuClock.ts';

/** Only three words, so that the same word occurs at both ends and in the middle. */
const part = fc.tuple(fc.constantFrom('a', 'b', '🎸'), fc.constantFrom(' ', '\n ', ''));
const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.flat().join(''));

test('the pieces of a difference put together give both texts back', () => {
  fc.assert(
    fc.property(text, text, (from, to) => {
      const pieces = differenceOf(from, to);
      const without = (kind: string) =>
        pieces
          .filter((piece) => piece.is !== kind)
          .map((piece) => piece.text)
          .join('');
      expect([without('added'), without('removed')]).toEqual([from, to]);
    }),
  );
});

test('differences are whole words, and the text between them is kept', () => {
  const shown = (from: string, to: string) =>
    differenceOf(from, to).map(({ is, text }) => `${{ kept: '', removed: '-', added: '+' }[is]}${text}`);
  expect(shown('Nació en Rosario y toca el piano', 'Nació en Córdoba y toca la guitarra')).toEqual([
    'Nació en ',
    '-Rosario',
    '+Córdoba',
    ' y toca ',
    '-el piano',
    '+la guitarra',
  ]);
});

test('a long text that changes at both ends is compared in little time', () => {
  const words = Array.from({ length: 10_000 }, (_, i) => `${i % 7}`).join(' ');
  const took = cpuClock();
  differenceOf(`a ${words} b`, `c ${words} d`);
  expect(took()).toBeLessThan(200);
});
