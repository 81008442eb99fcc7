let cachedAt = 0;
let cached = '';

/** Now, in RFC 3339. Cached for a millisecond, which many requests share. */
export function timestamp(): string {
  const now = Date.now();
  if (now !== cachedAt) {
    cachedAt = now;
    cached = new Date(now).toISOString();
  }
  return cached;
}
