import type { LinkPurpose } from '../model/linkToken.ts';
import { insertRow, objectsOf } from './rows.ts';
import type { Reader, Transaction } from './store.ts';

/** @param hash SHA-256 of the token in hexadecimal; the token itself is never stored @param expiresAt ms since 1970 */
export type NewToken = { hash: string; accountId: bigint; purpose: LinkPurpose; email: string; expiresAt: number };

export type LinkToken = { accountId: bigint; email: string };
const toLinkToken = objectsOf<LinkToken>({});

/** Stores a token, and deletes the older ones of the same account and purpose. */
export async function replaceToken(tx: Transaction, { hash, accountId, purpose, email, expiresAt }: NewToken): Promise<void> {
  await tx.run('delete from mail_token where user_id = $1 and purpose = $2', accountId, purpose);
  await insertRow(tx, 'mail_token', { hash, user_id: accountId, purpose, email, created_at: tx.now, expires_at: expiresAt });
}

const valid = 'from mail_token where hash = $1 and purpose = $2 and expires_at > $3';

/** @param now ms since 1970 */
export async function findToken(reader: Reader, hash: string, purpose: LinkPurpose, now: number): Promise<LinkToken | undefined> {
  const row = await reader.get(`select user_id, email ${valid}`, hash, purpose, now);
  return row && toLinkToken(row);
}

/** Deletes a token. If several requests use it at once, only one gets its account. */
export async function takeToken(tx: Transaction, hash: string, purpose: LinkPurpose): Promise<LinkToken | undefined> {
  const row = await tx.get(`delete ${valid} returning user_id, email`, hash, purpose, tx.now);
  return row && toLinkToken(row);
}

/** Deletes all links of an account. @returns how many there were */
export async function deleteTokens(tx: Transaction, accountId: bigint): Promise<number> {
  return (await tx.all('delete from mail_token where user_id = $1 returning hash', accountId)).length;
}
