const day = 86_400_000;

/** The number of a day (UTC). */
export const dayOf = (time: number) => Math.floor(time / day);

/** Numbers that are others each day (UTC), the same for all who look. */
export function ofToday(count: number, now = Date.now()): bigint[] {
  return Array.from({ length: count }, (_, i) => BigInt(Bun.hash(`${dayOf(now)} ${i}`)));
}
