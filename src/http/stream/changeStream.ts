import { cursorOf, noChange, type Position } from '../../model/change.ts';
import type { ChangeFilter } from '../../model/changeFilter.ts';
import { Problem } from '../../model/problem.ts';
import { reads } from '../../operations/reads.ts';
import type { Caller } from '../../store/slowReads.ts';
import type { Store } from '../../store/store.ts';
import { type Tail, written } from './tail.ts';

/** A client that loses its stream comes back after this time, in ms. */
const retry = 3_000;
const greeting = Buffer.from(`retry: ${retry}\n\n`);
const comment = Buffer.from(':\n\n');

/** The position at which a stream begins, and its filter. */
export type Beginning = { after: Position | undefined; since: number | undefined; filter: ChangeFilter };

/** `caller`: its signal aborts when the client disconnects. `onEnd` is called once. `onError` is called with unexpected errors. */
type StreamParts = { store: Store; tail: Tail; caller: Caller; onEnd(): void; onError(error: unknown): void };

let streams = 0;

/**
 * Sends changes to a client as they happen, as server-sent events (HTML standard, "Server-sent events"). Reads pages of the log until it
 * reaches the changes that the tail has, then follows the tail. The runtime asks for a chunk when the client has taken the one before, so a
 * slow client holds one chunk in memory. A client that falls behind the tail is disconnected, and reconnects with its cursor.
 */
export function createChangeStream(beginning: Beginning, { store, tail, caller, onEnd, onError }: StreamParts): ReadableStream<Uint8Array> {
  const stream = streams++;
  const { filter } = beginning;
  let { after, since } = beginning;
  let live = false;
  let ended = false;

  function end(): void {
    if (!ended) onEnd();
    ended = true;
  }

  /** Undefined at the end of the stream. */
  async function next(): Promise<Uint8Array | undefined> {
    while (!ended && !tail.ending()) {
      const chunk = after && tail.take(after, filter, live);
      if (!chunk) return live ? undefined : readPage();
      live = true;
      const isNew = chunk.upTo.seq !== after?.seq;
      after = chunk.upTo;
      if (chunk.bytes) return chunk.bytes;
      if (isNew) continue;
      const signal = await tail.wait(stream);
      if (signal !== 'news') return signal === 'beat' ? comment : undefined;
    }
    return undefined;
  }

  /** A page without an event still sends a comment, so that the connection stays open. */
  async function readPage(): Promise<Uint8Array> {
    const page = await store.readSlow(reads.readEvents, { ...filter, after: after && cursorOf(after), since }, caller);
    after = page.after ?? noChange;
    since = undefined;
    return page.rows.length > 0 ? Buffer.from(page.rows.map(written).join('')) : comment;
  }

  async function nextOrEnd(): Promise<Uint8Array | undefined> {
    try {
      return await next();
    } catch (error) {
      if (!(error instanceof Problem)) onError(error);
      return undefined;
    }
  }

  caller.signal.addEventListener('abort', end);
  if (caller.signal.aborted) end();
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(greeting),
      async pull(controller) {
        const bytes = await nextOrEnd();
        if (ended) return;
        if (bytes) return controller.enqueue(bytes);
        end();
        controller.close();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
}
