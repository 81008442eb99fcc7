import type { Alias } from '../model/alias.ts';
import type { ArtistDetails } from '../model/details.ts';
import type { ArtistIdentifier } from '../model/identifier.ts';
import type { Membership } from '../model/membership.ts';
import { idCursor, type PageQuery, type SeekSlice, sliceOf } from '../model/page.ts';
import type { PathOf } from '../model/record.ts';
import { countMemberships, type First, firstOf, listByPerson, listShownMemberships, type ShownMembership } from '../store/facts.ts';
import { tables } from '../store/kinds.ts';
import type { Reader } from '../store/store.ts';
import { readArtist } from './artist.ts';
import { withSources } from './source.ts';

/**
 * One page of the memberships of a person in order of id, each with its group.
 *
 * @throws Problem `not-found` where the person does not exist
 */
export async function listBandsOf(
  reader: Reader,
  { artistId, ...query }: PageQuery & PathOf<'artist'>,
): Promise<SeekSlice<Membership & { group: bigint }>> {
  await readArtist(reader, { artistId });
  const found = await listByPerson(reader, artistId, { ...query, limit: query.limit + 1n });
  return withSources(reader, 'membership', sliceOf(found, query, await countMemberships(reader, 'person', artistId), idCursor));
}

export type { ShownMembership };

export type Listed<T> = First<T>;

/** The facts of an artist beside its albums; of each list only the first 100. */
export type ArtistFacts = {
  details: ArtistDetails | undefined;
  members: Listed<ShownMembership>;
  bands: Listed<ShownMembership>;
  aliases: Alias[];
  identifiers: ArtistIdentifier[];
};

const maxShown = 100n;

export async function readArtistFacts(reader: Reader, { artistId }: PathOf<'artist'>): Promise<ArtistFacts> {
  const [details, members, bands, names, identifiers] = await Promise.all([
    tables.artist_details.find(reader, { id: artistId, artistId }),
    listFirst(reader, 'group', artistId),
    listFirst(reader, 'person', artistId),
    tables.alias.list(reader, { artistId }, { limit: maxShown, offset: 0n, after: undefined }),
    tables.artist_identifier.list(reader, { artistId }, { limit: maxShown, offset: 0n, after: undefined }),
  ]);
  return { details: details?.record, members, bands, aliases: names, identifiers };
}

async function listFirst(reader: Reader, end: 'group' | 'person', id: bigint): Promise<Listed<ShownMembership>> {
  const records = await listShownMemberships(reader, end, id, maxShown);
  return firstOf(records, maxShown, () => countMemberships(reader, end, id));
}
