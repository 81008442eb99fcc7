import { parseAccept } from 'hono/utils/accept';
import { Problem } from '../model/problem.ts';

/** Characters. A longer preference is ignored, as RFC 9110 §12.1 allows; no browser sends a third of it. */
export const maxPreference = 1_000;

/** The media type of JSON-LD 1.1. */
export const linkedDataType = 'application/ld+json';

/** @throws Problem `not-acceptable` where the client excludes JSON (RFC 9110 §12.5.1); the most specific range decides */
export function requireJsonAccepted(headers: Headers): void {
  requireAccepted(headers, ['application/json']);
}

/** @throws Problem `not-acceptable` where the client excludes JSON and JSON-LD */
export function requireJsonOrLinkedData(headers: Headers): void {
  requireAccepted(headers, ['application/json', linkedDataType]);
}

function requireAccepted(headers: Headers, types: string[]): void {
  const accept = headers.get('accept');
  if (accept === null || accept === '*/*' || accept === 'application/json') return;
  if (accept.length > maxPreference || accept.trim() === '') return;
  const ranges = parseAccept(accept);
  const quality = (range: string) => ranges.find(({ type }) => type.toLowerCase() === range)?.q;
  if (types.some((type) => (quality(type) ?? quality('application/*') ?? quality('*/*') ?? 0) > 0)) return;
  throw new Problem('not-acceptable', `The answer can only be ${types.join(' or ')}, which the Accept header excludes.`);
}

/** Whether the client names JSON-LD, and does not prefer JSON. */
export function prefersLinkedData(headers: Headers): boolean {
  const accept = headers.get('accept') ?? '';
  if (accept.length > maxPreference || !/ld\+json/i.test(accept)) return false;
  const ranges = parseAccept(accept);
  const quality = (range: string) => ranges.find(({ type }) => type.toLowerCase() === range)?.q ?? 0;
  return quality(linkedDataType) > 0 && quality(linkedDataType) >= quality('application/json');
}

/** Whether the client names HTML and prefers it to JSON, as browsers do. */
export function prefersHtml(headers: Headers): boolean {
  const accept = headers.get('accept') ?? '';
  if (accept.length > maxPreference) return false;
  const ranges = parseAccept(accept);
  const quality = (range: string) => ranges.find(({ type }) => type.toLowerCase() === range)?.q ?? 0;
  return quality('text/html') > quality('application/json');
}
