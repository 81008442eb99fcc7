/** In ms. */
const day = 86_400_000;

/** Days since 1970 (UTC); `time` in ms. */
export const dayOf = (time: number) => Math.floor(time / day);

/** The start of a day (UTC), in ms since 1970. */
export const startOf = (dayNumber: number) => dayNumber * day;

/** Pseudo-random numbers that change each day (UTC) and are the same for every visitor. */
export function ofToday(count: number, now = Date.now()): bigint[] {
  return Array.from({ length: count }, (_, i) => BigInt(Bun.hash(`${dayOf(now)} ${i}`)));
}
