import type { Limit } from '../model/limit.ts';

/** Lists of RFC 9651, after draft-ietf-httpapi-ratelimit-headers. */
export function limitFields(limits: Limit[]): Record<string, string> {
  if (limits.length === 0) return {};
  const policies = limits.map(({ name, quota, window, unit }) => `"${name}";q=${quota};w=${window}${unit ? `;qu="${unit}"` : ''}`);
  const states = limits.map(({ name, left, reset }) => `"${name}";r=${left};t=${reset}`);
  return { 'RateLimit-Policy': policies.join(', '), RateLimit: states.join(', ') };
}
