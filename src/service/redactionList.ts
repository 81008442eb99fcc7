import { repeat } from '../process/repeat.ts';
import { listRedactions } from '../store/redaction.ts';
import { listRedactionsBeside } from '../store/redactionList.ts';
import type { Store } from '../store/store.ts';

const period = 60_000;

/** Keeps the list of redactions next to a store up to date: at the start, every minute, and at the end. */
export function startListingRedactions(store: Store, path: string, onError: (error: unknown) => void) {
  let listed = 0;
  const list = async () => {
    const redactions = await store.read(listRedactions, null);
    if (redactions.length !== listed) listRedactionsBeside(path, redactions);
    listed = redactions.length;
  };
  const repeated = repeat(list, period, onError, 0);
  return {
    async stop(): Promise<void> {
      await repeated.stop();
      await list().catch(onError);
    },
  };
}
