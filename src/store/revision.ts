import type { Content } from '../model/content.ts';
import type { Hidden } from '../model/hiding.ts';
import type { Redaction, ShownRevision } from '../model/history.ts';
import type { EntryKind, Kind, RecordType } from '../model/record.ts';
import { remembered } from '../model/remembered.ts';
import type { Action, Revision } from '../model/revision.ts';
import { arraysOf, idsIn, jsonOf, listIds } from './elements.ts';
import { insertMany } from './insertMany.ts';
import { isOne, memberOf, objectsOf } from './rows.ts';
import type { Reader, Row, Transaction, Value } from './store.ts';

/** The members of a new row, in which nothing is erased. */
type Written = Omit<Revision, 'erased' | 'membersHidden'>;

/** In the order of the statements. */
const columns = 'at, user_id, kind, id, version, action, artist_id, album_id, shape, members, unchanged, reverts, comment, source';
const columnNames = columns.split(', ');
const names = columnNames.map(memberOf) as (keyof Written)[];
/** The key in the table `hiding` of a row of the log. @param row its alias with a dot, or nothing */
const scopeOf = (row: string, changeset = 'changeset') => `${row}${changeset} || ' ' || coalesce(${row}artist_id, ${row}id)`;
const hiddenIn = (changeset: string) => `(select h.hidden from hiding h where h.scope = ${scopeOf('', changeset)})`;
const hidden = `${hiddenIn('changeset')} as hidden`;
const ofRedaction = (column: string) => `(select d.${column} from redaction d where d.changeset = redacted_by)`;
const readColumns = `${columns}, erased, redacted_by`;

export type NewRevision = Written & { kind: Kind; action: Action };

/** A row of the log with its number. Only some queries also read the public name of its account, and its redaction. */
export type Logged = ShownRevision & { seq: bigint };

/**
 * Writes one row of the revision log; the first row gives the transaction its changeset. Rows are unique by kind, id and version and are
 * never deleted, so a first version is refused if a record has or had its id. One statement, so there is no race. If two transactions write
 * the same later version, one fails, and the engine runs it again.
 *
 * @returns false if the first version existed already
 */
export async function appendRevision(tx: Transaction, revision: NewRevision): Promise<boolean> {
  const { first, later } = insertionsOf(tx.nextChangeset);
  const row = await tx.get(revision.version === 1n ? first : later, tx.changeset ?? null, ...valuesOf(revision));
  tx.changeset ??= row?.changeset as bigint | undefined;
  return row !== undefined;
}

/** A statement is looked up by its text, and a new text would have to be hashed for each row. */
const insertionsOf = remembered((nextChangeset: string) => {
  const text = (refused: string) => `insert into revision (changeset, ${columns})
     values (coalesce($1, ${nextChangeset}), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)${refused} returning changeset`;
  return { first: text(' on conflict (kind, id, version) do nothing'), later: text('') };
});

/** Writes rows of the revision log in few statements, in their order. @throws where one of the versions exists already */
export async function appendRevisions(tx: Transaction, [first, ...others]: NewRevision[]): Promise<void> {
  if (!first) return;
  if (!(await appendRevision(tx, first))) throw new Error(`${first.kind} ${first.id} exists or existed`);
  const rows = others.map((revision) => [tx.changeset as bigint, ...valuesOf(revision)]);
  await insertMany(tx, 'revision', ['changeset', ...columnNames], rows);
}

function valuesOf(revision: NewRevision): Value[] {
  return names.map((name) => revision[name]);
}

/** Logs the deletion of all records of a kind under a record, in one statement. The deletion of that record is logged first. */
export async function appendDeletions(
  tx: Transaction,
  { kind, shape, ancestors }: Pick<RecordType<never>, 'kind' | 'shape' | 'ancestors'>,
  above: Above,
  accountId: bigint | null,
): Promise<void> {
  const { comment, source } = tx.context;
  const values = [tx.changeset as bigint, tx.now, accountId, shape, comment, source, above.id];
  await tx.run(
    `insert into revision (changeset, at, user_id, kind, id, version, action, artist_id, album_id, shape, comment, source)
     select cast($1 as bigint), case when changed_at > $2 then changed_at else $2 end, cast($3 as bigint), '${kind}', id, version + 1,
       'delete', artist_id, ${ancestors.includes('album') ? 'album_id' : 'cast(null as bigint)'}, cast($4 as bigint), cast($5 as text), cast($6 as text)
     from ${kind} where ${above.kind}_id = $7 order by id`,
    ...values,
  );
}

export type Above = { kind: EntryKind; id: bigint };

/** `|| ''` keeps SQLite from the index by kind and id, which has all rows of the kind. It uses the index by the record above. */
const isOfKind = (row: string, kind: Kind) => `${row}kind || '' = '${kind}'`;

/** The rows of a record since its deletion `gone`. */
const sinceGone = 'from revision m where m.kind = gone.kind and m.id = gone.id and m.version >= gone.version';

/**
 * Logs the restoration of all records of a kind that one write deleted together with the record above them, in one statement.
 * A record with a redacted member, or whose last version is hidden, stays deleted, with the records under it.
 *
 * @param changeset of that write
 */
export async function appendRestorations(
  tx: Transaction,
  kind: Kind,
  above: Above,
  { changeset, accountId }: { changeset: bigint; accountId: bigint | null },
): Promise<void> {
  const { comment, source } = tx.context;
  const values = [tx.changeset as bigint, tx.now, accountId, comment, source, above.id, changeset];
  await tx.run(
    `insert into revision (changeset, ${columns})
     select cast($1 as bigint), (select case when max(m.at) > $2 then max(m.at) else $2 end ${sinceGone}), cast($3 as bigint), gone.kind, gone.id,
       (select max(m.version) + 1 ${sinceGone}), 'restore', gone.artist_id, gone.album_id, was.shape, was.members, was.unchanged, was.version,
       cast($4 as text), cast($5 as text)
     from revision gone join revision was on was.kind = gone.kind and was.id = gone.id and was.version = gone.version - 1
     where gone.${above.kind}_id = $6 and gone.changeset = $7 and ${isOfKind('gone.', kind)} and gone.action = 'delete'
       and not exists (select 1 from revision later where later.kind = gone.kind and later.id = gone.id and later.version > gone.version and later.action <> 'redact')
       and trim(replace(replace(coalesce(was.erased, ''), 'comment', ''), 'source', '')) = ''
       and not exists (select 1 from hiding h where h.hidden = 'all' and h.scope = ${scopeOf('was.')})
       and (gone.album_id is null or exists (select 1 from album where album.id = gone.album_id))
     order by gone.id`,
    ...values,
  );
}

/** The revisions of `appendRestorations` in the same write, in order of id: `limit` after the id `after`. */
export async function listRestored(
  tx: Transaction,
  kind: Kind,
  above: Above,
  { after, limit }: { after: bigint; limit: number },
): Promise<Logged[]> {
  const rows = await tx.all(
    `select seq, changeset, ${readColumns} from revision
     where ${above.kind}_id = $1 and changeset = $2 and ${isOfKind('', kind)} and action = 'restore' and id > $3 order by id limit $4`,
    above.id,
    tx.changeset as bigint,
    after,
    limit,
  );
  return rows.map(toLogged);
}

/** The columns of a revision that clients see. The account is null if it was deleted. The redaction's note is null if it is hidden. */
export const shownColumns = `${readColumns.replace(
  'user_id',
  '(select u.id from "user" u where u.id = user_id) as user_id, (select u.public_name from "user" u where u.id = user_id) as user_name',
)}, ${['at', 'version'].map((name) => `${ofRedaction(name)} as redaction_${name}`).join(', ')},
  case when ${hiddenIn('redacted_by')} is null then ${ofRedaction('note')} end as redaction_note,
  ${hidden}, (select u.id from redaction d join "user" u on u.id = d.user_id where d.changeset = redacted_by) as redaction_user`;

/** The versions of a record before the version `below`, the newest first, with what clients see of them. */
export async function listVersions(reader: Reader, kind: Kind, id: bigint, below: bigint, limit: number): Promise<Logged[]> {
  const older = 'from revision where kind = $1 and id = $2 and version < $3 order by version desc limit $4';
  const rows = await reader.all(`select seq, changeset, ${shownColumns} ${older}`, kind, id, below, limit);
  return rows.map(toLogged);
}

const ofVersion = 'from revision where kind = $1 and id = $2 and version = $3';

export async function findRevision(reader: Reader, kind: string, id: bigint, version: bigint): Promise<Logged | undefined> {
  const row = await reader.get(`select seq, changeset, ${readColumns}, ${hidden} ${ofVersion}`, kind, id, version);
  return row && toLogged(row);
}

export async function findRevisions(reader: Reader, kind: Kind, versions: { id: bigint; version: bigint }[]): Promise<Logged[]> {
  if (versions.length === 0) return [];
  const rows = await reader.all(
    // Without a cross join SQLite may scan the whole log.
    `select seq, changeset, ${readColumns}, ${hidden} from ${arraysOf(reader, '$1')} as wanted cross join revision
     where kind = $2 and id = cast(wanted.value ->> 0 as bigint) and version = cast(wanted.value ->> 1 as bigint)`,
    JSON.stringify(versions.map(({ id, version }) => [String(id), String(version)])),
    kind,
  );
  return rows.map(toLogged);
}

/** Returns those of the ids that a record has or had. */
export async function listUsed(reader: Reader, kind: Kind, ids: bigint[]): Promise<bigint[]> {
  if (ids.length === 0) return [];
  return listIds(reader, `select id from revision where kind = $1 and version = 1 and id in ${idsIn(reader, '$2')}`, kind, jsonOf(ids));
}

/** Returns those of the ids whose record one of these changesets created. */
export async function listCreatedIn(reader: Reader, kind: Kind, ids: bigint[], changesets: bigint[]): Promise<bigint[]> {
  return listIds(
    reader,
    `select id from revision where kind = $1 and version = 1 and id in ${idsIn(reader, '$2')} and changeset in ${idsIn(reader, '$3')}`,
    ...[kind, jsonOf(ids), jsonOf(changesets)],
  );
}

/** A version leaves out a long text that did not change. `unchanged` names the version that has the text. */
export async function findUnchanged(reader: Reader, kind: Kind, id: bigint, version: bigint) {
  const row = await reader.get(`select shape, unchanged ${ofVersion}`, kind, id, version);
  return row && { shape: Number(row.shape), unchanged: row.unchanged as string | null };
}

export type Newest = Pick<Logged, 'version' | 'at' | 'artistId' | 'albumId'> & { gone: boolean };

const toNewest = objectsOf<Newest>({ at: Number, gone: isOne });

/** The last version of a record. `gone`: whether it is a deletion. */
export async function findNewest(reader: Reader, kind: Kind, id: bigint): Promise<Newest | undefined> {
  const row = await reader.get(
    `select version, at, artist_id, album_id, case when members is null then 1 else 0 end as gone from revision
     where kind = $1 and id = $2 order by version desc limit 1`,
    kind,
    id,
  );
  return row && toNewest(row);
}

/** The changeset of the newest deletion of a record. */
export async function findDeletedWith(reader: Reader, kind: Kind, id: bigint): Promise<bigint | undefined> {
  const sql = `select changeset from revision where kind = $1 and id = $2 and action = 'delete' order by version desc limit 1`;
  return (await reader.get(sql, kind, id))?.changeset as bigint | undefined;
}

/** The time of a version, in ms since 1970. */
export async function findTime(reader: Reader, kind: Kind, id: bigint, version: bigint): Promise<number | undefined> {
  const row = await reader.get(`select at ${ofVersion}`, kind, id, version);
  return row && Number(row.at);
}

/** The log from its beginning, `limit` rows after the number `after`. */
export async function listRevisions(reader: Reader, after: bigint, limit: number): Promise<Logged[]> {
  const rows = await reader.all(`select seq, changeset, ${readColumns} from revision where seq > $1 order by seq limit $2`, after, limit);
  return rows.map(toLogged);
}

/** Committed revisions without a number, in the order in which they will be numbered: `limit` after a position. */
export async function listUnnumberedRevisions(reader: Reader, after: bigint, limit: number) {
  const next = 'from unnumbered_revision where position > $1 order by position limit $2';
  const rows = await reader.all(`select position, changeset, ${readColumns} ${next}`, after, limit);
  return rows.map((row) => ({ ...toRevision(row), position: row.position as bigint }));
}

/** A version as everyone except editors sees it. */
export function withoutHidden<R extends Logged>(revision: R): R {
  if (!revision.hidden) return revision;
  return { ...revision, comment: null, source: null, membersHidden: revision.hidden === 'all' };
}

export function toLogged(row: Row): Logged {
  return { ...toRevision(row), seq: row.seq as bigint };
}

function toRevision(row: Row): Omit<Logged, 'seq'> {
  const revision = Object.fromEntries(columnNames.map((column, i) => [names[i], row[column]])) as unknown as Revision;
  return {
    ...revision,
    at: Number(row.at),
    shape: Number(row.shape),
    changeset: row.changeset as bigint,
    accountName: (row.user_name ?? null) as string | null,
    erased: row.erased as string | null,
    redactedBy: row.redacted_by as bigint | null,
    redaction: redactionIn(row),
    hidden: (row.hidden ?? null) as Hidden | null,
  };
}

function redactionIn(row: Row): Redaction | null {
  const { redaction_at: at = null, redaction_user, redaction_version, redaction_note } = row;
  if (at === null) return null;
  const version = redaction_version as bigint;
  return { at: Number(at), accountId: redaction_user as bigint | null, version, note: redaction_note as string | null };
}

export function toContent(row: Row): Content {
  const { members, unchanged, erased } = row as { [name: string]: string | null };
  return { shape: Number(row.shape), members: members ?? null, unchanged: unchanged ?? null, erased: erased ?? null };
}
