import { parseAccept } from 'hono/utils/accept';
import { maxPreference } from './accept.ts';
import { isUnchanged } from './conditions.ts';
import type { Handler, RequestContext } from './requestContext.ts';
import { respond } from './respond.ts';

/** Bytes below which compressing gains nothing. */
const small = 1_000;
/** libdeflate makes of a page at its lowest level what zlib makes at its fourth, in two thirds of the time. */
const fast = { library: 'libdeflate', level: 1 } as const;

/** A text as it is answered, plain or compressed. `tag` is its strong validator, `length` its bytes. */
export type Packed = { tag: string; length: number; text(): string; zipped(): Uint8Array<ArrayBuffer> };

/** It is compressed when it is first asked for so. */
function packed(text: string): Packed {
  const bytes = Buffer.from(text);
  return { tag: tagOf(bytes), length: bytes.length, text: () => text, zipped: keep(() => gzip(bytes)) };
}

/** A text that is kept compressed, in a tenth of its room. */
export function keptPacked(text: string): Packed & { bytes: number } {
  const bytes = Buffer.from(text);
  const zipped = gzip(bytes);
  return {
    ...{ tag: tagOf(bytes), length: bytes.length, bytes: zipped.byteLength },
    text: () => new TextDecoder().decode(Bun.gunzipSync(zipped)),
    zipped: () => zipped,
  };
}

const tagOf = (bytes: Buffer) => `"${Bun.hash(bytes).toString(36)}"`;

export function respondText(ctx: RequestContext, status: number, text: string, own: Record<string, string>): Response {
  return respondPacked(ctx, status, packed(text), own);
}

/**
 * A text that is revalidated by its hash and compressed for who takes that. Its tag is weak, since it names what is said in whatever
 * form it travels (RFC 9110 §8.8.1).
 */
export function respondPacked(ctx: RequestContext, status: number, body: Packed, own: Record<string, string>): Response {
  const request = ctx.headers;
  const vary = [own.Vary, 'Accept-Encoding'].filter(Boolean).join(', ');
  const headers = { 'Cache-Control': 'no-cache', ...own, Vary: vary, ETag: `W/${body.tag}` };
  if (status === 200 && isUnchanged(request, body.tag)) return respond(ctx, 304, null, headers);
  if (body.length < small || !takesGzip(request)) return respond(ctx, status, body.text(), headers);
  return respond(ctx, status, body.zipped(), { ...headers, 'Content-Encoding': 'gzip' });
}

/** A text that changes only with the program: it is made when it is first asked for. */
export function createStaticText(make: () => string, own: Record<string, string>): Handler {
  const body = keep(() => packed(make()));
  return (ctx) => respondPacked(ctx, 200, body(), own);
}

function keep<T>(make: () => T): () => T {
  let kept: T | undefined;
  return () => {
    kept ??= make();
    return kept;
  };
}

function gzip(bytes: Buffer<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return Bun.gzipSync(bytes, fast);
}

/** RFC 9110 §12.5.3 */
function takesGzip(headers: Headers): boolean {
  const accept = headers.get('accept-encoding');
  if (!accept || accept.length > maxPreference) return false;
  const codings = parseAccept(accept);
  const quality = (coding: string) => codings.find(({ type }) => type.toLowerCase() === coding)?.q;
  return (quality('gzip') ?? quality('*') ?? 0) > 0;
}
