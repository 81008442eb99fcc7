import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { mostPreference } from './accept.ts';
import { isUnchanged } from './conditions.ts';
import type { AppEnv } from './requestLog.ts';
import { respond } from './respond.ts';

/** Bytes below which compressing gains nothing. */
const small = 1_000;
/** Past this level zlib takes much longer and saves little. */
const level = 4;

/**
 * A text that is revalidated by its hash and compressed for who takes that. Its tag is weak, since it names what is said in whatever
 * form it travels (RFC 9110 §8.8.1).
 *
 * @param zip compresses it; what stays the same gives what it kept
 */
export function respondText(c: Context<AppEnv>, status: number, text: string, own: Record<string, string>, zip = gzip): Response {
  const request = c.req.raw.headers;
  const tag = `"${Bun.hash(text).toString(36)}"`;
  const vary = [own.Vary, 'Accept-Encoding'].filter(Boolean).join(', ');
  const headers = { 'Cache-Control': 'no-cache', ...own, Vary: vary, ETag: `W/${tag}` };
  if (status === 200 && isUnchanged(request, tag)) return respond(c, 304, null, headers);
  if (text.length < small || !takesGzip(request)) return respond(c, status, text, headers);
  return respond(c, status, zip(text), { ...headers, 'Content-Encoding': 'gzip' });
}

/** A text that changes only with the program: it is made when it is first asked for, and compressed when it is first asked for so. */
export function createStaticText(make: () => string, own: Record<string, string>): (c: Context<AppEnv>) => Response {
  const text = keep(make);
  const zipped = keep(() => gzip(text()));
  return (c) => respondText(c, 200, text(), own, zipped);
}

function keep<T>(make: () => T): () => T {
  let kept: T | undefined;
  return () => {
    kept ??= make();
    return kept;
  };
}

function gzip(text: string): Uint8Array<ArrayBuffer> {
  return Bun.gzipSync(text, { level });
}

/** RFC 9110 §12.5.3 */
function takesGzip(headers: Headers): boolean {
  const accept = headers.get('accept-encoding');
  if (!accept || accept.length > mostPreference) return false;
  const codings = parseAccept(accept);
  const quality = (coding: string) => codings.find(({ type }) => type.toLowerCase() === coding)?.q;
  return (quality('gzip') ?? quality('*') ?? 0) > 0;
}
