import type { Actor } from '../model/actor.ts';
import type { Artist } from '../model/artist.ts';
import { type ArtistPart, maxIncluded, ownParts } from '../model/artistParts.ts';
import { type ArtistQuery, fingerprint, isFiltered } from '../model/artistQuery.ts';
import { type Awaitable, chain } from '../model/awaitable.ts';
import { showCursor } from '../model/listCursor.ts';
import type { Membership } from '../model/membership.ts';
import { idCursor, type PageQuery, type SeekSlice, sliceOf } from '../model/page.ts';
import { unavailable } from '../model/problem.ts';
import { type EntryKind, isSingle, type PathOf } from '../model/record.ts';
import { albums } from '../store/album.ts';
import { artists, countArtists, listNamedArtists } from '../store/artist.ts';
import { countMatching, countUnsorted, listFilled, listMatching, maxCounted } from '../store/artistList.ts';
import { readPartLines } from '../store/artistParts.ts';
import { listByPerson } from '../store/facts.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { requireFound } from './place.ts';
import { recordOperations, withSources } from './recordOperations.ts';

/** @throws Problem `not-found` */
export const { read: readArtist } = recordOperations.artist;

export function listArtists(reader: Reader, query: PageQuery): Awaitable<SeekSlice<Artist>> {
  const found = artists.list(reader, {}, { ...query, limit: query.limit + 1n });
  return chain(found, (records) => chain(countArtists(reader), (total) => sliceOf(records, query, total, idCursor)));
}

export const nameArtists = listNamedArtists;

/**
 * The first `count` of the given artists that exist, and the number of all artists. If too few exist, those with the lowest ids follow.
 */
export async function pickArtists(reader: Reader, { ids, count }: { ids: bigint[]; count: number }) {
  const total = (await countArtists(reader)) ?? 0n;
  const existing = (await listNamedArtists(reader, ids)).slice(0, count).map(({ id }) => id);
  const found = new Map((await artists.listByIds(reader, existing)).map(({ record }) => [record.id, record]));
  const picked = existing.flatMap((id) => found.get(id) ?? []);
  if (picked.length === count || BigInt(picked.length) === total) return { artists: picked, total };
  const lowest = await artists.list(reader, {}, { limit: BigInt(count), offset: 0n, after: undefined });
  const all = new Map([...picked, ...lowest].map((artist) => [artist.id, artist] as const));
  return { artists: [...all.values()].slice(0, count), total };
}

/** The JSON of an artist with some of its facts, in the order of `include`, from one snapshot. @throws Problem `not-found` */
export function readArtistParts(
  reader: Reader,
  { artistId, include }: PathOf<'artist'> & { include: readonly ArtistPart[] },
): Awaitable<string> {
  return chain(readPartLines(reader, artistId, include), ({ artist: [artist], ...found }) => {
    const members = include.map((part) => `"${part}":${shown(part, found[part])}`);
    return `{${[`"artist":${requireFound('artist', { id: artistId }, artist)}`, ...members]}}`;
  });
}

function shown(part: ArtistPart, lines: string[]): string {
  const kind = ownParts[part];
  if (kind && isSingle(kind)) return lines[0] ?? 'null';
  return `{"data":[${lines.slice(0, Number(maxIncluded))}],"more":${lines.length > maxIncluded}}`;
}

/** One page of the artists that match a filter, in the order of the query. @throws Problem `unavailable` */
export async function findArtists(reader: Reader, query: ArtistQuery): Promise<SeekSlice<Artist>> {
  const { limit, offset, after, sort, ...filter } = query;
  if (sort.endsWith('name') || filter.band !== undefined) await requireSortKeys(reader);
  const all = Number(await countArtists(reader));
  const total = isFiltered(filter) ? await countMatching(reader, filter) : all;
  const page = { limit: limit + 1n, offset, after, sort };
  // Sorting reads every match. A scan in the order of the list reads several artists for each place on the page.
  const few = total < maxCounted && total * total < all * Number(limit + offset);
  const found = await listMatching(reader, filter, page, few);
  const slice = sliceOf(found, { limit }, BigInt(total), ({ artist, key }) =>
    sort === 'id' ? idCursor(artist) : showCursor({ sort, filter: fingerprint(filter), id: artist.id, key: sort === '-id' ? '' : key }),
  );
  return { ...slice, records: slice.records.map(({ artist }) => artist) };
}

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
  return withSources(reader, 'membership', await listByPerson(reader, artistId, query));
}

export const findRangesWithRecords = listFilled;

/** After an update from an earlier version, records get their sort keys step by step. @throws Problem `unavailable` until all have them */
export async function requireSortKeys(reader: Reader, kind: EntryKind = 'artist'): Promise<void> {
  const left = await countUnsorted(reader, kind);
  if (left > 0)
    throw unavailable(
      `After an update of the service, records are being prepared for this; ${left < maxCounted ? left : `${left} or more`} are left.`,
      5,
    );
}

/** The most records that one transaction fills; other changes wait for it. */
const filledAtOnce = 200;

/**
 * Fills in the sort keys of some records that lack them, such as after an upgrade. Several nodes may do it at once.
 *
 * @returns whether more such records may exist
 */
export async function fillOrders(tx: Transaction, _actor: Actor, _input: null): Promise<boolean> {
  for (const table of [artists, albums]) if ((await table.fillOrders(tx, filledAtOnce)) === filledAtOnce) return true;
  return false;
}
