import type { Logger } from 'pino';
import { toJson } from '../model/json.ts';
import { Problem } from '../model/problem.ts';
import { repeat } from '../process/repeat.ts';
import type { Store } from '../store/store.ts';

/**
 * Pause between two measurements of the size, in ms. A measurement comes earlier if the writes since the last one may have reached the
 * limit.
 */
const period = 2_000;

/**
 * A store that refuses writes that enlarge it while it has `limit` bytes or more. Writes of other nodes are noticed at the next
 * measurement.
 *
 * @param limit in bytes; without it the size is only measured
 */
export async function limitSize(store: Store, limit: number | undefined, log: Pick<Logger, 'warn' | 'info' | 'error'>) {
  let bytes = 0;
  let full = false;

  /** Estimated bytes of the writes that the last measurement may not include. */
  let unseen = 0;
  /** Those of finished writes, which the next measurement includes. */
  let done = 0;
  let underWay: Promise<void> | undefined;

  async function measure(): Promise<void> {
    const seen = done;
    bytes = await store.size();
    unseen -= seen;
    done -= seen;
    if (full === (limit !== undefined && bytes >= limit)) return;
    full = !full;
    if (full) log.warn({ bytes, limit }, 'the store has reached ROCKOLA_STORE_LIMIT: additions are refused until it is below again');
    else log.info({ bytes, limit }, 'the store is below ROCKOLA_STORE_LIMIT again');
  }

  /** Concurrent callers share one measurement. */
  function measureOnce(): Promise<void> {
    underWay ??= measure().finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  /** Counts each write before it checks the next, since many may wait for the same measurement. @throws Problem `storage-full` */
  async function takeRoom(maxBytes: number, cost: number): Promise<void> {
    const mayBeFull = () => full || bytes + unseen >= maxBytes;
    if (!full && mayBeFull()) await measureOnce();
    if (mayBeFull()) throw limitReached();
    unseen += cost;
  }

  const write: Store['write'] = async (operation, actor, input, context) => {
    if (limit === undefined || !operation.adds) return store.write(operation, actor, input, context);
    const cost = costOf(input);
    await takeRoom(limit, cost);
    return store.write(operation, actor, input, context).finally(() => {
      done += cost;
    });
  };

  await measure();
  const measuring = repeat(measureOnce, period, (err) => log.error({ err }, 'the size of the store is not known'));
  return {
    store: {
      ...store,
      write,
      figures: () => ({ ...store.figures(), size: { bytes, limit } }),
    },
    stop: measuring.stop,
  };
}

/**
 * The most bytes that a write may take: in the record, in the log, under an idempotency key and, if all its words are new, in the search
 * index.
 */
function costOf(input: unknown): number {
  return 24 * Buffer.byteLength(toJson(input)) + 1024;
}

function limitReached(): Problem {
  return new Problem(
    'storage-full',
    'The store has the size that its operator allows; nothing was changed. Deleting, revoking and logging in or out still work. For more, ask the operator to raise ROCKOLA_STORE_LIMIT.',
  );
}
