import type { Row } from '../store.ts';
import type { End } from './end.ts';
import { beforeAll, type Key, parseKey, type Table, tables } from './tables.ts';

/** The target has `copied` rows of `table`, up to the key `reached`, and all tables before it. */
export type Progress = { table: Table; reached: Key; copied: number };

/** The source of an unfinished move, and its state. */
export type Origin = { source: string; state: string };

/** The refusal of a start on the target of an unfinished move. */
export const unfinishedMove =
  'An unfinished move has left this store incomplete. Run the same "rockola move" again; it goes on where it stopped.';

/** Exists until the move into this store has finished. */
export const progressTable = 'move_progress';

export const progressSchema = `create table ${progressTable} (source text not null, state text not null, name text not null, reached text not null, copied bigint not null)`;

/** Marks the target as unfinished until `endProgress`. */
export async function beginProgress(target: End, { source, state }: Origin): Promise<void> {
  const [first] = tables as [Table, ...Table[]];
  await target.inTransaction(async () => {
    await target.run(progressSchema);
    await target.run(
      `insert into ${progressTable} (source, state, name, reached, copied) values ($1, $2, $3, $4, 0)`,
      source,
      state,
      first.name,
      String(beforeAll(first)),
    );
  });
}

export async function hasProgress(end: End): Promise<boolean> {
  return end.hasTable(progressTable);
}

export async function readOrigin(target: End): Promise<Origin> {
  const { source, state } = await readRow(target);
  return { source: String(source), state: String(state) };
}

export async function readProgress(target: End): Promise<Progress> {
  const row = await readRow(target);
  const table = tables.find(({ name }) => name === row.name);
  if (!table) throw new Error(`${progressTable} names ${row.name}, which is no table of ours`);
  return { table, reached: parseKey(table, String(row.reached)), copied: Number(row.copied) };
}

/** Call in the transaction that inserts the rows. */
export async function saveProgress(target: End, { table, reached, copied }: Progress): Promise<void> {
  await target.run(`update ${progressTable} set name = $1, reached = $2, copied = $3`, table.name, String(reached), BigInt(copied));
}

/** From here on a service may start on the target. */
export async function endProgress(target: End): Promise<void> {
  await target.run(`drop table ${progressTable}`);
}

async function readRow(target: End): Promise<Row> {
  const [row] = await target.all(`select * from ${progressTable}`);
  if (!row) throw new Error(`${progressTable} is empty`);
  return row;
}
