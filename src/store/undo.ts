import { type EntryKind, type Kind, kindsUnder } from '../model/record.ts';
import type { Span } from '../model/undo.ts';
import { elementsOf, idsIn, jsonOf } from './elements.ts';
import type { Reader, Row } from './store.ts';

/** A record that an account changed in a span, and the versions that decide its undo; 0 for none. */
export type Touched = {
  id: bigint;
  /** The first version by the account in the span. */
  first: bigint;
  newest: bigint;
  /** The newest version by another account, or outside the span, that is no redaction. */
  base: bigint;
};

/** A condition on a row of the log: whether the account wrote it in the span. */
const inSpan = (row: string) =>
  `(${row}.user_id is not null and ${row}.user_id = $1 and ${row}.at between $2 and $3 and (cast($4 as bigint) is null or ${row}.changeset = $4))`;

/** @param touched a table of ids of the kind $5, each with its `first` */
const withVersions = (touched: string) => `${touched}
  select id, first, (select max(version) from revision n where n.kind = $5 and n.id = t.id) as newest,
    (select version from revision b where b.kind = $5 and b.id = t.id and b.action <> 'redact' and not ${inSpan('b')} order by version desc limit 1) as base
  from touched t order by id`;

const sql = {
  // Without `materialized` SQLite scans all records of the kind, in order of id.
  page: withVersions(`with made as materialized (select kind, id, version from revision r where ${inSpan('r')}),
    touched as (select id, min(version) as first from made where kind = $5 and id > $6 group by id order by id limit $7)`),
  byIds: (reader: Reader) =>
    withVersions(`with touched as (select id, min(version) as first from revision r where ${inSpan('r')} and kind = $5
      and id in ${idsIn(reader, '$6')} group by id)`),
  shared: (reader: Reader, above: string) => `with shared as (
      select ${above}, id, min(case when ${inSpan('r')} then version end) as first, max(version) as newest,
        max(case when ${inSpan('r')} or action = 'redact' then null else version end) as base
      from revision r where kind = $5 and ${above} in ${idsIn(reader, '$6')}
      group by ${above}, id)
    select s.${above} as above_id, s.id, s.first, s.newest, s.base
    from shared s join revision b on b.kind = $5 and b.id = s.id and b.version = s.base
    where b.members is not null or s.first < s.base
    order by row_number() over (partition by s.${above} order by s.id), s.id limit $7`,
};

/** Records of a kind that an account changed in a span, in order of id: `limit` after the id `after`. */
export async function listTouched(reader: Reader, kind: Kind, span: Span, after: bigint, limit: number): Promise<Touched[]> {
  return (await reader.all(sql.page, ...valuesOf(span), kind, after, limit)).map(toTouched);
}

export async function listTouchedOf(reader: Reader, kind: Kind, span: Span, ids: bigint[]): Promise<Touched[]> {
  if (ids.length === 0) return [];
  return (await reader.all(sql.byIds(reader), ...valuesOf(span), kind, jsonOf(ids))).map(toTouched);
}

/**
 * At most `limit` records of a kind under some parents that may exist after the undo: first one record of each parent, then a second one.
 * Records that the account did not change in the span have no `first`: they exist, and stay.
 */
export async function listShared(
  reader: Reader,
  kind: Kind,
  span: Span,
  above: { kind: EntryKind; ids: bigint[] },
  limit: number,
): Promise<(Touched & { aboveId: bigint })[]> {
  const ids = jsonOf(above.ids);
  const rows = await reader.all(sql.shared(reader, `${above.kind}_id`), ...valuesOf(span), kind, ids, limit);
  return rows.map((row) => ({ ...toTouched(row), aboveId: row.above_id as bigint }));
}

/** Finds, in one statement, which of the records have others under them. @returns the ids of these records, each with a kind under it */
export async function listWithChildren(reader: Reader, above: { kind: EntryKind; ids: bigint[] }): Promise<Map<bigint, Kind>> {
  if (above.ids.length === 0) return new Map();
  const under = kindsUnder(above.kind).map(
    (kind) => `select '${kind}' as kind, cast(value as bigint) as id from ${elementsOf(reader, '$1')} as ids
      where exists (select 1 from ${kind} t where t.${above.kind}_id = cast(ids.value as bigint))`,
  );
  const rows = await reader.all(under.join(' union all '), jsonOf(above.ids));
  return new Map(rows.toReversed().map(({ kind, id }) => [BigInt(id as bigint), kind as Kind]));
}

const valuesOf = ({ accountId, since, until, onlyChangeset }: Span) => [accountId, since, until, onlyChangeset ?? null];

function toTouched({ id, first, newest, base }: Row): Touched {
  return { id: id as bigint, first: (first ?? 0n) as bigint, newest: newest as bigint, base: (base ?? 0n) as bigint };
}

export async function isKnownAccount(reader: Reader, accountId: bigint): Promise<boolean> {
  const row = await reader.get(
    `select exists (select 1 from "user" where id = $1) or exists (select 1 from revision where user_id = $1) as known`,
    accountId,
  );
  return Boolean(Number(row?.known));
}
