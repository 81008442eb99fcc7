import { noChange, type Position } from '../model/change.ts';
import type { EntryKind } from '../model/record.ts';
import { albums } from '../store/album.ts';
import { listNamedArtists, type NamedArtist } from '../store/artist.ts';
import { findChangePast } from '../store/change.ts';
import { findNewestOf, findOneInSet, type HarvestSet, listDecades, listNewestPast, type Newest } from '../store/harvest.ts';
import type { Reader } from '../store/store.ts';
import { isWithin, numberingDelay, requireKnown, spanOf, startOf } from './change.ts';

export type { HarvestSet };

/** An artist or album as harvesters see it. `shown` is absent if it is deleted, or was not asked for. */
export type Harvested = Newest & { shown?: NamedArtist & { year?: number; artist?: NamedArtist } };

/** `from` and `until` in ms; `until` is excluded. `records`: whether names and years are wanted. */
export type HarvestQuery = {
  set: HarvestSet;
  from?: number | undefined;
  until?: number | undefined;
  after?: Position | undefined;
  records: boolean;
};

/** `after`: the cursor, if more records follow. */
export type Harvest = { found: Harvested[]; after: Position | undefined };

const pageSize = 100;
/** The number of revisions that one statement reads. */
const window = 2_000;
/** The most such statements for one page. */
const maxWindows = 5;

/**
 * A page of all artists and albums, deleted ones too, in the order of their newest revisions. A record that changes moves to the end, so
 * a client that reads to the end misses none. The protocol's schema requires a record on each page, so a page without one repeats a record.
 *
 * @throws Problem `cursor-lost`
 */
export async function harvest(reader: Reader, { set, from, until, after, records }: HarvestQuery): Promise<Harvest> {
  if (after) await requireKnown(reader, after);
  const span = await spanOf(reader, {
    since: from === undefined || after ? undefined : from - numberingDelay,
    until: until === undefined ? undefined : until + numberingDelay,
  });
  const found: Newest[] = [];
  let reached: Position | undefined = { ...noChange, seq: startOf(span, 'asc', after) };
  // One record more than the page holds shows that another page follows.
  for (let windows = 0; reached && windows < maxWindows && found.length <= pageSize; windows++) {
    const { seq }: Position = reached;
    const batch: Newest[] = await listNewestPast(reader, { seq, window, limit: pageSize + 1 }, { ...set, from, until });
    found.push(...batch);
    const last: Position | undefined = batch.length > pageSize ? batch.at(-1) : await findChangePast(reader, 'asc', seq, window);
    reached = last && isWithin(last.seq, span) ? last : undefined;
  }
  const page = found.slice(0, pageSize);
  const last = found.length > pageSize ? page.at(-1) : reached;
  const repeated = page.length === 0 && (after || last) ? await findOneInSet(reader, set) : undefined;
  if (repeated) page.push(repeated);
  return { found: records ? await withShown(reader, page) : page, after: last && { seq: last.seq, at: last.at } };
}

/** Undefined if there never was such a record. */
export async function readHarvested(reader: Reader, { kind, id }: { kind: EntryKind; id: bigint }): Promise<Harvested | undefined> {
  const newest = await findNewestOf(reader, kind, id);
  return newest && (await withShown(reader, [newest]))[0];
}

async function withShown(reader: Reader, page: Newest[]): Promise<Harvested[]> {
  const idsOf = (wanted: EntryKind) => page.flatMap(({ kind, id, exists }) => (exists && kind === wanted ? id : []));
  const found = await albums.listByIds(reader, idsOf('album'));
  const albumOf = new Map(found.map((album) => [album.record.id, album]));
  const named = await listNamedArtists(reader, [...idsOf('artist'), ...found.map(({ artistId }) => artistId as bigint)]);
  const artistOf = new Map(named.map((artist) => [artist.id, artist]));
  return page.map((newest) => {
    const album = newest.kind === 'album' ? albumOf.get(newest.id) : undefined;
    const artist = artistOf.get(album?.artistId ?? newest.id);
    if (!newest.exists || !artist) return newest;
    return { ...newest, shown: album ? { id: newest.id, name: album.record.name, year: album.record.year, artist } : artist };
  });
}

/** The decades of albums, and the time before which no record changed, in ms. */
export async function readRepository(reader: Reader, _: null): Promise<{ decades: number[]; earliest: number }> {
  const first = await findChangePast(reader, 'asc', 0n, 1);
  return { decades: await listDecades(reader), earliest: first ? first.at - numberingDelay : 0 };
}
