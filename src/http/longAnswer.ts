import { createRoom } from '../limits/room.ts';
import { toJson } from '../model/json.ts';
import { unavailable } from '../model/problem.ts';

/** Bytes that long answers may have together until their clients have them. */
const roomForAnswers = 128 * 1024 * 1024;
/** Characters from which on texts make an answer long, and that are written at once. */
const stretch = 65_536;

/** An answer that is written while it is sent: all of it at once would hold up others and wait for its client in memory. */
export type LongAnswer = {
  /** What its texts take. */
  bytes: number;
  etag: string;
  /** JSON text. */
  pieces: Iterable<string>;
};

/** A page whose texts are long; undefined where they are not. */
export function longPage(data: object[], meta: object): LongAnswer | undefined {
  const texts = longTexts(data);
  if (!texts) return undefined;
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const etag = texts.reduce((hash, text) => BigInt(Bun.hash(text, hash)), BigInt(Bun.hash(toJson([meta, data.map(withoutTexts)]))));
  return { bytes, etag: `"${etag.toString(36)}"`, pieces: write(data, meta) };
}

/** The texts among all members, where they are long together. */
function longTexts(data: object[]): string[] | undefined {
  let length = 0;
  for (const record of data) for (const value of Object.values(record)) if (typeof value === 'string') length += value.length;
  return length < stretch ? undefined : data.flatMap((record) => Object.values(record).filter((value) => typeof value === 'string'));
}

/** With the length of each text in its place, so that no text can be taken for a part of another. */
function withoutTexts(record: object): unknown[] {
  return Object.values(record).map((value) => (typeof value === 'string' ? `${value.length}` : value));
}

function* write(data: object[], meta: object): Iterable<string> {
  yield '{"data":[';
  let first = true;
  for (const record of data) {
    yield `${first ? '' : ','}${toJson(record)}`;
    first = false;
  }
  yield `],"meta":${toJson(meta)}}`;
}

/**
 * Bounds what long answers take in memory until they were sent, or their clients hung up.
 *
 * @param threads that answer requests, each of which has its part
 */
export function createLongAnswers(threads: number) {
  const room = createRoom(roomForAnswers / threads);

  /** @throws Problem `unavailable` */
  return ({ pieces, bytes }: LongAnswer, network: string): ReadableStream<Uint8Array> => {
    const giveBack = room.take(network, bytes);
    if (!giveBack) throw unavailable('Too many bytes of answers are under way, from this address or from all. Ask for fewer rows.', 1);
    return streamOf(pieces[Symbol.iterator](), giveBack);
  };
}

function streamOf(pieces: Iterator<string>, done: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    // Others get their turn between two pieces.
    await new Promise((resolve) => setImmediate(resolve));
    const text = nextStretch(pieces);
    if (text !== '') return controller.enqueue(encoder.encode(text));
    done();
    controller.close();
  };
  return new ReadableStream({ pull, cancel: done }, { highWaterMark: 0 });
}

function nextStretch(pieces: Iterator<string>): string {
  let text = '';
  while (text.length < stretch) {
    const { value, done } = pieces.next();
    if (done) break;
    text += value;
  }
  return text;
}
