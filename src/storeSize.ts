import type { Logger } from 'pino';
import { Problem } from './model/problem.ts';
import { repeat } from './process/repeat.ts';
import type { Store } from './store/store.ts';

/** How often the size is looked at, in ms. What is written meanwhile may exceed the limit. */
const period = 2_000;

/** A store that refuses what adds to it as long as it has `limit` bytes or more, and tells its size. */
export type LimitedStore = { store: Store; stop(): Promise<void> };

/** @param limit bytes; undefined: the size is only told */
export async function limitSize(
  store: Store,
  limit: number | undefined,
  log: Pick<Logger, 'warn' | 'info' | 'error'>,
): Promise<LimitedStore> {
  let bytes = 0;
  let full = false;

  async function look(): Promise<void> {
    bytes = await store.size();
    if (full === (limit !== undefined && bytes >= limit)) return;
    full = !full;
    if (full) log.warn({ bytes, limit }, 'the store has reached ROCKOLA_STORE_LIMIT: what adds to it is refused until it is below again');
    else log.info({ bytes, limit }, 'the store is below ROCKOLA_STORE_LIMIT again');
  }

  await look();
  const looking = repeat(look, period, (err) => log.error({ err }, 'the size of the store is not known'));
  return {
    store: {
      ...store,
      write: (operation, ...rest) => (full && operation.adds ? Promise.reject(limitReached()) : store.write(operation, ...rest)),
      figures: () => ({ ...store.figures(), size: { bytes, limit } }),
    },
    stop: looking.stop,
  };
}

function limitReached(): Problem {
  return new Problem(
    'storage-full',
    'The store has the size that its operator allows; nothing was changed. Deleting, revoking and logging in or out still work. For more, ask the operator to raise ROCKOLA_STORE_LIMIT.',
  );
}
