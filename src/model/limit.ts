import { Problem } from './problem.ts';

/** What a limit allows in `window` seconds: requests, or bytes of bodies. */
export type Quota = { name: string; quota: number; window: number; unit?: 'content-bytes' };

/** A limit as it is told: what it allows, what is left, and in how many seconds there is more. */
export type Limit = Quota & { left: number; reset: number };

/** The two fields of a limited answer. */
export type LimitHeaders = { 'RateLimit-Policy': string; RateLimit: string };

/** Lists of RFC 9651, after draft-ietf-httpapi-ratelimit-headers. */
export function limitHeaders(limits: Limit[]): LimitHeaders {
  return { 'RateLimit-Policy': limits.map(policy).join(', '), RateLimit: limits.map(state).join(', ') };
}

export function policy({ name, quota, window, unit }: Quota): string {
  return `"${name}";q=${quota};w=${window}${unit ? `;qu="${unit}"` : ''}`;
}

export function state({ name, left, reset }: Pick<Limit, 'name' | 'left' | 'reset'>): string {
  return `"${name}";r=${left};t=${reset}`;
}

/** @param seconds until it is worth trying again @param more how to get more @param limits those that were reached */
export function tooMany(what: string, seconds: number, more: string, limits: LimitHeaders): Problem {
  return new Problem('too-many-requests', `${what} Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}. ${more}`, {
    headers: { 'Retry-After': String(seconds), ...limits },
  });
}
