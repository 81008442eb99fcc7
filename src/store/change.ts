import type { Position } from '../model/change.ts';
import type { ChangeFilter } from '../model/changeFilter.ts';
import { recordTypes } from '../model/kinds.ts';
import { idsIn, jsonOf } from './elements.ts';
import { type Logged, shownColumns, toLogged, withoutHidden } from './revision.ts';
import { objectsOf } from './rows.ts';
import type { Reader, Row } from './store.ts';

/** A condition for each filter but `artist`, which has an index. It is true if the filter is null. @param value a parameter, as `$2` */
const tests: { [N in Exclude<keyof ChangeFilter, 'artist'>]-?: (value: string) => string } = {
  kind: (value) => `(cast(${value} as text) is null or kind = ${value})`,
  user: (value) => `(cast(${value} as bigint) is null or user_id = ${value})`,
  changeset: (value) => `(cast(${value} as bigint) is null or changeset = ${value})`,
};
const filterNames = Object.keys(tests) as (keyof typeof tests)[];
/** @param first the number of the first parameter */
const filterTests = (first: number) => filterNames.map((name, i) => tests[name](`$${first + i}`)).join(' and ');
const filterValues = (filter: ChangeFilter) => filterNames.map((name) => filter[name] ?? null);

export type Order = 'asc' | 'desc';

export type FoundChange = Logged & { /** Whether the record exists now. */ exists: boolean };

const sign = { asc: '>', desc: '<' };
const recordExists = `case ${Object.keys(recordTypes)
  .map((kind) => `when r.kind = '${kind}' then (select count(*) from ${kind} t where t.id = r.id)`)
  .join(' ')} else 0 end as record_exists`;

/** The condition on the artist, if one is given, and the number of the next parameter. An index has each artist's changes in order. */
const artistCondition = (artist: bigint | undefined) =>
  artist === undefined ? { ofArtist: '', ids: [], next: 2 } : { ofArtist: ' and coalesce(artist_id, id) = $2', ids: [artist], next: 3 };

/**
 * Reads the `window` changes after a number, of all artists or of one, and returns at most `limit` that match the filter. The time does not
 * depend on how few match.
 */
export async function listChangesPast(
  reader: Reader,
  order: Order,
  { seq, window, limit }: { seq: bigint; window: number; limit: number },
  filter: ChangeFilter,
): Promise<FoundChange[]> {
  const { ofArtist, ids, next } = artistCondition(filter.artist);
  const rows = await reader.all(
    `select seq, changeset, ${shownColumns}, ${recordExists} from revision r where seq in (
       select seq from (select seq, kind, changeset, user_id from revision where seq ${sign[order]} $1${ofArtist} order by seq ${order} limit $${next}) as next
       where ${filterTests(next + 1)} order by seq ${order} limit $${next + 1 + filterNames.length}
     ) order by seq ${order}`,
    seq,
    ...ids,
    window,
    ...filterValues(filter),
    limit,
  );
  return rows.map(toFound);
}

const toFound = (row: Row): FoundChange => ({ ...withoutHidden(toLogged(row)), exists: row.record_exists === 1n });

/** A change without its record. `about`: the id of its artist. `accountId`: the account may be deleted by now. */
export type BriefChange = Position & Pick<Logged, 'changeset' | 'accountId' | 'kind' | 'action'> & { about: bigint };

const toBrief = objectsOf<BriefChange>({ at: Number });

/** Matching changes among the `window` changes past a number. */
export async function listBriefPast(
  reader: Reader,
  order: Order,
  seq: bigint,
  window: number,
  filter: ChangeFilter,
): Promise<BriefChange[]> {
  const { ofArtist, ids, next } = artistCondition(filter.artist);
  const rows = await reader.all(
    `select seq, changeset, at, user_id, kind, action, about from (
       select seq, changeset, at, user_id, kind, action, coalesce(artist_id, id) as about from revision
       where seq ${sign[order]} $1${ofArtist} order by seq ${order} limit $${next}
     ) as next
     where ${filterTests(next + 1)} order by seq ${order}`,
    seq,
    ...ids,
    window,
    ...filterValues(filter),
  );
  return rows.map(toBrief);
}

export async function listChangesAt(reader: Reader, seqs: bigint[]): Promise<FoundChange[]> {
  if (seqs.length === 0) return [];
  const rows = await reader.all(
    `select seq, changeset, ${shownColumns}, ${recordExists} from revision r
     where seq in ${idsIn(reader, '$1')}`,
    jsonOf(seqs),
  );
  return rows.map(toFound);
}

/** The change that is `places` changes past a number, among all changes or those of one artist. If there are fewer: the last change. */
export function findChangePast(
  reader: Reader,
  order: Order,
  seq: bigint,
  places: number,
  artistId?: bigint,
): Promise<Position | undefined> {
  const back = order === 'asc' ? 'desc' : 'asc';
  const { ofArtist, ids, next } = artistCondition(artistId);
  return findPosition(
    reader,
    `select seq, at from (select seq, at from revision where seq ${sign[order]} $1${ofArtist} order by seq ${order} limit $${next}) as next
     order by seq ${back} limit 1`,
    seq,
    ...ids,
    BigInt(places),
  );
}

export function findNewestChange(reader: Reader): Promise<Position | undefined> {
  return findPosition(reader, 'select seq, at from revision where seq is not null order by seq desc limit 1');
}

/** The newest change, and a text that differs after each hiding. */
export async function findTail(reader: Reader): Promise<{ newest: Position; hidings: string } | undefined> {
  const row = await reader.get(
    `select seq, at, (select count(*) || ' ' || coalesce(sum(h.at), 0) from hiding h) as hidings from revision
     where seq is not null order by seq desc limit 1`,
  );
  return row && { newest: { seq: row.seq as bigint, at: Number(row.at) }, hidings: row.hidings as string };
}

export function findChange(reader: Reader, seq: bigint): Promise<Position | undefined> {
  return findPosition(reader, 'select seq, at from revision where seq = $1', seq);
}

async function findPosition(reader: Reader, sql: string, ...values: bigint[]): Promise<Position | undefined> {
  const row = await reader.get(sql, ...values);
  return row && toPosition(row);
}

export const toPosition = objectsOf<Position>({ at: Number });
