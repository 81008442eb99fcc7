import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { type Dump, dumpName } from '../model/dump.ts';
import { Problem, unavailable } from '../model/problem.ts';
import { showTime } from '../model/time.ts';
import { publishDump, trimDumps } from '../store/dump.ts';
import { makeFolder } from '../store/durable.ts';
import { newestRedaction } from '../store/redaction.ts';
import { version } from '../version.ts';
import { writeDump } from './dumpFiles.ts';
import type { JobContext, JobKind } from './runner.ts';

type DumpSettings = { folder: string; keep: number; licence: string | null; credit: string | undefined };

/** The jobs that write dumps; undefined if no folder is set for them. */
export function dumpKind({ dumpsFolder: folder, dumpsKept: keep, licence, credit }: Config): JobKind | undefined {
  return folder === undefined
    ? undefined
    : { kind: 'dump', run: (context) => dump(context, { folder, keep, licence: licence ?? null, credit }) };
}

/** An interrupted job begins again from the start, since its snapshot is gone. The files get their names when both are complete. */
async function dump(context: JobContext, { folder, keep, licence, credit }: DumpSettings): Promise<Dump> {
  const { job, run, step, store } = context;
  const name = dumpName(job.createdAt);
  const [file, sqliteFile] = [`${name}.ndjson.gz`, `${name}.sqlite.gz`];
  const unfinished = (fileName: string) => join(folder, `${fileName}.${run.run}.unfinished`);
  const paths = { lines: unfinished(file), tables: unfinished(`${name}.sqlite`), zipped: unfinished(sqliteFile) };
  makeFolder(folder);
  const earlier = trimDumps(folder, keep, await store.read(newestRedaction, null));
  const published = earlier.find((dump) => dump.file === file);
  if (published) return published;
  try {
    const about = { made_at: showTime(Date.now()), licence, rockola: version };
    const { lines, sqlite, ...exported } = await writeDump(context, paths, { ...about, credit }, earlier[0]?.records ?? 0);
    const made = { file, ...lines, sqlite: { file: sqliteFile, ...sqlite }, ...about, ...exported };
    // After this step the job cannot be cancelled any more.
    await step({ done: made.records, total: made.records, checkpoint: '' }, true);
    if ((await store.read(newestRedaction, null)) >= Date.parse(about.made_at))
      throw unavailable('Something was redacted while the dump was written.');
    publishDump(folder, [paths.lines, paths.zipped], made, keep);
    return made;
  } catch (error) {
    if (/^(?:ENOSPC|SQLITE_FULL)$/.test((error as { code?: string }).code ?? ''))
      throw new Problem('storage-full', 'The folder of the dumps has no room. Make room there, or lower ROCKOLA_DUMPS_KEPT.');
    throw error;
  } finally {
    for (const path of Object.values(paths)) rmSync(path, { force: true });
  }
}
