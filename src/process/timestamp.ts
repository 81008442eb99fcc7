let stamped = 0;
let stamp = '';

/** Now, as RFC 3339 has it. Many requests share a millisecond. */
export function timestamp(): string {
  const now = Date.now();
  if (now !== stamped) {
    stamped = now;
    stamp = new Date(now).toISOString();
  }
  return stamp;
}
