import type { Account } from '../model/account.ts';
import { deadLink, type LinkPurpose } from '../model/linkToken.ts';
import { type Claim, findToken, takeToken } from '../store/mailToken.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { lockAccount } from '../store/user.ts';

/** `tokenHash` is the SHA-256 of the token in hexadecimal; `now` in ms since 1970. */
export type LinkQuery = { tokenHash: string; purpose: LinkPurpose; now: number };

/** The address that a link went to, while it works. Looking does not use it up. */
export async function readLink(reader: Reader, { tokenHash, purpose, now }: LinkQuery): Promise<{ email: string } | undefined> {
  const claim = await findToken(reader, tokenHash, purpose, now);
  return claim && { email: claim.email };
}

/**
 * Uses a link up, of which any number may try at once: the account is held first, as by all else that ends its links.
 *
 * @throws Problem `invalid-input` where the link does not work, also since its account is suspended
 */
export async function takeLink(tx: Transaction, tokenHash: string, purpose: LinkPurpose): Promise<{ account: Account; claim: Claim }> {
  const found = await findToken(tx, tokenHash, purpose, tx.now);
  const account = found && (await lockAccount(tx, found.userId));
  const claim = account && (await takeToken(tx, tokenHash, purpose));
  if (!claim || account.suspendedAt !== null) throw deadLink();
  return { account, claim };
}
