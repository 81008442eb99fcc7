import type { Client } from '../limits/client.ts';
import type { Limits } from '../limits/limit.ts';
import { anonymous } from '../model/actor.ts';
import { deadLink, hashLinkToken } from '../model/linkToken.ts';
import type { SignUpRequest } from '../model/signUp.ts';
import { readLink } from '../operations/linkToken.ts';
import { writes } from '../operations/writes.ts';
import type { Store } from '../store/store.ts';
import type { WithHashing } from './password.ts';

/** Makes the operator's account by the one-time link. The link is checked before the costly hash. @throws Problem `invalid-input`, `email-taken` */
export async function makeFirstAdmin(
  token: string,
  { name, email, password }: SignUpRequest,
  { client, withHashing }: { client: Client; withHashing: WithHashing },
  { store, limits }: { store: Store; limits: Limits },
): Promise<void> {
  const tokenHash = hashLinkToken(token);
  if (!(await store.read(readLink, { tokenHash, use: 'firstAdmin', now: Date.now() }))) throw deadLink();
  const passwordHash = await withHashing(undefined, async (hashing) => {
    await limits.admitTry(client, 'signup');
    return hashing.hash(password);
  });
  await store.write(writes.createFirstAdmin, anonymous, { tokenHash, name, email, passwordHash });
}
