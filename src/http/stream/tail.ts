import { type ChangeEvent, cursorOf, type Position, showPosition, withoutContent } from '../../model/change.ts';
import { type ChangeFilter, changeFilters, isWanted } from '../../model/changeFilter.ts';
import { Problem } from '../../model/problem.ts';
import { readNewest, readTail } from '../../operations/change.ts';
import { reads } from '../../operations/reads.ts';
import { repeat } from '../../process/repeat.ts';
import type { Store } from '../../store/store.ts';

/** The pause between two reads of new changes, in ms. */
const lookTime = 20;
/** The pause between two comments to one stream, in ms. */
const beatTime = 8_000;
/**
 * The number of groups into which streams are divided. The groups get their comments one after the other, so that no turn of the event loop
 * serves all streams.
 */
const groups = 32;
/** The most events that stay in memory for streams that lag. */
const maxEvents = 5_000;
/** The most UTF-16 units in the texts of these events. */
const maxText = 8 * 2 ** 20;
/** A chunk ends with the event that exceeds this many UTF-16 units. */
const maxChunk = 65_536;

/** The event that wakes a waiting stream. */
export type Signal = 'news' | 'beat' | 'end';
/** Events for a stream, in bytes, and the number of the last change in them. */
export type Chunk = { bytes: Uint8Array | undefined; upTo: Position };

export type Tail = ReturnType<typeof createTail>;

/**
 * The newest changes, shared by all streams of a thread: each stream has a cursor into it, and no queue.
 *
 * @param ending whether streams must end because the service stops
 * @param onError called with defects
 */
export function createTail(store: Store, ending: () => boolean, onError: (error: unknown) => void) {
  const waits = Array.from({ length: groups }, () => Promise.withResolvers<Signal>());
  let events: ChangeEvent[] = [];
  /** UTF-16 units in the texts of the events. */
  let textLength = 0;
  /** The number of the change before the first event. */
  let before: bigint | undefined;
  /** The newest change that was read. */
  let last: Position | undefined;
  /** The last chunk without a filter, cached because most streams are at the same change. */
  let shared: { after: bigint; last: Position | undefined; chunk: Chunk } | undefined;
  /** The number of the newest change that restored a record. */
  let restored = 0n;
  /** A text that differs after values were hidden or shown again. */
  let hidings: string | undefined;
  let streams = 0;
  let beginning: Promise<void> | undefined;
  let stop = new AbortController();
  let group = 0;

  function wake(signal: Signal, from = 0, to = groups): void {
    for (let i = from; i < to; i++) {
      waits[i]?.resolve(signal);
      waits[i] = Promise.withResolvers();
    }
  }

  async function begin({ signal }: AbortController): Promise<void> {
    const newest = await store.read(readNewest, null);
    if (signal.aborted) return;
    last = newest;
    before = newest.seq;
    const work = [repeat(() => readNewChanges(signal), lookTime, onError), repeat(beat, beatTime / groups, onError)];
    signal.addEventListener('abort', () => void Promise.all(work.map((job) => job.stop())));
  }

  function end(): void {
    stop.abort();
    stop = new AbortController();
    [beginning, before, last, shared] = [undefined, undefined, undefined, undefined];
    [events, textLength, restored] = [[], 0, 0n];
  }

  async function beat(): Promise<void> {
    if (ending()) return wake('end');
    group = (group + 1) % groups;
    wake('beat', group, group + 1);
  }

  async function readNewChanges(signal: AbortSignal): Promise<void> {
    const { newest, hidings: now } = await store.read(readTail, null);
    if (now !== hidings && last) forget(last.seq);
    hidings = now;
    let more = newest.seq !== last?.seq || newest.at !== last.at;
    while (more && !signal.aborted) {
      const page = await readNextPage(signal);
      if (!page || signal.aborted) return;
      more = page.more;
      keep(page.rows);
      last = page.after ?? last;
      wake('news');
    }
  }

  /** Undefined if the log has lost changes, since the database lost data: then all streams end and begin anew. */
  async function readNextPage(signal: AbortSignal) {
    try {
      return await store.readSlow(reads.readEvents, { after: last && cursorOf(last) }, { client: 'streams of changes', signal });
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'cursor-lost')) throw error;
      wake('end');
      end();
      return undefined;
    }
  }

  /** Cached events may hold values that were redacted or hidden since. A stream that lags reads the events from the log instead. */
  function forget(upTo: bigint): void {
    [events, textLength, before, shared] = [[], 0, upTo, undefined];
  }

  function keep(added: ChangeEvent[]): void {
    const first = added[0];
    if (first && added.some(({ action }) => action === 'redact')) forget(first.seq - 1n);
    const deleted = new Set(added.flatMap((event) => (event.action === 'delete' ? [recordOf(event)] : [])));
    if (deleted.size > 0) {
      events = events.map((event) => (deleted.has(recordOf(event)) ? withoutContent(event) : event));
      textLength = lengthOf(events);
    }
    restored = added.findLast(({ action }) => action === 'restore')?.seq ?? restored;
    events = events.concat(added);
    textLength += lengthOf(added);
    let dropped = 0;
    while (events.length - dropped > maxEvents || (textLength > maxText && dropped < events.length - 1)) {
      textLength -= events[dropped]?.data.length ?? 0;
      before = events[dropped++]?.seq;
    }
    if (dropped > 0) events = events.slice(dropped);
  }

  return {
    /** Adds a stream. The first stream starts the tail at the newest change. @returns a function that removes the stream */
    async join(): Promise<() => void> {
      streams++;
      let joined = true;
      const leave = () => {
        if (joined && --streams === 0) end();
        joined = false;
      };
      try {
        beginning ??= begin(stop);
        await beginning;
        return leave;
      } catch (error) {
        beginning = undefined;
        leave();
        throw error;
      }
    },
    /** Streams that have joined. */
    open: (): number => streams,
    /**
     * The next events after a change; undefined if the tail no longer has them, or if the stream begins there (`live` is false) and a record
     * was restored later: its earlier events in memory lack its content.
     */
    take(after: Position, filter: ChangeFilter, live: boolean): Chunk | undefined {
      if (before === undefined || after.seq < before || (!live && after.seq < restored)) return undefined;
      if (changeFilters.isFiltered(filter)) return chunkOf(events, Number(after.seq - before), after, filter);
      if (shared?.after !== after.seq || shared.last !== last)
        shared = { after: after.seq, last, chunk: chunkOf(events, Number(after.seq - before), after, filter) };
      return shared.chunk;
    },
    /** @param stream any number; it determines the group of the stream */
    wait: (stream: number): Promise<Signal> => (waits[stream % groups] as PromiseWithResolvers<Signal>).promise,
    ending,
  };
}

const recordOf = ({ kind, id }: ChangeEvent) => `${kind} ${id}`;
const lengthOf = (events: ChangeEvent[]) => events.reduce((sum, { data }) => sum + data.length, 0);

/** Change numbers have no gaps, so the index of an event follows from its number. */
function chunkOf(events: ChangeEvent[], from: number, after: Position, filter: ChangeFilter): Chunk {
  let upTo = after;
  let text = '';
  for (let i = from; i < events.length && text.length < maxChunk; i++) {
    const event = events[i] as ChangeEvent;
    if (isWanted(event, filter)) text += written(event);
    upTo = { seq: event.seq, at: event.at };
  }
  return { upTo, bytes: text === '' ? undefined : Buffer.from(text) };
}

/** Only events with a change have an id, so the id is always a cursor. */
export function written(event: ChangeEvent): string {
  return `id: ${showPosition(event)}\nevent: change\ndata: ${event.data}\n\n`;
}
