import type { Kind } from '../model/record.ts';
import type { Span } from '../model/undo.ts';
import type { Reader } from './store.ts';

/** A record, and the first version that an account made of it in a span. */
export type Touched = { id: bigint; first: bigint };

/** Records of a kind that an account changed in a span, in order of id: `limit` of them after the id `after`. */
export async function listTouched(reader: Reader, kind: Kind, span: Span, after: bigint, limit: number): Promise<Touched[]> {
  const rows = await reader.all(
    // Else SQLite looks through all records of the kind, since it finds those in order.
    `with made as materialized (select kind, id, version from revision where user_id = $1 and at between $2 and $3)
     select id, min(version) as first from made where kind = $4 and id > $5 group by id order by id limit $6`,
    span.accountId,
    span.since,
    span.until,
    kind,
    after,
    limit,
  );
  return rows as Touched[];
}

/** The first version that an account made of a record in a span. */
export async function findFirstTouch(reader: Reader, kind: Kind, id: bigint, span: Span): Promise<bigint | undefined> {
  const row = await reader.get(
    `select version from revision where kind = $1 and id = $2 and user_id = $3 and at between $4 and $5 order by version limit 1`,
    kind,
    id,
    span.accountId,
    span.since,
    span.until,
  );
  return row?.version as bigint | undefined;
}

/** The newest version of a record that is of another, or of the account at another time. */
export async function findLastOther(
  reader: Reader,
  kind: Kind,
  id: bigint,
  span: Span,
): Promise<{ version: bigint; accountId: bigint | null } | undefined> {
  const row = await reader.get(
    `select version, user_id from revision
     where kind = $1 and id = $2 and not (user_id is not null and user_id = $3 and at between $4 and $5) order by version desc limit 1`,
    kind,
    id,
    span.accountId,
    span.since,
    span.until,
  );
  return row && { version: row.version as bigint, accountId: row.user_id as bigint | null };
}

/** Albums of an artist, there or deleted, that the account changed in the span but not alone: `limit` of them after the id `after`. */
export async function listShared(reader: Reader, artistId: bigint, span: Span, after: bigint, limit: number): Promise<bigint[]> {
  const rows = await reader.all(
    `select id from album a where artist_id = $1 and id > $2 and exists (
       select 1 from revision r where r.kind = 'album' and r.id = a.id and not (user_id is not null and user_id = $3 and at between $4 and $5))
     union
     select id from revision
     where artist_id = $1 and id > $2 and kind = 'album' and action = 'delete' and user_id = $3 and at between $4 and $5
     order by id limit $6`,
    artistId,
    after,
    span.accountId,
    span.since,
    span.until,
    limit,
  );
  return rows.map(({ id }) => id as bigint);
}

/** Whether an account is there, or ever changed a record. */
export async function hasWorked(reader: Reader, accountId: bigint): Promise<boolean> {
  const row = await reader.get(
    `select exists (select 1 from "user" where id = $1) or exists (select 1 from revision where user_id = $1) as known`,
    accountId,
  );
  return Boolean(Number(row?.known));
}
