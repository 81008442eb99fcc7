import { hashLinkToken, type LinkPurpose, makeLinkToken } from '../../src/model/linkToken.ts';
import type { Rockola } from './harness.ts';
import { mailThrough } from './mailServer.ts';

/** Settings of a mail server that does not exist: links can be requested, and no mail is sent. */
export const silentMailServer = mailThrough('smtp://127.0.0.1:1');

/** The token of a link of an account, as a mail would have it. A mail that waits is deleted, since its sending would end this link. */
export async function linkTo(rockola: Rockola, accountId: bigint | string, purpose: LinkPurpose): Promise<string> {
  const token = makeLinkToken();
  await rockola.sql(`delete from mail where kind = '${purpose}' and address = (select email from "user" where id = ${accountId})`);
  await rockola.sql(`insert into mail_token (hash, user_id, purpose, email, created_at, expires_at)
    select '${hashLinkToken(token)}', id, '${purpose}', normal_email, 1, ${Date.now() + 3_600_000} from "user" where id = ${accountId}`);
  return token;
}
