import { fieldError, Problem } from '../model/problem.ts';
import { within } from '../model/within.ts';
import { HttpProblem, tooBusy } from './httpProblem.ts';

export const maxBodyBytes = 1024 * 1024;
/**
 * Bytes of a too large body that are discarded so that its sender gets the answer. The runtime's parser cuts off longer bodies without a
 * problem document; longer chunked bodies are cut off here.
 */
export const maxDiscarded = 16 * maxBodyBytes;

/** Counts the bytes of bodies. Both functions throw where there are too many. */
export type Meter = {
  /** Called before a body is read, with its Content-Length, or 1 where it has none. */
  expect(bytes: number): void;
  /** Called with the bytes that were read. */
  count(bytes: number): void;
};

const unmetered: Meter = { expect() {}, count() {} };
/** Ms for a body to arrive. */
const maxBodyTime = 10_000;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads a request's body after checking its headers, so that nothing of a wrong type or size is read.
 *
 * @param types accepted media types, the usual one first
 * @throws Problem `unsupported-media-type`, `content-too-large`, `malformed-json` (not UTF-8), and what the meter throws
 */
export async function readBody(
  request: Request,
  types: string[],
  { maxBytes = maxBodyBytes, meter = unmetered }: { maxBytes?: number; meter?: Meter } = {},
): Promise<string> {
  requireType(request.headers, types);
  const bytes = await readBytes(request, maxBytes, meter).catch(refuseBroken);
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Problem('malformed-json', 'The body is not valid UTF-8.', { errors: [fieldError('', 'technical', 'is not valid UTF-8')] });
  }
}

/** @param csvCharsets of `text/csv`; others only UTF-8 @throws Problem `unsupported-media-type` */
export function requireType(headers: Headers, types: string[], csvCharsets?: string[]): void {
  const encoding = headers.get('content-encoding');
  if (encoding !== null && encoding.toLowerCase() !== 'identity') {
    throw new HttpProblem('unsupported-media-type', 'The body must be sent without Content-Encoding.', { 'Accept-Encoding': 'identity' });
  }
  const contentType = headers.get('content-type');
  if (contentType === null || !isAccepted(contentType, types, csvCharsets)) {
    const others = csvCharsets ? ` The charset of text/csv can be ${csvCharsets.join(', ')}, or absent with ?encoding=.` : '';
    throw new HttpProblem('unsupported-media-type', `The body must have Content-Type: ${types.join(' or ')}, in UTF-8.${others}`, {
      Accept: types.join(', '),
    });
  }
}

/** Characters. No accepted media type is nearly as long. */
const maxType = 200;

function isAccepted(contentType: string, types: string[], csvCharsets: string[] = []): boolean {
  if (contentType.length > maxType) return false;
  const [type = '', ...parameters] = partsOf(contentType);
  const isCsv = type === 'text/csv';
  const charsets = ['utf-8', 'utf8', ...(isCsv ? csvCharsets : [])];
  // `header` of CSV: RFC 4180.
  const isKnown = (parameter: string) =>
    parameter === '' || (isCsv && parameter.startsWith('header=')) || charsets.includes(charsetIn(parameter));
  return types.includes(type) && parameters.every(isKnown);
}

/** The charset of a Content-Type, in lower case; '': none. */
export const charsetOf = (contentType: string) => partsOf(contentType).map(charsetIn).find(Boolean) ?? '';

const partsOf = (contentType: string) => contentType.split(';').map((part) => part.trim().toLowerCase());
const charsetIn = (parameter: string) => /^charset="?([\w-]+)"?$/.exec(parameter)?.[1] ?? '';

const tooLate = () => tooBusy(`The body did not arrive within ${maxBodyTime / 1000} seconds`);

async function readBytes(request: Request, maxBytes: number, meter: Meter): Promise<ArrayBuffer | Uint8Array> {
  const length = request.headers.get('content-length');
  if (length !== null && Number(length) > maxBytes) {
    // The runtime reads the rest after the answer, so that a client or proxy that is still sending gets to read the answer.
    meter.count(Math.min(Number(length), maxDiscarded));
    throw tooLarge(maxBytes, Number(length) > maxDiscarded ? { Connection: 'close' } : undefined);
  }
  // Reading `body` makes a stream, which is slower than `arrayBuffer`.
  const chunked = length === null ? request.body : null;
  if (chunked === null && (length === null || Number(length) === 0)) return new Uint8Array();
  meter.expect(length === null ? 1 : Number(length));
  if (chunked) return within(maxBodyTime, readBounded(chunked, maxBytes, meter), tooLate);
  const bytes = await within(maxBodyTime, request.arrayBuffer(), tooLate);
  meter.count(bytes.byteLength);
  return bytes;
}

/** Discards the excess of a chunked body instead of stopping, so that its sender gets to read the answer. */
async function readBounded(body: ReadableStream<Uint8Array>, maxBytes: number, meter: Meter): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      size += chunk.byteLength;
      if (size > maxDiscarded) throw tooLarge(maxBytes, { Connection: 'close' });
      if (size <= maxBytes) chunks.push(chunk);
    }
  } finally {
    meter.count(size);
  }
  if (size > maxBytes) throw tooLarge(maxBytes);
  return Buffer.concat(chunks);
}

/** The pieces of a large body. @throws Problem `content-too-large` if its announced length is larger than `maxBytes` */
export async function* piecesOfBody({ headers, body }: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  if (Number(headers.get('content-length')) > maxBytes) throw tooLarge(maxBytes, { Connection: 'close' });
  try {
    for await (const piece of body ?? []) yield piece;
  } catch (error) {
    refuseBroken(error);
  }
}

function tooLarge(maxBytes: number, headers?: Record<string, string>): Problem {
  return new HttpProblem('content-too-large', `The body may have at most ${maxBytes} bytes.`, headers);
}

function refuseBroken(error: unknown): never {
  throw error instanceof Problem ? error : brokenOff();
}

/** The client hung up, or its framing was wrong and the parser has answered that. This problem appears only in the log. */
export function brokenOff(): Problem {
  return new Problem('malformed-json', 'The body ended before it was complete.', {
    errors: [fieldError('', 'technical', 'is incomplete')],
  });
}
