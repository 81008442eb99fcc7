import type { Alias } from '../model/alias.ts';
import type { Membership } from '../model/membership.ts';
import { idCursor, type PageQuery, type SeekSlice, sliceOf } from '../model/page.ts';
import type { Fields, PathOf, RecordOf } from '../model/record.ts';
import { aliases, countMemberships, listByPerson, listShownMemberships, memberships, type ShownMembership } from '../store/facts.ts';
import type { RecordTable } from '../store/record.ts';
import type { Reader } from '../store/store.ts';
import { readArtist } from './artist.ts';
import { operationsOf } from './recordOperations.ts';

/** @throws Problem `not-found` */
export const { read: readAlias, ...aliasOperations } = operationsOf('Alias', 'alias', aliases);
/** @throws Problem `not-found` */
export const { read: readMembership, ...membershipOperations } = operationsOf('Membership', 'membership', memberships);

export const listAliases = listOf(aliases);
export const listMembers = listOf(memberships);

/** One page of the memberships of a person in order of id, each with its group. @throws Problem `not-found` where the person is not there */
export async function listBandsOf(
  reader: Reader,
  { artistId, ...query }: PageQuery & PathOf<'artist'>,
): Promise<SeekSlice<Membership & { group: bigint }>> {
  await readArtist(reader, { artistId });
  const { records, total } = await listByPerson(reader, artistId, { ...query, limit: query.limit + 1n });
  return sliceOf(records, query, total, idCursor);
}

/** Lists what is under an artist, a page at a time, in order of id. */
function listOf<F extends Fields>(table: RecordTable<F>) {
  return async (reader: Reader, { artistId, ...query }: PageQuery & PathOf<'artist'>): Promise<SeekSlice<RecordOf<F>>> => {
    await readArtist(reader, { artistId });
    const found = await table.list(reader, { artistId }, { ...query, limit: query.limit + 1n });
    return sliceOf(found, query, await table.count(reader, { artistId }), idCursor);
  };
}

export type { ShownMembership };

/** The first records of a list that may be longer. */
export type Listed<T> = { records: T[]; total: bigint };

/** What is known of an artist beside its albums: who was in it, where it was a member, and its other names; the first of each. */
export type About = { members: Listed<ShownMembership>; bands: Listed<ShownMembership>; aliases: Alias[] };

const maxShown = 100n;

export async function readAbout(reader: Reader, { artistId }: PathOf<'artist'>): Promise<About> {
  const [members, bands, names] = await Promise.all([
    listFirst(reader, 'group', artistId),
    listFirst(reader, 'person', artistId),
    aliases.list(reader, { artistId }, { limit: maxShown, offset: 0n, after: undefined }),
  ]);
  return { members, bands, aliases: names };
}

async function listFirst(reader: Reader, end: 'group' | 'person', id: bigint): Promise<Listed<ShownMembership>> {
  const records = await listShownMemberships(reader, end, id, maxShown);
  const total = BigInt(records.length);
  return { records, total: total < maxShown ? total : await countMemberships(reader, end, id) };
}
