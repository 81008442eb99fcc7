import { anonymous } from '../model/actor.ts';
import { deadLink, hashLinkToken } from '../model/linkToken.ts';
import { passwordFault } from '../model/password.ts';
import { invalidInput } from '../model/problem.ts';
import { readLink } from '../operations/links.ts';
import { resetPassword } from '../operations/passwordReset.ts';
import { mailLanguageOf } from './language.ts';
import type { Services } from './services.ts';

/**
 * Gives the account of a link its new password, for both doors. Only a link that works costs a hash.
 *
 * @param input its lengths are judged already
 * @throws Problem `invalid-input` at /token or /password
 */
export async function resetByLink(input: { token: string; password: string }, headers: Headers, services: Services): Promise<void> {
  const { store, passwords, config } = services;
  const tokenHash = hashLinkToken(input.token);
  const link = await store.read(readLink, { tokenHash, purpose: 'reset', now: Date.now() });
  if (!link) throw deadLink();
  const fault = passwordFault(input.password, link.email);
  if (fault) throw invalidInput([{ pointer: '/password', detail: fault }]);
  const passwordHash = await passwords.hash(input.password);
  await store.change(resetPassword, anonymous, { tokenHash, passwordHash, language: mailLanguageOf(headers, config) });
}
