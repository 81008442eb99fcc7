import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { dayOf, numbersOfDay } from '../../src/model/draw.ts';

const day = fc.integer({ min: 0, max: 40_000 });
const timeOfDay = fc.integer({ min: 0, max: 86_399_999 });

test('number and selection of a day stay the same from midnight to midnight (UTC), and differ on the next day', () => {
  fc.assert(
    fc.property(day, timeOfDay, (day, time) => {
      const midnight = new Date(0).setUTCDate(1 + day);
      for (const moment of [midnight, midnight + time, midnight + 86_399_999]) {
        expect([dayOf(moment), numbersOfDay(5, moment)]).toEqual([day, numbersOfDay(5, midnight)]);
      }
      expect(dayOf(midnight + 86_400_000)).toBe(day + 1);
      expect(numbersOfDay(5, midnight + 86_400_000)).not.toEqual(numbersOfDay(5, midnight));
    }),
  );
});
