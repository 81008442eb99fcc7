import type { Account } from '../model/account.ts';
import { deadLink, type LinkPurpose } from '../model/linkToken.ts';
import { lockAccount } from '../store/account.ts';
import { findToken, type LinkToken, takeToken } from '../store/linkToken.ts';
import type { Reader, Transaction } from '../store/store.ts';

/** `tokenHash` is the SHA-256 of the token in hexadecimal; `now` in ms since 1970. */
export type LinkQuery = { tokenHash: string; purpose: LinkPurpose; now: number };

/** The address that a link went to, while it works. Looking does not use it up. */
export async function readLink(reader: Reader, { tokenHash, purpose, now }: LinkQuery): Promise<{ email: string } | undefined> {
  const link = await findToken(reader, tokenHash, purpose, now);
  return link && { email: link.email };
}

/**
 * Uses a link up, of which any number may try at once: the account is held first, as by all else that ends its links.
 *
 * @throws Problem `invalid-input` where the link does not work, also since its account is suspended
 */
export async function takeLink(tx: Transaction, tokenHash: string, purpose: LinkPurpose): Promise<{ account: Account; link: LinkToken }> {
  const found = await findToken(tx, tokenHash, purpose, tx.now);
  const account = found && (await lockAccount(tx, found.accountId));
  const link = account && (await takeToken(tx, tokenHash, purpose));
  if (!link || account.suspendedAt !== null) throw deadLink();
  return { account, link };
}
