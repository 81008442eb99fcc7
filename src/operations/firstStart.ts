import { type Actor, scopes } from '../model/actor.ts';
import type { StarterArtist } from '../model/addition.ts';
import { insertKey } from '../store/key.ts';
import { isReached, reachMilestone } from '../store/milestone.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { signUp } from './account.ts';
import { createCatalogue } from './catalogue.ts';
import { createAdminLink } from './firstAdmin.ts';
import { operatorEmail } from './linkToken.ts';

/**
 * `keyHash` is the SHA-256 of the operator's first key in hexadecimal; `linkHash` that of the token of the address where they make an
 * account.
 */
export type FirstStart = { starter: StarterArtist[]; keyHash: string; linkHash?: string };

const milestone = 'first start';

export function hadFirstStart(reader: Reader, _input: null): Promise<boolean> {
  return isReached(reader, milestone);
}

/**
 * Fills a new store, once, in one transaction: with the starter catalogue, and an operator's account that has an admin key and no password.
 *
 * @returns false if the store was filled before
 */
export async function firstStart(tx: Transaction, actor: Actor, input: FirstStart): Promise<boolean> {
  if (!(await reachMilestone(tx, milestone))) return false;
  await createCatalogue(tx, actor, input.starter);
  const operator = await signUp(tx, actor, { name: 'Operator', email: operatorEmail, passwordHash: null, role: 'admin', verified: true });
  await insertKey(tx, {
    accountId: operator.id,
    sessionId: null,
    madeBy: null,
    name: 'first start',
    hash: input.keyHash,
    scopes: [...scopes],
    expiresAt: null,
  });
  if (input.linkHash !== undefined) await createAdminLink(tx, actor, input.linkHash);
  return true;
}
