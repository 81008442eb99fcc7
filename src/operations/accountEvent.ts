import type { AccountAction } from '../model/accountEvent.ts';
import type { Actor } from '../model/actor.ts';
import { insertAccountEvent } from '../store/accountEvent.ts';
import type { Transaction } from '../store/store.ts';

/** @param subject the session or key that it is about */
export function logEvent(tx: Transaction, actor: Actor, accountId: bigint, action: AccountAction, subject?: bigint): Promise<void> {
  return insertAccountEvent(tx, accountId, { actor: actor.accountId, action, subject: subject ?? null });
}
