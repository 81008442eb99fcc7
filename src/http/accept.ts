import { Problem } from '../model/problem.ts';

/** Characters. A longer preference is ignored, as RFC 9110 §12.1 allows; no browser sends a third of it. */
const maxPreference = 1_000;

/** The quality of each range of a header such as Accept, in lower case (RFC 9110 §12.4.2). */
export function qualitiesOf(header: string | null): Map<string, number> {
  const qualities = new Map<string, number>();
  if (header === null || header.length > maxPreference) return qualities;
  for (const part of header.toLowerCase().split(',')) {
    const [range = '', ...parameters] = part.split(';').map((text) => text.trim());
    const weight = Number(parameters.find((text) => text.startsWith('q='))?.slice(2) ?? 1);
    const quality = Number.isNaN(weight) ? 1 : Math.min(1, Math.max(0, weight));
    if (range !== '') qualities.set(range, Math.max(quality, qualities.get(range) ?? 0));
  }
  return qualities;
}

/** The media type of JSON-LD 1.1. */
export const linkedDataType = 'application/ld+json';

/** @throws Problem `not-acceptable` where the client excludes JSON */
export function requireJsonAccepted(headers: Headers): void {
  requireAccepted(headers, ['application/json']);
}

/**
 * The type with the highest weight in Accept (RFC 9110 §12.5.1: the most specific range decides); of equal types the first.
 *
 * @throws Problem `not-acceptable` where the client excludes all
 */
export function requireAccepted(headers: Headers, types: [string, ...string[]]): string {
  const accept = headers.get('accept');
  if (accept === null || accept === '*/*' || accept === types[0]) return types[0];
  const qualities = qualitiesOf(accept);
  if (qualities.size === 0) return types[0];
  const quality = (type: string) =>
    qualities.get(type) ?? qualities.get(`${type.slice(0, type.indexOf('/'))}/*`) ?? qualities.get('*/*') ?? 0;
  const best = types.reduce((best, type) => (quality(type) > quality(best) ? type : best));
  if (quality(best) > 0) return best;
  throw new Problem('not-acceptable', `The answer can only be ${types.join(' or ')}, which the Accept header excludes.`);
}

/** The media type of server-sent events (HTML standard). */
export const eventStreamType = 'text/event-stream';

/** Whether the client names the type, as `EventSource` names an event stream, and does not prefer JSON. */
export function prefers(type: string, headers: Headers): boolean {
  const accept = headers.get('accept');
  if (!accept?.toLowerCase().includes(type)) return false;
  const qualities = qualitiesOf(accept);
  const quality = qualities.get(type) ?? 0;
  return quality > 0 && quality >= (qualities.get('application/json') ?? 0);
}

/** Whether the client names HTML and prefers it to JSON, as browsers do. */
export function prefersHtml(headers: Headers): boolean {
  const qualities = qualitiesOf(headers.get('accept'));
  return (qualities.get('text/html') ?? 0) > (qualities.get('application/json') ?? 0);
}
