import { overloaded, type Problem, unavailable } from '../model/problem.ts';
import { createShares } from '../model/shares.ts';
import type { Caller } from './slowReads.ts';
import type { Snapshot } from './store.ts';

/** That of an engine, on a connection of its own. `close` also ends the read under way. */
export type OpenSnapshot = Pick<Snapshot, 'read'> & { close(): Promise<unknown> };

/** Snapshots at once; each takes a connection, and with SQLite a thread. One client has two at most. */
const places = 4;
const part = 1;
/**
 * How long one may last, in ms. While it does, the write-ahead log of SQLite grows by all that is written, and PostgreSQL keeps what was
 * deleted.
 */
const maxTime = 120_000;

/** @param open of an engine; calls back where its snapshot ends by itself */
export function createSnapshots(open: (lost: () => void) => Promise<OpenSnapshot>) {
  const shares = createShares(places);
  const closings = new Map<() => void, Promise<unknown> | undefined>();

  return {
    /** It ends by itself after two minutes, and when its client has gone. @throws Problem `unavailable` where too many are open */
    async open({ client, signal }: Caller): Promise<Snapshot> {
      const giveBack = shares.take(1, { name: client, part });
      if (!giveBack) throw overloaded('Too many exports are under way: a client has two at once.');
      /** Fails the read under way. One promise for all reads would keep what each gave (`Promise.race`). */
      let giveUp = (_: Problem) => {};
      let opening: Promise<OpenSnapshot> | undefined;
      let isOpen = false;
      let ended = false;

      function end(): void {
        if (ended) return;
        ended = true;
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        giveUp(over());
        closings.set(end, close());
      }

      /** The place of a snapshot that is not open yet stays taken: clients that go at once would else open any number. */
      async function close(): Promise<void> {
        if (isOpen) giveBack?.();
        await opening?.then((snapshot) => snapshot.close()).catch(() => {});
        if (!isOpen) giveBack?.();
        closings.delete(end);
      }

      const timer = setTimeout(end, maxTime);
      signal.addEventListener('abort', end);
      closings.set(end, undefined);
      let opened: OpenSnapshot;
      try {
        opening = open(end);
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
          if (ended) throw over();
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

function over(): Problem {
  return unavailable('The snapshot has ended.');
}
