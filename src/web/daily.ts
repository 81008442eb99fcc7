const day = 86_400_000;

/** Numbers from 0 to below `end`, another selection each day (UTC), the same for all who look. */
export function ofToday(count: number, end: bigint, now = Date.now()): bigint[] {
  const today = Math.floor(now / day);
  const numbers = Array.from({ length: count }, (_, i) => BigInt(Bun.hash(`${today} ${i}`)) % end);
  return [...new Set(numbers)];
}
