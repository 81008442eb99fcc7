import type { Limit, Quota } from '../model/limit.ts';

/** Lists of RFC 9651, after draft-ietf-httpapi-ratelimit-headers. */
export function limitFields(limits: Limit[]): Record<string, string> {
  if (limits.length === 0) return {};
  return { 'RateLimit-Policy': limits.map(policy).join(', '), RateLimit: limits.map(state).join(', ') };
}

function policy({ name, quota, window, unit }: Quota): string {
  return `"${name}";q=${quota};w=${window}${unit ? `;qu="${unit}"` : ''}`;
}

function state({ name, left, reset }: Limit): string {
  return `"${name}";r=${left};t=${reset}`;
}
