import type { Client } from '../limits/client.ts';
import { anonymous } from '../model/actor.ts';
import { deadLink, hashLinkToken } from '../model/linkToken.ts';
import type { MailLanguage } from '../model/mail.ts';
import { passwordFault } from '../model/password.ts';
import { fieldError, invalidInput } from '../model/problem.ts';
import { readLink } from '../operations/linkToken.ts';
import { writes } from '../operations/writes.ts';
import type { Store } from '../store/store.ts';
import type { AuthServices, WithHashing } from './password.ts';

/**
 * Sets the new password of a link's account. The link is checked before the costly hash.
 *
 * @param input its lengths are checked already
 * @param language of the mail about the change; null for none
 * @throws Problem `invalid-input` at /token or /password, `unavailable` where too many requests hash
 */
export async function resetByLink(
  input: { token: string; password: string },
  language: MailLanguage | null,
  { store, withHashing }: { store: Store; withHashing: WithHashing },
): Promise<void> {
  const tokenHash = hashLinkToken(input.token);
  const link = await store.read(readLink, { tokenHash, use: 'reset', now: Date.now() });
  if (!link) throw deadLink();
  const fault = passwordFault(input.password, link.email);
  if (fault) throw invalidInput(fieldError('/password', ...fault));
  const passwordHash = await withHashing(undefined, ({ hash }) => hash(input.password));
  await store.write(writes.resetPassword, anonymous, { tokenHash, passwordHash, language });
}

/** Sends a link to choose a new password. @throws Problem `too-many-requests` */
export async function requestReset(
  email: string,
  { client, language }: { client: Client; language: MailLanguage },
  { store, limits }: AuthServices,
): Promise<void> {
  await limits.admitTry(client, 'reset', email);
  await store.write(writes.requestReset, anonymous, { email, language });
}
