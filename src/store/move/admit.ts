import { StartRefused } from '../../model/startRefused.ts';
import { pendingMigrations } from '../migrations.ts';
import type { End } from './end.ts';
import { beginProgress, hasProgress, type Origin, readOrigin } from './progress.ts';
import { tables } from './tables.ts';

/** @throws StartRefused where the source cannot be moved */
export async function admitSource(source: End): Promise<void> {
  await requireSchema(source, 'Start the service on it once and stop it again, which brings it up to date.');
  if (await hasProgress(source))
    throw new StartRefused(`${source.name} is itself the target of an unfinished move. Finish that one first, then move from it.`);
  await source.numberRevisions();
}

/** Marks an empty target as unfinished, or goes on with an unfinished move from this source. @throws StartRefused for any other target */
export async function admitTarget(source: End, target: End): Promise<void> {
  await requireSchema(target, 'Name an empty database or a new file.');
  const origin = await originOf(source);
  if (!(await hasProgress(target))) {
    await requireEmpty(target);
    return beginProgress(target, origin);
  }
  const begun = await readOrigin(target);
  if (begun.source !== origin.source)
    throw new StartRefused(`${target.name} holds an unfinished move from another store. Name that store after --from, or an empty target.`);
  if (begun.state !== origin.state)
    throw new StartRefused(
      `${source.name} was changed after this move began, so ${target.name} cannot be finished. Remove it, or name an empty target.`,
    );
}

/** @throws StartRefused where the store has no schema, or another than this program's newest */
async function requireSchema(end: End, remedy: string): Promise<void> {
  if (!(await end.hasTable('migration'))) throw new StartRefused(`${end.name} is no store of Rockola. Correct DATABASE_URL.`);
  const applied = await end.all('select number, checksum from migration');
  const pending = pendingMigrations(
    end.migrations,
    applied.map((row) => ({ number: Number(row.number), checksum: String(row.checksum) })),
  );
  if (pending.length > 0) throw new StartRefused(`${end.name} has an older schema. ${remedy}`);
}

async function requireEmpty(target: End): Promise<void> {
  for (const { name } of tables) {
    const rows = await target.all(`select 1 as found from "${name}" limit 1`);
    if (rows.length > 0)
      throw new StartRefused(`${target.name} is not empty, and a move overwrites nothing. Name an empty database or a new file.`);
  }
}

/** A store is identified by the time it was made, its state by numbers that only grow. The comparison finds every other change. */
async function originOf(source: End): Promise<Origin> {
  const made = await source.all('select number, applied_at from migration order by number');
  const started = await source.all('select name, at from milestone order by at');
  const [state] = await source.all(
    `select (select max(seq) from revision) as revision, (select max(id) from "user") as users,
       (select max(id) from session) as sessions, (select max(id) from api_key) as keys`,
  );
  const text = [source.engine, ...[...made, ...started].flatMap(Object.values)].join(' ');
  return { source: digest(text), state: digest(Object.values(state ?? {}).join(' ')) };
}

function digest(text: string): string {
  return new Bun.CryptoHasher('sha256').update(text).digest('hex');
}
