import { type Actor, system } from '../model/actor.ts';
import type { Uses } from '../operations/lastUsed.ts';
import { writes } from '../operations/writes.ts';
import { repeat } from '../process/repeat.ts';
import type { Store } from '../store/store.ts';

/** Uses noted in one change; more are several, so that the changes of others do not wait long. */
const atOnce = 500;

export type LastUsed = {
  /** Remembers that a credential was used just now; costs no write. */
  note(actor: Actor): void;
  /** Writes what is remembered, and remembers no more. */
  stop(): Promise<void>;
};

/**
 * Keeps when each login and lasting key was last used, gathered in memory and written once in a period, so that no
 * request waits for it. What an unclean end or a store that is out of reach costs is a time or two.
 *
 * @param period in ms
 */
export function createLastUsed(store: Store, period: number, onError: (error: unknown) => void): LastUsed {
  const seen = { session: new Map<bigint, number>(), key: new Map<bigint, number>() };

  async function write(): Promise<void> {
    for (const kind of ['session', 'key'] as const) {
      const uses: Uses['uses'] = [...seen[kind]];
      seen[kind].clear();
      for (let i = 0; i < uses.length; i += atOnce) await store.write(writes.noteUses, system, { kind, uses: uses.slice(i, i + atOnce) });
    }
  }

  const repeated = repeat(write, period, onError);
  return {
    note({ sessionId, keyId }) {
      if (sessionId !== null) seen.session.set(sessionId, Date.now());
      else if (keyId !== null) seen.key.set(keyId, Date.now());
    },
    async stop() {
      await repeated.stop();
      await write().catch(onError);
    },
  };
}
