import type { AccountAction, AccountEvent } from '../model/accountEvent.ts';
import type { Actor } from '../model/actor.ts';
import { insertAccountEvent, listAccountEvents } from '../store/accountEvent.ts';
import type { Reader, Transaction } from '../store/store.ts';

/** @param subject the session or key that it is about */
export function logEvent(tx: Transaction, actor: Actor, accountId: bigint, action: AccountAction, subject?: bigint): Promise<void> {
  return insertAccountEvent(tx, accountId, { actor: actor.accountId, action, subject: subject ?? null });
}

/** The events of an account, which may be gone by now. */
export function listEvents(reader: Reader, accountId: bigint): Promise<AccountEvent[]> {
  return listAccountEvents(reader, accountId);
}
