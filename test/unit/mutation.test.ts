import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { mistakes } from '../mutation/chosen/mistakes.ts';

test('mistakes that are made on purpose still have their place in the code', () => {
  const stale = mistakes.filter(({ file, from }) => readFileSync(file, 'utf8').split(from).length !== 2);
  expect(stale.map(({ why }) => why)).toEqual([]);
});
