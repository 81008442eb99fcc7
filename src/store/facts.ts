import { type Awaitable, chain } from '../model/awaitable.ts';
import type { ArtistType } from '../model/details.ts';
import type { FieldsOf } from '../model/kinds.ts';
import type { Membership } from '../model/membership.ts';
import type { PageQuery, SeekSlice } from '../model/page.ts';
import { type FactKind, parentOf, type RecordOf } from '../model/record.ts';
import type { NamedArtist } from './artist.ts';
import { elementsOf, idsIn, jsonOf } from './elements.ts';
import { tables } from './kinds.ts';
import { readSlice } from './rows.ts';
import type { Reader, Row } from './store.ts';

const { membership: memberships } = tables;

/** The memberships of a person, each with its group. */
export function listByPerson(reader: Reader, person: bigint, page: PageQuery): Promise<SeekSlice<Membership & { group: bigint }>> {
  const toObject = (row: Row) => ({ ...memberships.toRecord(row), group: row.artist_id as bigint });
  return readSlice(reader, { select: 'select * from membership', where: 'person = $1', toObject }, [person], page);
}

export async function countMemberships(reader: Reader, end: 'group' | 'person', id: bigint): Promise<bigint> {
  const row = await reader.get(`select count(*) as total from membership where ${ends[end]} = $1`, id);
  return row?.total as bigint;
}

/** The number of people in each of some groups. Of people who are not in the catalogue, each name counts as one. */
export async function countPeopleOf(reader: Reader, groups: bigint[]): Promise<Map<bigint, bigint>> {
  const rows = await reader.all(
    `select artist_id, count(distinct coalesce(cast(person as text), credited)) as people from membership
     where artist_id in ${idsIn(reader, '$1')} group by artist_id`,
    jsonOf(groups),
  );
  return new Map(rows.map(({ artist_id, people }) => [artist_id as bigint, people as bigint]));
}

const ends = { group: 'artist_id', person: 'person' };

/** A membership as a page shows it: with the artist at its other end, if the catalogue has it. */
export type ShownMembership = Membership & { other: LinkedArtist | undefined };

/** An artist that a fact names, with its type (person or group) from its details, if any. */
export type LinkedArtist = NamedArtist & { type: ArtistType | null };

/** Reads the first memberships of a group or person by id, and sorts them by their start. */
export async function listShownMemberships(reader: Reader, end: 'group' | 'person', id: bigint, limit: bigint): Promise<ShownMembership[]> {
  const column = ends[end];
  const otherColumn = ends[end === 'group' ? 'person' : 'group'];
  const rows = await reader.all(
    // SQL does not sort them by start: anyone may add many memberships that name one person.
    `select m.*, a.id as other_id, a.name as other_name, d.type as other_type
     from membership m left join artist a on a.id = m.${otherColumn} left join artist_details d on d.id = a.id
     where m.${column} = $1 order by m.id limit $2`,
    id,
    limit,
  );
  const found = rows.map((row) => Object.assign(memberships.toRecord(row), { other: otherOf(row) }));
  const start = ({ from }: Membership) => from ?? 'unknown';
  return found.sort((a, b) => (start(a) < start(b) ? -1 : start(a) > start(b) ? 1 : 0));
}

/** The first records of a list, and the number of all. If fewer than `limit` were read, these are all, and `count` is not called. */
export function firstOf<T>(records: T[], limit: bigint, count: () => Awaitable<bigint>): Awaitable<First<T>> {
  const read = BigInt(records.length);
  return chain(read < limit ? read : count(), (total) => ({ records, total }));
}

export type First<T> = { records: T[]; total: bigint };

/** @param row of a fact, with the outer-joined columns of the artist that it names */
export function otherOf(row: Row): LinkedArtist | undefined {
  if (row.other_id === null) return undefined;
  return { id: row.other_id as bigint, name: row.other_name as string, type: row.other_type as ArtistType | null };
}

/** A membership of an artist, `near`, with the artist at its other end, `far`. */
export type Tie = { near: bigint; far: NamedArtist; from: string | null };

/** For each of some groups or persons, the first `each` memberships by id whose other end is in the catalogue. */
export async function listTies(reader: Reader, end: 'group' | 'person', ids: bigint[], each: bigint): Promise<Tie[]> {
  if (ids.length === 0) return [];
  const memberships = `select * from membership where ${ends[end]} = cast(near.value as bigint) order by id limit $2`;
  // Both forms read only the first `each` memberships of an artist, however many name it. SQLite has no lateral join.
  const joined =
    reader.engine === 'sqlite' ? `membership m on m.id in (select id from (${memberships}))` : `lateral (${memberships}) m on true`;
  const rows = await reader.all(
    `select near.value as near, a.id, a.name, m."from" from ${elementsOf(reader, '$1')} as near join ${joined}
     join artist a on a.id = m.${ends[end === 'group' ? 'person' : 'group']}`,
    jsonOf(ids),
    each,
  );
  return rows.map(({ near, id, name, from }) => ({
    near: BigInt(near as string | bigint),
    far: { id: id as bigint, name: name as string },
    from: from as string | null,
  }));
}

/** For each of some records, the first `each` facts of a kind under it by id. */
export async function listFirstUnder<K extends FactKind>(
  reader: Reader,
  kind: K,
  ids: bigint[],
  each: number,
): Promise<Map<bigint, RecordOf<FieldsOf<K>>[]>> {
  const parent = `${parentOf(kind)}_id`;
  const rows = await reader.all(
    `select * from (select t.*, row_number() over (partition by ${parent} order by id) as place from ${kind} t
       where ${parent} in ${idsIn(reader, '$1')}) as numbered
     where place <= $2 order by id`,
    jsonOf(ids),
    each,
  );
  const found = new Map<bigint, RecordOf<FieldsOf<K>>[]>(ids.map((id) => [id, []]));
  for (const row of rows) found.get(row[parent] as bigint)?.push(tables[kind].toRecord(row) as never);
  return found;
}

export async function readTypes(reader: Reader, ids: bigint[]): Promise<Map<bigint, ArtistType>> {
  const rows = await reader.all(`select id, type from artist_details where type is not null and id in ${idsIn(reader, '$1')}`, jsonOf(ids));
  return new Map(rows.map(({ id, type }) => [id as bigint, type as ArtistType]));
}
