import { type Actor, system } from '../model/actor.ts';
import type { Uses } from '../operations/session.ts';
import { writes } from '../operations/writes.ts';
import { repeat } from '../process/repeat.ts';
import type { Store } from '../store/store.ts';

/** How many uses one transaction writes, at most, so that other writes do not wait long. */
const batchSize = 500;

export type LastUsed = ReturnType<typeof createLastUsed>;

/**
 * Records the last use of each login and lasting key. Uses are collected in memory and written once in a period, so that no request waits.
 * A crash, or a store that is out of reach, loses the uses of one period.
 *
 * @param period in ms
 */
export function createLastUsed(store: Store, period: number, onError: (error: unknown) => void) {
  const seen = { session: new Map<bigint, number>(), key: new Map<bigint, number>() };

  async function write(): Promise<void> {
    for (const kind of ['session', 'key'] as const) {
      const uses: Uses['uses'] = [...seen[kind]];
      seen[kind].clear();
      for (let i = 0; i < uses.length; i += batchSize)
        await store.write(writes.noteUses, system, { kind, uses: uses.slice(i, i + batchSize) });
    }
  }

  const repeated = repeat(write, period, onError);
  return {
    note({ sessionId, keyId }: Actor): void {
      if (sessionId !== null) seen.session.set(sessionId, Date.now());
      else if (keyId !== null) seen.key.set(keyId, Date.now());
    },
    async stop(): Promise<void> {
      await repeated.stop();
      await write().catch(onError);
    },
  };
}
