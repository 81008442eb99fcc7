import { parseAccept } from 'hono/utils/accept';
import { Problem } from '../model/problem.ts';

/** @throws Problem `not-acceptable` where the client excludes JSON (RFC 9110 §12.5.1); the most specific range decides */
export function demandJsonAccepted(headers: Headers): void {
  const accept = headers.get('accept');
  if (accept === null || accept === '*/*' || accept.trim() === '' || accept === 'application/json') return;
  const ranges = parseAccept(accept);
  const quality = (range: string) => ranges.find(({ type }) => type.toLowerCase() === range)?.q;
  const chosen = quality('application/json') ?? quality('application/*') ?? quality('*/*') ?? 0;
  if (chosen <= 0) throw new Problem('not-acceptable', 'The answer can only be application/json, which the Accept header excludes.');
}
