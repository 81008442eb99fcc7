let stamped = 0;
let stamp = '';

/** Now, in RFC 3339. Cached for a millisecond, which many requests share. */
export function timestamp(): string {
  const now = Date.now();
  if (now !== stamped) {
    stamped = now;
    stamp = new Date(now).toISOString();
  }
  return stamp;
}
