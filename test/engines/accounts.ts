import { type Actor, scopes, system } from '../../src/model/actor.ts';
import type { Engine } from './stores.ts';

/** The accounts that make changes. */
export const accounts = [901n, 902n, 903n];

/** Adds these accounts, each with a login. */
export async function addAccounts({ sql }: Engine): Promise<void> {
  for (const id of accounts) {
    await sql(`insert into "user" (id, name, email, normal_email, role, created_at) values (${id}, '', '${id}', '${id}', 'editor', 0)`);
    await sql(`insert into session (id, token_hash, user_id, created_at, expires_at) values (${id}, '${id}', ${id}, 0, 99999999999999)`);
  }
}

/** @param account 0 for the service */
export const actorOf = (account: bigint): Actor =>
  account === 0n ? system : { accountId: account, sessionId: account, keyId: null, role: 'editor', scopes };
