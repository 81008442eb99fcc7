import { type Actor, scopes } from '../model/actor.ts';
import type { NewAlbum } from '../model/album.ts';
import type { NewArtist } from '../model/artist.ts';
import { insertKey } from '../store/key.ts';
import { reachMilestone } from '../store/milestone.ts';
import type { Transaction } from '../store/store.ts';
import { signUp } from './account.ts';
import { createAlbum } from './album.ts';
import { createArtist } from './artist.ts';

export type StarterArtist = NewArtist & { albums: NewAlbum[] };

/** @param input.keyHash SHA-256 of the operator's first key, in hexadecimal */
export type FirstStart = { starter: StarterArtist[]; keyHash: string };

/**
 * What an empty store gets, once in its life and all at once: the starter catalogue through the ordinary operations, and
 * an operator account with an admin key and no password.
 *
 * @returns false where the store had its first start before
 */
export async function firstStart(tx: Transaction, actor: Actor, input: FirstStart): Promise<boolean> {
  if (!(await reachMilestone(tx, 'first start'))) return false;
  for (const { albums, ...artist } of input.starter) {
    const { id: artistId } = (await createArtist(tx, actor, { record: artist, insist: false })).record;
    for (const record of albums) await createAlbum(tx, actor, { artistId, record, insist: false });
  }
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
  return true;
}

/** No mail can reach it and no password opens it; it is what the operator's keys belong to. */
export const operatorEmail = 'operator@localhost';
