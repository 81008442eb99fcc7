import { system } from '../model/actor.ts';
import { generation } from '../model/search/generation.ts';
import { writes } from '../operations/writes.ts';
import type { Log } from '../process/log.ts';
import { type Repeated, repeat } from '../process/repeat.ts';
import { readIndexState } from '../store/search/state.ts';
import type { Store } from '../store/store.ts';

/** Pause between two checks whether the index must be built, in ms. */
const period = 60_000;
/** Pause between two log lines about the progress of a build, in ms. */
const logInterval = 5_000;

/**
 * Builds the search index if it is incomplete (after an upgrade or an interrupted rebuild) or was made by other rules. An index of newer
 * rules is rebuilt only at the start: else nodes of two versions on one database would rebuild it in turn forever.
 */
export function startIndexing(store: Pick<Store, 'read' | 'write'>, isOver: () => boolean, log: Log['events']): Repeated {
  let replaceNewer = true;
  return repeat(
    async () => {
      await renew(store, replaceNewer, log);
      replaceNewer = false;
      await build(store, isOver, log);
    },
    period,
    (err) => log.error({ err }, 'the search index could not be built'),
    0,
  );
}

async function renew(store: Pick<Store, 'read' | 'write'>, replaceNewer: boolean, log: Log['events']): Promise<void> {
  const { rules } = await store.read(readIndexState, undefined);
  if (replaceNewer ? rules === generation : rules >= generation) return;
  log.info(`the search index is made by generation ${rules} of the rules for words, this program has ${generation}; it is built again`);
  await store.write(writes.renewIndex, system, { newer: replaceNewer });
}

async function build(store: Pick<Store, 'read' | 'write'>, isOver: () => boolean, log: Log['events']): Promise<void> {
  let { building } = await store.read(readIndexState, undefined);
  if (!building) return;
  let loggedAt = Number.NEGATIVE_INFINITY;
  while (building && !isOver()) {
    if (performance.now() - loggedAt > logInterval) {
      log.info(`building the search index: ${building.done} of ${building.records} records`);
      loggedAt = performance.now();
    }
    ({ building } = await store.write(writes.buildIndex, system, null));
  }
  if (!building) log.info('the search index is complete');
}
