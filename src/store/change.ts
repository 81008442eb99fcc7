import type { Position } from '../model/change.ts';
import type { ChangeFilter } from '../model/changeFilter.ts';
import { recordTypes } from '../model/kinds.ts';
import { type Logged, shownColumns, toLogged } from './revision.ts';
import type { Reader } from './store.ts';

/** Each is true where the filter is not given. @param value names its parameter */
const tests: { [N in keyof ChangeFilter]-?: (value: string) => string } = {
  kind: (value) => `(cast(${value} as text) is null or kind = ${value})`,
  user: (value) => `(cast(${value} as bigint) is null or user_id = ${value})`,
  artist: (value) => `(cast(${value} as bigint) is null or artist_id = ${value} or (kind = 'artist' and id = ${value}))`,
  changeset: (value) => `(cast(${value} as bigint) is null or changeset = ${value})`,
};
const filterNames = Object.keys(tests) as (keyof ChangeFilter)[];
/** Behind the number and the window. */
const filterTests = filterNames.map((name, i) => tests[name](`$${i + 3}`)).join(' and ');

export type Order = 'asc' | 'desc';

/** A change, and whether its record is there now. */
export type FoundChange = Logged & { there: boolean };

const past = { asc: '>', desc: '<' };
const there = `case ${Object.keys(recordTypes)
  .map((kind) => `when r.kind = '${kind}' then (select count(*) from ${kind} t where t.id = r.id)`)
  .join(' ')} else 0 end as there`;

/**
 * Changes that match a filter among the next `window` after a number, up to `limit`. So it takes the same time however few match.
 */
export async function listChangesPast(
  reader: Reader,
  order: Order,
  { seq, window, limit }: { seq: bigint; window: number; limit: number },
  filter: ChangeFilter,
): Promise<FoundChange[]> {
  const rows = await reader.all(
    `select seq, changeset, ${shownColumns}, ${there} from revision r where seq in (
       select seq from (select seq, kind, id, artist_id, changeset, user_id from revision where seq ${past[order]} $1 order by seq ${order} limit $2) as next
       where ${filterTests} order by seq ${order} limit $${filterNames.length + 3}
     ) order by seq ${order}`,
    seq,
    window,
    ...filterNames.map((name) => filter[name] ?? null),
    limit,
  );
  return rows.map((row) => ({ ...toLogged(row), there: row.there === 1n }));
}

/** The last of the next `places` changes after a number, or of as many as there are. */
export function findChangePast(reader: Reader, order: Order, seq: bigint, places: number): Promise<Position | undefined> {
  const back = order === 'asc' ? 'desc' : 'asc';
  return findPosition(
    reader,
    `select seq, at from (select seq, at from revision where seq ${past[order]} $1 order by seq ${order} limit $2) as next
     order by seq ${back} limit 1`,
    seq,
    BigInt(places),
  );
}

/** The newest change that has a number. */
export function findNewestChange(reader: Reader): Promise<Position | undefined> {
  return findPosition(reader, 'select seq, at from revision where seq is not null order by seq desc limit 1');
}

export function findChange(reader: Reader, seq: bigint): Promise<Position | undefined> {
  return findPosition(reader, 'select seq, at from revision where seq = $1', seq);
}

async function findPosition(reader: Reader, sql: string, ...values: bigint[]): Promise<Position | undefined> {
  const row = await reader.get(sql, ...values);
  return row && { seq: row.seq as bigint, at: Number(row.at) };
}
