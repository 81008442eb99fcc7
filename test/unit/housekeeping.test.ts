import { expect, test } from 'bun:test';
import { tidy } from '../../src/service/housekeeping.ts';

test('housekeeping stops between two steps, however much is left', async () => {
  let steps = 0;
  const store = { write: async () => ++steps as never };
  await tidy(store, () => steps === 3);
  expect(steps).toBe(3);
});
