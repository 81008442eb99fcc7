import { Database } from 'bun:sqlite';
import { closeSync, openSync } from 'node:fs';
import { toJson } from '../model/json.ts';
import { knownTypes } from '../model/kinds.ts';
import { isSingle, type Kind, kindRows, kinds } from '../model/record.ts';
import { ancestorColumns } from './recordColumns.ts';

/** The number of the layout. A layout in which older queries fail gets the next number. */
const format = 1;

/**
 * Nothing is synced, and there is no journal on disk: a file that is not complete is deleted. The commit writes up to 8 MiB of pages at
 * once.
 */
const pragmas = ['journal_mode = memory', 'synchronous = off', 'cache_size = -8192'];

export type DumpTables = ReturnType<typeof createDumpTables>;

/** Makes the SQLite file of a dump: a table for each kind of record, which the lines of an export fill. */
export function createDumpTables(path: string) {
  closeSync(openSync(path, 'wx', 0o600));
  const database = new Database(path, { create: false, readwrite: true });
  for (const pragma of pragmas) database.run(`pragma ${pragma}`);
  database.run('begin');
  for (const statement of kinds.flatMap(tableOf)) database.run(statement);
  database.run('create table meta (name text primary key, value)');
  const insertions = new Map(kinds.map((kind) => [kind, database.prepare(insertionOf(kind))]));

  return {
    /** @param line of a record of this kind, as NDJSON has it */
    add(kind: Kind, line: string): void {
      insertions.get(kind)?.run(line);
    },
    /** Completes the file. @param meta the rows of the table `meta` */
    commit(meta: Record<string, string | number | object | null | undefined>): void {
      const insert = database.prepare('insert into meta values (?, ?)');
      for (const [name, value = null] of Object.entries({ format, ...meta }))
        insert.run(name, typeof value === 'object' && value !== null ? toJson(value) : value);
      insert.finalize();
      database.run('commit');
    },
    close(): void {
      for (const insertion of insertions.values()) insertion.finalize();
      database.close();
    },
  };
}

/** Indexes are created before the rows: an index that is created afterwards would block the thread. */
function tableOf(kind: Kind): string[] {
  const { plural, above } = kindRows[kind];
  const { members, names } = knownTypes[kind] as unknown as Described;
  const table = quotedName(plural);
  const parents = above.map((parent) => `${quotedName(`${parent}_id`)} integer not null references ${quotedName(kindRows[parent].plural)}`);
  const columns = names.map((name) => {
    const { column, empty } = members[name] as Described['members'][string];
    return `${quotedName(name)} ${column === 'text' ? 'text' : 'integer'}${empty === null ? '' : ' not null'}`;
  });
  const parent = isSingle(kind) ? [] : above.slice(-1).map((ancestor) => `${ancestor}_id`);
  // A member may name a deleted record, so it has an index, but no foreign key.
  const indexed = names.filter((name) => members[name]?.references || members[name]?.searched === 'title');
  return [
    `create table ${table} (id integer primary key, ${[...parents, ...columns].join(', ')})`,
    ...[...parent, ...indexed].map((column) => `create index ${quotedName(`${plural}_${column}`)} on ${table} (${quotedName(column)})`),
  ];
}

type Described = {
  names: string[];
  members: Record<string, { column: 'text' | 'bigint'; empty?: unknown; references?: string; searched?: string }>;
};

/** SQLite reads the line itself: integers stay exact, lists stay JSON, and true is 1. */
function insertionOf(kind: Kind): string {
  const { names } = knownTypes[kind];
  const paths = ['record.id', ...ancestorColumns(knownTypes[kind]), ...(names as string[]).map((name) => `record.${name}`)];
  return `insert into ${quotedName(kindRows[kind].plural)} values (${paths.map((path) => `?1 ->> '$.${path}'`).join(', ')})`;
}

/** A member may have the name of an SQL keyword. */
const quotedName = (name: string) => `"${name}"`;
