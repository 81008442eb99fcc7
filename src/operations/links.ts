import type { LinkPurpose } from '../model/linkToken.ts';
import { findToken } from '../store/mailToken.ts';
import type { Reader } from '../store/store.ts';

/** `tokenHash` is the SHA-256 of the token in hexadecimal; `now` in ms since 1970. */
export type LinkQuery = { tokenHash: string; purpose: LinkPurpose; now: number };

/** The address that a link went to, while it works. Looking does not use it up. */
export async function readLink(reader: Reader, { tokenHash, purpose, now }: LinkQuery): Promise<{ email: string } | undefined> {
  const claim = await findToken(reader, tokenHash, purpose, now);
  return claim && { email: claim.email };
}
