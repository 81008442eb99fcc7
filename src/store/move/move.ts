import { StartRefused } from '../../model/startRefused.ts';
import { pendingMigrations } from '../migrations.ts';
import { type DatabaseAddress, describeAddress } from '../open.ts';
import { kindOf } from '../postgres/failures.ts';
import { beginBuild } from '../search/state.ts';
import { type Comparison, compareEnds } from './compare.ts';
import { copyRows, type Report } from './copy.ts';
import type { End, Side } from './end.ts';
import { openPostgresEnd } from './postgresEnd.ts';
import { placeOfPostgres } from './postgresLock.ts';
import { openSqliteEnd, placeOfSqlite } from './sqliteEnd.ts';
import { readTables, type Table } from './tables.ts';

/**
 * Copies a store into an empty one of either engine and compares both, in one transaction of the target: if they differ, or the move is
 * interrupted, the target stays empty.
 *
 * @param report called with the progress
 * @param note called with the reason of a wait
 * @returns the comparison of each table
 * @throws StartRefused before any change where a store cannot be used, or later where one fails
 */
export async function moveStore(
  from: DatabaseAddress,
  to: DatabaseAddress,
  report: Report,
  note: (line: string) => void,
): Promise<Comparison[]> {
  await requireDifferent(from, to);
  const source = await open(from, 'source', note);
  try {
    await withOptionNames('source', () => admitSource(source));
    const target = await open(to, 'target', note);
    try {
      const tables = readTables();
      await withOptionNames('target', () => admitTarget(target, tables));
      return await carryOver(source, target, tables, report);
    } finally {
      await target.close();
    }
  } catch (error) {
    throw interruption(error);
  } finally {
    await source.close();
  }
}

/** @throws StartRefused where the source cannot be moved */
async function admitSource(source: End): Promise<void> {
  await requireSchema(source, 'Start the service on it once and stop it again, which brings it up to date.');
  await source.numberRevisions();
}

/** @throws StartRefused where the target is not empty */
async function admitTarget(target: End, tables: Table[]): Promise<void> {
  await requireSchema(target, 'Name an empty database or a new file.');
  for (const { name } of tables) {
    const rows = await target.all(`select 1 as found from "${name}" limit 1`);
    if (rows.length > 0)
      throw new StartRefused(`${target.name} is not empty, and a move overwrites nothing. Name an empty database or a new file.`);
  }
}

/** @throws StartRefused where the store has no schema, or one that is not this program's newest */
async function requireSchema(end: End, remedy: string): Promise<void> {
  const applied = await end.applied();
  if (applied.length === 0) throw new StartRefused(`${end.name} is no store of Rockola. Correct DATABASE_URL.`);
  if (pendingMigrations(end.migrations, applied).length > 0) throw new StartRefused(`${end.name} has an older schema. ${remedy}`);
}

async function carryOver(source: End, target: End, tables: Table[], report: Report): Promise<Comparison[]> {
  let found: Comparison[] = [];
  await target.inTransaction(async () => {
    await copyRows(source, target, tables, report);
    await target.setNextIds(await source.nextIds());
    await target.run(beginBuild(target.engine, false));
    found = await compareEnds(source, target, tables, report);
    return found.every(({ equal }) => equal);
  });
  await target.tidy();
  return found;
}

async function requireDifferent(from: DatabaseAddress, to: DatabaseAddress): Promise<void> {
  if (from.engine !== to.engine) return;
  const place = await withOptionNames('source', () => placeOf(from));
  if (place !== undefined && place === (await withOptionNames('target', () => placeOf(to))))
    throw new StartRefused(`--from and --to are the same store, ${describeAddress(from)}. Name two.`);
}

async function placeOf(address: DatabaseAddress): Promise<string | undefined> {
  return address.engine === 'sqlite' ? placeOfSqlite(address.path) : placeOfPostgres(address.url);
}

function open(address: DatabaseAddress, side: Side, note: (line: string) => void): Promise<End> {
  return withOptionNames(side, async () =>
    address.engine === 'sqlite' ? openSqliteEnd(address.path, side) : openPostgresEnd(address.url, describeAddress(address), side, note),
  );
}

/** In a refusal, replaces DATABASE_URL by the option of `rockola move` that gives the store. */
async function withOptionNames<T>(side: Side, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    throw new StartRefused(...error.reasons.map((reason) => reason.replaceAll('DATABASE_URL', side === 'source' ? '--from' : '--to')));
  }
}

/** A sentence about a full disk or a lost server. Other errors stay as they are. */
function interruption(error: unknown): unknown {
  if (error instanceof StartRefused) return error;
  const { code, message } = error as Error & { code?: string };
  if (kindOf(error) === 'defect' && !/^SQLITE_(FULL|IOERR|BUSY|READONLY)/.test(String(code))) return error;
  return new StartRefused(
    `The move was interrupted (${message}). The source is as it was, and the target is empty. Fix that, then run the same command again.`,
  );
}
