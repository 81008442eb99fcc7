import type { Actor } from '../model/actor.ts';
import { outcomeLifetime } from '../model/idempotencyKey.ts';
import { removeChunks, removeInputs } from './job.ts';
import type { Transaction } from './store.ts';

/** Deletes up to `limit` rows whose time is before `before`, the oldest first, found by an index. @returns how many */
type Remove = (tx: Transaction, before: number, limit: number) => Promise<number>;

const day = 24 * 3_600_000;

/** Rows that expire, by kind. `keptFor`: how long they stay in the store after that, in ms. */
export const removals = {
  'expired links': { keptFor: 0, remove: removalFrom('mail_token', 'hash', 'expires_at') },
  'ended logins': { keptFor: 30 * day, remove: removalOfSessions('ended_at') },
  'expired logins': { keptFor: 30 * day, remove: removalOfSessions('expires_at') },
  'revoked keys': { keptFor: 30 * day, remove: removalFrom('api_key', 'id', 'revoked_at') },
  'old events': { keptFor: 365 * day, remove: removalFrom('account_event', 'id', 'at') },
  'old idempotency keys': { keptFor: outcomeLifetime, remove: removalFrom('idempotency_key', 'key', 'at') },
  'expired counters of tries': { keptFor: 0, remove: removalFrom('tries', 'key', 'ends_at') },
  'inputs of ended jobs': { keptFor: 0, remove: removeInputs },
  'files of ended jobs': { keptFor: 7 * day, remove: removeChunks },
  'ended jobs': { keptFor: 7 * day, remove: removalFrom('job', 'id', 'ended_at') },
} satisfies Record<string, { keptFor: number; remove: Remove }>;

export type Leftover = keyof typeof removals;

export const leftovers = Object.keys(removals) as Leftover[];

/** The most rows that one step deletes. Other changes wait during a step. */
const maxRows = 200;

/** Deletes expired rows of a kind, and the keys of a deleted login. Several nodes may do it at once. @returns whether there may be more */
export async function tidyUp(tx: Transaction, _actor: Actor, kind: Leftover): Promise<boolean> {
  const { keptFor, remove } = removals[kind];
  return (await remove(tx, tx.now - keptFor, maxRows)) === maxRows;
}

function removalFrom(table: string, key: string, time: string): Remove {
  const oldest = `select ${key} from ${table} where ${time} < $1 order by ${time} limit $2`;
  const sql = `delete from ${table} where ${key} in (${oldest}) returning ${key}`;
  return async (tx, end, limit) => (await tx.all(sql, end, limit)).length;
}

/**
 * Keys are deleted first, since they refer to their session. Both statements delete up to the same time and id. In between, another node
 * may delete some of these rows, but no row with an earlier time can appear.
 */
function removalOfSessions(time: 'ended_at' | 'expires_at'): Remove {
  const last = `select at, id from (select ${time} as at, id from session where ${time} < $1 order by ${time}, id limit $2) as oldest
    order by at desc, id desc limit 1`;
  // The first condition follows from the second, but without it the planner does not use the index.
  const oldest = `${time} <= $1 and (${time}, id) <= ($1, $2)`;
  return async (tx, before, limit) => {
    const found = await tx.get(last, before, limit);
    if (!found) return 0;
    const { at = null, id = null } = found;
    await tx.run(`delete from api_key where session_id in (select id from session where ${oldest})`, at, id);
    return (await tx.all(`delete from session where ${oldest} returning id`, at, id)).length;
  };
}
