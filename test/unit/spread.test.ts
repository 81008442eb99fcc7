import { expect, test } from 'bun:test';
import { rounds } from '../../bench/rounds.ts';
import { ratioOf, spreadOf } from '../../bench/spread.ts';

test('a spread has the median, the least and the greatest value', () => {
  expect(spreadOf([9, 1, 5])).toEqual({ median: 5, min: 1, max: 9 });
  expect(spreadOf([4, 1, 2, 3])).toEqual({ median: 2.5, min: 1, max: 4 });
});

test('a machine that slows down between rounds does not change a ratio', () => {
  expect(ratioOf([100, 50, 10], [200, 100, 20])).toEqual({ median: 0.5, min: 0.5, max: 0.5 });
});

test('the sides of a comparison take turns, and the first turn of each is not counted', async () => {
  const turns: string[] = [];
  const side = (name: string) => async () => turns.push(name);
  const results = await rounds({ pairs: 2, seconds: 1, say: () => {} }, { a: side('a'), b: side('b'), absent: undefined });
  expect(turns.join('')).toBe('ababab');
  expect(results).toEqual({ a: [3, 5], b: [4, 6], absent: [] });
});
