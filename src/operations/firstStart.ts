import { type Actor, scopes } from '../model/actor.ts';
import type { StarterArtist } from '../model/addition.ts';
import { type Fields, kinds, type RecordOf } from '../model/record.ts';
import { albums } from '../store/album.ts';
import { artists } from '../store/artist.ts';
import { insertKey } from '../store/key.ts';
import { recordTables, tables } from '../store/kinds.ts';
import { isReached, reachMilestone } from '../store/milestone.ts';
import type { Ancestry, RecordTable } from '../store/record.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { signUp } from './account.ts';
import { createAdminLink, operatorEmail } from './linkToken.ts';
import { logRevisions } from './log.ts';
import { firstVersion } from './record.ts';

/**
 * `keyHash`: the SHA-256 of the operator's first key in hexadecimal. `linkHash`: that of the token in the link with which the operator
 * makes an account.
 */
export type FirstStart = { starter: StarterArtist[]; keyHash: string; linkHash?: string };

const milestone = 'first start';

export const hadFirstStart = (reader: Reader) => isReached(reader, milestone);

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

/**
 * Creates artists and the records under them, with their own ids, in a store that has never had a record. The rows and their order are as
 * if each record were created alone. It takes few statements, since each takes a while on a store across a network. Members and
 * credits come last, since they name artists.
 *
 * @throws where an id was taken
 */
async function createCatalogue(tx: Transaction, actor: Actor, catalogue: StarterArtist[]): Promise<void> {
  const firstVersions = <F extends Fields>({ type }: RecordTable<F>, records: RecordOf<F>[], under: Ancestry) =>
    records.map((record) => firstVersion(type, record, tx.now, under) as unknown as ReturnType<typeof firstVersion<never>>);
  const { artist_details, album_details, alias, artist_identifier, membership, credit, album_source } = tables;
  const all = [
    ...catalogue.flatMap((artist) => {
      const under = { artistId: artist.id };
      return [
        ...firstVersions(artists, [artist], {}),
        ...firstVersions(artist_details, [artist.details], under),
        ...firstVersions(albums, artist.albums, under),
        ...artist.albumDetails.flatMap((details) => firstVersions(album_details, [details], { ...under, albumId: details.id })),
        ...artist.sources.flatMap(({ albumId, ...source }) => firstVersions(album_source, [source], { ...under, albumId })),
        ...firstVersions(alias, artist.aliases, under),
        ...firstVersions(artist_identifier, artist.identifiers, under),
      ];
    }),
    ...catalogue.flatMap(({ id: artistId, members }) => firstVersions(membership, members, { artistId })),
    ...catalogue.flatMap(({ id: artistId, credits }) =>
      credits.flatMap(({ albumId, ...record }) => firstVersions(credit, [record], { artistId, albumId })),
    ),
  ];
  const entries = all.map(({ entry }) => entry);
  await logRevisions(tx, actor, entries);
  for (const kind of kinds) {
    const created = all.flatMap(({ entry, created }) => (entry.kind === kind ? [created] : []));
    await recordTables[kind].insertAll(tx, created);
  }
}
