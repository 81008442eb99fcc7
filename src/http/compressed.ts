import { qualitiesOf } from './accept.ts';
import { isUnchanged } from './conditions.ts';
import type { Handler, RequestContext } from './requestContext.ts';
import { respond } from './respond.ts';

/** Shorter texts, in bytes, do not gain from compression. */
const minCompressed = 1_000;
/** libdeflate compresses at level 1 as well as zlib at level 4, in two thirds of the time. At level 9 a large page has 30 % fewer bytes. */
const levels = { fast: 1, small: 9 } as const;
type Level = keyof typeof levels;

/** The body of an answer, plain or compressed. `tag` is a strong validator, `plainBytes` the size of the text. */
export type Packed = { tag: string; plainBytes: number; text(): string; zipped(): Uint8Array<ArrayBuffer> };

/** Compressed on first use. */
function packed(text: string, level: Level): Packed {
  const bytes = Buffer.from(text);
  return { tag: tagOf(bytes), plainBytes: bytes.length, text: () => text, zipped: once(() => gzip(bytes, level)) };
}

/** Only the compressed form stays in memory; it is a tenth of the text. */
export type CompressedText = Packed & { zippedBytes: number };

/** @param level `small` for a text that is seldom made anew */
export function compressText(text: string, level: Level): CompressedText {
  const bytes = Buffer.from(text);
  const zipped = gzip(bytes, level);
  return {
    ...{ tag: tagOf(bytes), plainBytes: bytes.length, zippedBytes: zipped.byteLength },
    text: () => new TextDecoder().decode(Bun.gunzipSync(zipped)),
    zipped: () => zipped,
  };
}

const tagOf = (bytes: Buffer) => `"${Bun.hash(bytes).toString(36)}"`;

export function respondText(ctx: RequestContext, status: number, text: string, extraHeaders: Record<string, string>): Response {
  return respondPacked(ctx, status, packed(text, 'fast'), extraHeaders);
}

/**
 * Answers 304 if the text is unchanged, and compresses if the client accepts that. The tag is weak, since the plain and the compressed form
 * share it (RFC 9110 §8.8.1).
 */
export function respondPacked(ctx: RequestContext, status: number, body: Packed, extraHeaders: Record<string, string>): Response {
  const request = ctx.headers;
  const vary = [extraHeaders.Vary, 'Accept-Encoding'].filter(Boolean).join(', ');
  const headers = { 'Cache-Control': 'no-cache', ...extraHeaders, Vary: vary, ETag: `W/${body.tag}` };
  if (status === 200 && isUnchanged(request, body.tag)) return respond(ctx, 304, null, headers);
  if (body.plainBytes < minCompressed || !takesGzip(request)) return respond(ctx, status, body.text(), headers);
  return respond(ctx, status, body.zipped(), { ...headers, 'Content-Encoding': 'gzip' });
}

/** A text that depends only on the program, made on first use. */
export function createStaticText(make: () => string, extraHeaders: Record<string, string>): Handler {
  const body = once(() => packed(make(), 'small'));
  return (ctx) => respondPacked(ctx, 200, body(), extraHeaders);
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function gzip(bytes: Buffer<ArrayBuffer>, level: Level): Uint8Array<ArrayBuffer> {
  return Bun.gzipSync(bytes, { library: 'libdeflate', level: levels[level] });
}

/** RFC 9110 §12.5.3 */
export function takesGzip(headers: Headers): boolean {
  const qualities = qualitiesOf(headers.get('accept-encoding'));
  return (qualities.get('gzip') ?? qualities.get('*') ?? 0) > 0;
}
