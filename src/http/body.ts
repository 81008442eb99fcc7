import { fieldError, Problem } from '../model/problem.ts';
import { within } from '../model/within.ts';
import { HttpProblem } from './httpProblem.ts';

export const maxBodyBytes = 1024 * 1024;
/** The parser cuts off a body that says it is larger, without a problem document; so is a chunked one. */
export const maxDiscarded = 16 * maxBodyBytes;

/** What counts the bytes of bodies. Both throw where there are too many. */
export type Meter = {
  /** Hears before a body is read how long it says it is, or 1 where it does not say. */
  expect(bytes: number): void;
  /** Hears how many bytes of it were read. */
  count(bytes: number): void;
};

const unmetered: Meter = { expect() {}, count() {} };
/** A body that takes longer than this to arrive is given up, in ms. */
const maxBodyTime = 10_000;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a request's body after judging its headers, so that nothing of a wrong type or size is taken in.
 *
 * @param types the media types the operation takes, the first being the usual one
 * @param bounds.most bytes that are taken
 * @throws Problem `unsupported-media-type`, `content-too-large`, `malformed-json` (not UTF-8), and what the meter throws
 */
export async function readBody(
  request: Request,
  types: string[],
  { most = maxBodyBytes, meter = unmetered }: { most?: number; meter?: Meter } = {},
): Promise<string> {
  requireType(request.headers, types);
  const bytes = await readBytes(request, most, meter).catch(refuseBroken);
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Problem('malformed-json', 'The body is not valid UTF-8.', { errors: [fieldError('', 'technical', 'is not valid UTF-8')] });
  }
}

/** @throws Problem `unsupported-media-type` */
export function requireType(headers: Headers, types: string[]): void {
  const encoding = headers.get('content-encoding');
  if (encoding !== null && encoding.toLowerCase() !== 'identity') {
    throw new HttpProblem('unsupported-media-type', 'The body must be sent without Content-Encoding.', { 'Accept-Encoding': 'identity' });
  }
  const given = headers.get('content-type');
  if (given === null || !isAccepted(given, types)) {
    throw new HttpProblem('unsupported-media-type', `The body must have Content-Type: ${types.join(' or ')}, in UTF-8.`, {
      Accept: types.join(', '),
    });
  }
}

/** No media type that is taken is nearly as long, in characters. */
const maxType = 200;

function isAccepted(contentType: string, types: string[]): boolean {
  if (contentType.length > maxType) return false;
  const [type = '', ...parameters] = contentType.split(';').map((part) => part.trim().toLowerCase());
  return types.includes(type) && parameters.every((parameter) => parameter === '' || /^charset="?utf-?8"?$/.test(parameter));
}

async function readBytes(request: Request, most: number, meter: Meter): Promise<ArrayBuffer | Uint8Array> {
  const length = request.headers.get('content-length');
  if (length !== null && Number(length) > most) {
    // The runtime takes in the rest after the answer, so that a client or proxy that is still sending gets to read it.
    meter.count(Math.min(Number(length), maxDiscarded));
    throw tooLarge(most);
  }
  // To look at the body makes a stream of it, which takes longer to read than what tells its length.
  const chunked = length === null ? request.body : null;
  if (chunked === null && (length === null || Number(length) === 0)) return new Uint8Array();
  meter.expect(length === null ? 1 : Number(length));
  if (chunked) return within(maxBodyTime, readBounded(chunked, most, meter), tooLate);
  const bytes = await within(maxBodyTime, request.arrayBuffer(), tooLate);
  meter.count(bytes.byteLength);
  return bytes;
}

/** A chunked body tells its length only by arriving; what is too much of it is discarded, so that its sender gets to read the answer. */
async function readBounded(body: ReadableStream<Uint8Array>, most: number, meter: Meter): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > maxDiscarded) throw tooLarge(most, { Connection: 'close' });
      if (size <= most) chunks.push(chunk);
    }
  } finally {
    meter.count(size);
  }
  if (size > most) throw tooLarge(most);
  return Buffer.concat(chunks);
}

function tooLarge(most: number, headers?: Record<string, string>): Problem {
  return new HttpProblem('content-too-large', `The body may have at most ${most} bytes.`, headers);
}

function tooLate(): Problem {
  return new HttpProblem(
    'unavailable',
    `The body did not arrive within ${maxBodyTime / 1000} seconds; nothing was changed.`,
    { Connection: 'close' },
    { retryAfter: 1 },
  );
}

function refuseBroken(error: unknown): never {
  throw error instanceof Problem ? error : brokenOff();
}

/** The client hung up, or its framing was at error; the parser has answered that, so this is for the log. */
export function brokenOff(): Problem {
  return new Problem('malformed-json', 'The body ended before it was complete.', {
    errors: [fieldError('', 'technical', 'is incomplete')],
  });
}
