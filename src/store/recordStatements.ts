import type { EntryKind, Fields, RecordType } from '../model/record.ts';
import { remembered } from '../model/remembered.ts';
import { idsIn } from './elements.ts';
import { insertion } from './insertMany.ts';
import { ancestorColumns, quoted } from './recordColumns.ts';
import type { Reader } from './store.ts';

export type RecordStatements = ReturnType<typeof statementsOf>;

/** The statements of a kind of record, made from its description. Lists of ids are JSON arrays of texts. */
export function statementsOf<F extends Fields>(type: RecordType<F>) {
  const { kind } = type;
  const above = ancestorColumns(type);
  const parent = above.at(-1);
  const columns = ['id', ...above, ...type.names, 'version', 'changed_at'].map(quoted);
  const members = ['id', ...type.names].map(quoted);
  const orders = Object.keys(type.orders);
  const written = [...columns, ...orders];
  const byPlace = ['id', ...above].map((column, i) => `${column} = $${i + 1}`).join(' and ');
  const byIds = (reader: Reader) => `id in ${idsIn(reader, '$1')}`;

  return {
    /** The columns of an insertion, in the order of `valuesOf`. */
    written,
    find: `select ${columns} from ${kind} where ${byPlace}`,
    findShared: {
      one: `select ${columns} from ${kind} where id = $1`,
      many: `select ${columns} from ${kind} where id = any(cast($1 as bigint[]))`,
    },
    findAlike: (conditions: string) => `select id from ${kind} where ${parent} = $1 and id <> $2 and ${conditions} limit 1`,
    /** The condition of a list, with the id of the parent as `$1` if there is one. */
    under: parent ? `${parent} = $1` : 'true',
    pageAfter: parent
      ? `select ${members} from ${kind} where ${parent} = $1 and id > $2 order by id limit $3`
      : `select ${members} from ${kind} where id > $1 order by id limit $2`,
    pageAt: parent
      ? `select ${members} from ${kind} where ${parent} = $1 order by id limit $2 offset $3`
      : `select ${members} from ${kind} order by id limit $1 offset $2`,
    next: `select ${['id', ...above, ...type.names].map(quoted)} from ${kind} where id > $1 order by id limit $2`,
    states: `select ${written.map((column) => `t.${column}`)}, r.artist_id as logged_artist_id, r.album_id as logged_album_id, r.shape,
        r.members, r.unchanged
      from ${kind} t left join revision r on r.kind = '${kind}' and r.id = t.id and r.version = t.version and r.at = t.changed_at
      where t.id > $1 order by t.id limit $2`,
    existingIds: (reader: Reader) => `select id from ${kind} where ${byIds(reader)} order by id`,
    byIds: (reader: Reader) => `select ${columns} from ${kind} where ${byIds(reader)} order by id`,
    byParents: (reader: Reader) => `select ${columns} from ${kind} where ${parent} in ${idsIn(reader, '$1')} order by id`,
    countUnder: `select count(*) as records from ${kind} where ${parent} = $1`,
    countNaming: (member: string) => `select count(*) as records from ${kind} where ${member} = $1`,
    insert: insertion(kind, written),
    orReplace: ` on conflict (id) do update set ${written.slice(1).map((column) => `${column} = excluded.${column}`)}`,
    // A statement is looked up by its text, and a new text would have to be hashed each time.
    update: remembered(
      (set: string[]) => `update ${kind} set ${set.map((name, i) => `${quoted(name)} = $${i + 1}`)} where id = $${set.length + 1}`,
    ),
    unordered: `select ${members} from ${kind} where ${orders[0]} is null order by id limit $1`,
    remove: `delete from ${kind} where id = $1`,
    removeMany: (reader: Reader) => `delete from ${kind} where ${byIds(reader)}`,
    removeUnder: (ancestor: EntryKind) => `delete from ${kind} where ${ancestor}_id = $1 returning id`,
    orphans: `select id from ${kind}_indexed i where id > $1 and id <= $2 and not exists (select 1 from ${kind} t where t.id = i.id)`,
  };
}
