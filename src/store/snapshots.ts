import { overloaded, type Problem, unavailable } from '../model/problem.ts';
import { createShares } from '../model/shares.ts';
import type { Caller } from './slowReads.ts';
import type { Snapshot } from './store.ts';

/** A snapshot of an engine, on a separate connection. `close` also ends the read under way. */
export type OpenSnapshot = Pick<Snapshot, 'read'> & { close(): Promise<unknown> };

/** How many snapshots may be open at once. Each takes a connection, and with SQLite a thread. */
const places = 4;
/** A client may have as many as stay free, so two at most. */
const part = 1;
/** How long a snapshot may last, in ms. Meanwhile SQLite's write-ahead log grows with every write, and PostgreSQL keeps deleted rows. */
export const snapshotTime = 120_000;

/** @param open opens a snapshot of the engine, which calls `lost` if it ends by itself, and gives up soon after `stop` aborts */
export function createSnapshots(open: (lost: () => void, stop: AbortSignal) => Promise<OpenSnapshot>) {
  const shares = createShares(places);
  const closings = new Map<() => void, Promise<unknown> | undefined>();

  return {
    /** It ends by itself after two minutes, and when its client has gone. @throws Problem `unavailable` where too many are open */
    async open({ client, signal }: Caller): Promise<Snapshot> {
      const releasePlace = shares.take(1, { name: client, part });
      if (!releasePlace) throw overloaded('Too many exports are under way: a client may have two at once.');
      /** Rejects the read under way. A promise that all reads share would keep all their results in memory (`Promise.race`). */
      let giveUp = (_: Problem) => {};
      let opening: Promise<OpenSnapshot> | undefined;
      let isOpen = false;
      let ended = false;
      const stop = new AbortController();

      function end(): void {
        if (ended) return;
        ended = true;
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        stop.abort();
        giveUp(snapshotEnded());
        closings.set(end, close());
      }

      /** A snapshot that is still opening keeps its place until it is closed. Else clients that soon disconnect could open any number. */
      async function close(): Promise<void> {
        if (isOpen) releasePlace?.();
        await opening?.then((snapshot) => snapshot.close()).catch(() => {});
        if (!isOpen) releasePlace?.();
        closings.delete(end);
      }

      const timer = setTimeout(end, snapshotTime);
      signal.addEventListener('abort', end);
      closings.set(end, undefined);
      let opened: OpenSnapshot;
      try {
        opening = open(end, stop.signal);
        opened = await opening;
        isOpen = !ended;
      } catch (error) {
        end();
        throw error;
      }
      if (signal.aborted) end();
      const { read } = opened;
      return {
        end,
        async read(operation, input) {
          if (ended) throw snapshotEnded();
          const { promise, reject } = Promise.withResolvers<never>();
          giveUp = reject;
          return Promise.race([read(operation, input), promise]);
        },
      };
    },
    async close(): Promise<void> {
      for (const end of [...closings.keys()]) end();
      await Promise.allSettled(closings.values());
    },
  };
}

function snapshotEnded(): Problem {
  return unavailable('The snapshot has ended.');
}

/**
 * A snapshot without a time limit, for reads that need not all see the same state. After half the time of a snapshot it opens a new one.
 * If that fails, it keeps the former.
 *
 * @param maxAge in ms
 */
export async function openRenewed(open: () => Promise<Snapshot>, maxAge = snapshotTime / 2): Promise<Snapshot> {
  let current = await open();
  let openedAt = performance.now();

  async function renew(): Promise<void> {
    const next = await open().catch(() => undefined);
    if (!next) return;
    current.end();
    current = next;
    openedAt = performance.now();
  }

  return {
    async read(operation, input) {
      if (performance.now() - openedAt >= maxAge) await renew();
      return current.read(operation, input);
    },
    end: () => current.end(),
  };
}
