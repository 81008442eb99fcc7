import { rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { Config } from '../config/config.ts';
import { type Dump, dumpName } from '../model/dump.ts';
import { toExportQuery } from '../model/export/query.ts';
import { Problem, unavailable } from '../model/problem.ts';
import { showTime } from '../model/time.ts';
import { exportCatalogue, nothingExported, type ReadOne } from '../operations/exportCatalogue.ts';
import { publishDump, readDumps, removeOthers } from '../store/dump.ts';
import { makeFolder } from '../store/durable.ts';
import { newestRedaction } from '../store/redaction.ts';
import { version } from '../version.ts';
import type { JobContext, JobKind } from './runner.ts';

type Place = { folder: string; keep: number; licence: string | null; credit: string | undefined };

/** The jobs that write dumps; undefined if no folder is set for them. */
export function dumpKind({ dumpsFolder: folder, dumpsKept: keep, licence, credit }: Config): JobKind | undefined {
  return folder === undefined
    ? undefined
    : { kind: 'dump', run: (context) => dump(context, { folder, keep, licence: licence ?? null, credit }) };
}

/** An interrupted job begins again from the start, since its snapshot is gone. The file gets its name when it is complete. */
async function dump(context: JobContext, { folder, keep, licence, credit }: Place): Promise<Dump> {
  const { job, run } = context;
  const file = dumpName(job.createdAt);
  makeFolder(folder);
  const before = readDumps(folder);
  const published = before.find((one) => one.file === file);
  if (published) return published;
  removeOthers(folder);
  const unfinished = join(folder, `${file}.${run.run}.unfinished`);
  try {
    const about = { made_at: showTime(Date.now()), licence, rockola: version };
    const written = await write(context, unfinished, { rockola: version, licence, credit }, before[0]?.records ?? 0);
    const made = { file, ...about, ...written };
    // After this step the job cannot be cancelled any more.
    await context.step({ done: made.records, total: made.records, checkpoint: '' }, true);
    const redactedAt = await context.store.read(newestRedaction, null);
    if (redactedAt >= Date.parse(about.made_at)) throw unavailable('Something was redacted while the dump was written.');
    publishDump(folder, unfinished, made, keep, redactedAt);
    return made;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOSPC') throw new Problem('storage-full', 'The folder of the dumps has no room.');
    throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

type Written = Pick<Dump, 'bytes' | 'sha256' | 'cursor' | 'records' | 'kinds'>;

/** @param expected the records of the last dump, for the progress */
async function write(
  { store, caller, step }: JobContext,
  path: string,
  about: { rockola: string; licence: string | null; credit: string | undefined },
  expected: number,
): Promise<Written> {
  const snapshot = await store.openSnapshot(caller);
  const hash = new Bun.CryptoHasher('sha256');
  const exported = nothingExported();
  let bytes = 0;
  /** The first error of a read or step. The stream may report another error, or none. */
  let broken: unknown;
  const read: ReadOne = async (operation, input) => {
    try {
      await step({ done: exported.records, total: Math.max(expected, exported.records) || null, checkpoint: '' });
      return await snapshot.read(operation, input);
    } catch (error) {
      broken ??= error;
      throw error;
    }
  };
  const file = await open(path, 'wx', 0o600);
  try {
    const lines = exportCatalogue(read, toExportQuery({}), about, exported);
    for await (const piece of pipeline(lines, createGzip(), () => {})) {
      hash.update(piece);
      bytes += piece.length;
      await file.appendFile(piece);
    }
    if (broken) throw broken;
    // Synchronized here, since `publish` would do it synchronously, and requests would wait while it writes a large file.
    await file.sync();
  } catch (error) {
    throw broken ?? error;
  } finally {
    snapshot.end();
    await file.close();
  }
  return { bytes, sha256: hash.digest('hex'), ...exported };
}
