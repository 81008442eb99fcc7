import type { ShiftedClock } from './shiftedClock.ts';

/** A jump of the clock; `during` runs in the middle of the stay. */
export type Jump = { name: string; to(clock: ShiftedClock, stay: number): void; during?(clock: ShiftedClock): void };

const hour = 3_600_000;
const day = 24 * hour;

export const jumps: Jump[] = [
  by('an hour ahead', hour),
  by('an hour behind', -hour),
  by('ten years ahead', 3652 * day),
  over('past 2^31 seconds', '2038-01-19T03:14:08Z'),
  over('into a leap day', '2028-02-29T00:00:00Z'),
  { ...over('through a leap second', '2029-01-01T00:00:00Z'), during: repeatSecond },
];

export const back: Jump = by('back', 0);

function by(name: string, ms: number): Jump {
  return { name, to: (clock) => clock.shift(ms) };
}

/** Jumps to shortly before a moment, so that the moment comes in the middle of the stay. */
function over(name: string, moment: string): Jump {
  return { name, to: (clock, stay) => clock.shift(Date.parse(moment) - stay / 2 - Date.now()) };
}

/** The kernel's behaviour at the end of a day with a leap second. */
function repeatSecond(clock: ShiftedClock): void {
  clock.shift(clock.now() - Date.now() - 1_000);
}
