import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import type { DumpFile } from '../model/dump.ts';
import { toExportQuery } from '../model/export/query.ts';
import { textLines } from '../model/import/source.ts';
import type { Kind } from '../model/record.ts';
import { type Exported, exportCatalogue, nothingExported, type ReadOne } from '../operations/exportCatalogue.ts';
import { createDumpTables, type DumpTables } from '../store/dumpTables.ts';
import type { Snapshot } from '../store/store.ts';
import type { JobContext } from './runner.ts';

/** How long rows are inserted before requests may run, in ms. */
const sliceTime = 3;

/** `lines`: a compressed file with the lines of an export. `tables`: the SQLite file. `zipped`: the compressed SQLite file. */
type Paths = { lines: string; tables: string; zipped: string };
type About = { rockola: string; licence: string | null; credit: string | undefined; made_at: string };
type Compressed = Omit<DumpFile, 'file'>;

/**
 * Writes the files of a dump: first the lines, in one snapshot, then the tables, from these lines.
 *
 * @param expected the records of the last dump, for the progress
 */
export async function writeDump(
  context: JobContext,
  paths: Paths,
  about: About,
  expected: number,
): Promise<Exported & { lines: Compressed; sqlite: Compressed }> {
  const exported = nothingExported();
  const step = () => context.step({ done: exported.records, total: Math.max(expected, exported.records) || null, checkpoint: '' });
  const snapshot = await context.store.openSnapshot(context.caller);
  let lines: Compressed;
  try {
    lines = await writeLines(paths.lines, snapshot, { about, exported, step });
  } finally {
    snapshot.end();
  }
  const tables = createDumpTables(paths.tables);
  try {
    await fill(tables, paths.lines, step);
    tables.commit({ ...about, ...exported });
  } finally {
    tables.close();
  }
  return { ...exported, lines, sqlite: await compress(piecesOf(paths.tables, step), paths.zipped) };
}

type Writing = { about: About; exported: Exported; step(): Promise<void> };

async function writeLines(path: string, snapshot: Snapshot, { about, exported, step }: Writing): Promise<Compressed> {
  const { made_at: _, ...head } = about;
  /** The first error of a read or step. The export does not throw it: it ends with a line that says that it is not complete. */
  let firstError: unknown;
  const read: ReadOne = async (operation, input) => {
    try {
      await step();
      return await snapshot.read(operation, input);
    } catch (error) {
      firstError ??= error;
      throw error;
    }
  };
  const compressed = await compress(exportCatalogue(read, toExportQuery({}), head, exported), path);
  if (firstError) throw firstError;
  return compressed;
}

/** @param path of the compressed lines of an export */
async function fill(tables: DumpTables, path: string, step: () => Promise<void>): Promise<void> {
  let begun = performance.now();
  for await (const line of textLines(pipeline(createReadStream(path), createGunzip(), () => {}))) {
    const kind = /^\{"kind":"(\w+)"/.exec(line)?.[1] as Kind | undefined;
    if (kind) tables.add(kind, line);
    if (performance.now() - begun < sliceTime) continue;
    await step();
    begun = performance.now();
  }
}

async function* piecesOf(path: string, step: () => Promise<void>): AsyncGenerator<Uint8Array> {
  for await (const piece of createReadStream(path)) {
    await step();
    yield piece;
  }
}

/** @throws the error of the source: the stream may report another error, or none */
async function compress(source: AsyncIterable<Uint8Array>, path: string): Promise<Compressed> {
  const hash = new Bun.CryptoHasher('sha256');
  let bytes = 0;
  let sourceError: unknown;
  async function* watched() {
    try {
      yield* source;
    } catch (error) {
      sourceError ??= error;
      throw error;
    }
  }
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const piece of pipeline(watched(), createGzip(), () => {})) {
      hash.update(piece);
      bytes += piece.length;
      await file.appendFile(piece);
    }
    if (sourceError) throw sourceError;
    // Written to the disk here: `publishDump` does that synchronously, and requests would wait for a large file.
    await file.sync();
  } catch (error) {
    throw sourceError ?? error;
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}
