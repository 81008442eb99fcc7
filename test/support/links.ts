import { hashLinkToken, type LinkPurpose, makeLinkToken } from '../../src/model/linkToken.ts';
import type { Rockola } from './harness.ts';
import { mailThrough } from './mailServer.ts';

/** A settings' worth of a mail server that never answers: links are asked for, and none goes out. */
export const deadMail = mailThrough('smtp://127.0.0.1:1');

/** The token of a link to an account, as if it had come by mail. */
export async function linkTo(rockola: Rockola, accountId: bigint | string, purpose: LinkPurpose): Promise<string> {
  const token = makeLinkToken();
  await rockola.sql(`insert into mail_token (hash, user_id, purpose, email, created_at, expires_at)
    select '${hashLinkToken(token)}', id, '${purpose}', normal_email, 1, ${Date.now() + 3_600_000} from "user" where id = ${accountId}`);
  return token;
}
