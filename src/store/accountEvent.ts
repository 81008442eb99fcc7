import type { AccountAction, AccountEvent } from '../model/accountEvent.ts';
import type { Actor } from '../model/actor.ts';
import { insertRow, objectsOf } from './rows.ts';
import type { Reader, Transaction } from './store.ts';

/** @param subject the id of the session, key or webhook that the event is about */
export async function logEvent(
  tx: Transaction,
  actor: Actor,
  accountId: bigint,
  action: AccountAction,
  subject: bigint | null = null,
): Promise<void> {
  await insertRow(tx, 'account_event', { at: tx.now, user_id: accountId, actor: actor.accountId, action, subject });
}

/** The events of an account, the oldest first. They outlive the account. */
export async function listAccountEvents(reader: Reader, accountId: bigint): Promise<AccountEvent[]> {
  const rows = await reader.all(`select at, actor, action, subject from account_event where user_id = $1 order by id`, accountId);
  return rows.map(objectsOf<AccountEvent>({ at: Number }));
}

/** Deletes up to `limit` events of an account that have one of these actions, but keeps the last `kept` of them. */
export async function forgetAccountEvents(
  tx: Transaction,
  accountId: bigint,
  actions: readonly AccountAction[],
  kept: number,
  limit: number,
): Promise<void> {
  const kinds = actions.map((action) => `'${action}'`);
  await tx.run(
    `delete from account_event where id in (
       select id from account_event where user_id = $1 and action in (${kinds}) order by id desc limit $2 offset $3)`,
    accountId,
    limit,
    kept,
  );
}
