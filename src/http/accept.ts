import { parseAccept } from 'hono/utils/accept';
import { Problem } from '../model/problem.ts';

/** Characters. A longer preference is ignored, as RFC 9110 §12.1 allows; no browser sends a third of it. */
export const maxPreference = 1_000;

/** @throws Problem `not-acceptable` where the client excludes JSON (RFC 9110 §12.5.1); the most specific range decides */
export function requireJsonAccepted(headers: Headers): void {
  const accept = headers.get('accept');
  if (accept === null || accept === '*/*' || accept === 'application/json') return;
  if (accept.length > maxPreference || accept.trim() === '') return;
  const ranges = parseAccept(accept);
  const quality = (range: string) => ranges.find(({ type }) => type.toLowerCase() === range)?.q;
  const chosen = quality('application/json') ?? quality('application/*') ?? quality('*/*') ?? 0;
  if (chosen <= 0) throw new Problem('not-acceptable', 'The answer can only be application/json, which the Accept header excludes.');
}

/** Whether the client names HTML and prefers it to JSON, as browsers do. */
export function prefersHtml(headers: Headers): boolean {
  const accept = headers.get('accept') ?? '';
  if (accept.length > maxPreference) return false;
  const ranges = parseAccept(accept);
  const quality = (range: string) => ranges.find(({ type }) => type.toLowerCase() === range)?.q ?? 0;
  return quality('text/html') > quality('application/json');
}
