import { closeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { Command, Option } from 'commander';
import { readConfig } from '../config/config.ts';
import { exportFormats } from '../model/export/byName.ts';
import { type ExportQuery, exportQuery, formatNames, toExportQuery } from '../model/export/query.ts';
import { type Kind, kinds } from '../model/record.ts';
import { StartRefused } from '../model/startRefused.ts';
import { exportCatalogue } from '../operations/exportCatalogue.ts';
import { publishNew } from '../store/durable.ts';
import type { Reader } from '../store/store.ts';
import { version } from '../version.ts';
import { readStore } from './stores.ts';
import { openTemporary } from './temporaryFile.ts';
import { isTerminal, printErr, writeAll } from './terminal.ts';

type Options = { format: string; for?: string; kind?: Kind; after?: string; output?: string };

export function exportCommand(): Command {
  return new Command('export')
    .description('Write the whole catalogue as text, of one moment; the server may keep running.')
    .addOption(new Option('--format <format>', 'how it is written').choices(formatNames).default('ndjson'))
    .addOption(new Option('--kind <kind>', 'only records of this kind').choices(kinds))
    .addOption(new Option('--for <program>', 'with csv: escapes texts that the program would run as formulas').choices(['spreadsheet']))
    .option('--after <record>', 'only records after this one, such as album-1043')
    .option('--output <file>', 'where to write it, in place of standard output; must not exist')
    .action(async ({ output, ...given }: Options) => {
      const query = toQuery(given);
      if (output !== undefined) return toFile(output, query);
      if (isTerminal()) throw new StartRefused('Name a file with --output, or send the output on: rockola export | gzip');
      await readStore(writeTo(1), query);
    });
}

function toQuery(given: Partial<Options>): ExportQuery {
  const { data, error } = exportQuery.safeParse(given);
  if (data) return toExportQuery(data);
  throw new StartRefused(...error.issues.map(({ path, message }) => `--${path.join()} ${message}.`));
}

/** Writes a temporary file and renames it when it is complete. Its name is unique: another export to the same file may run. */
async function toFile(file: string, query: ExportQuery): Promise<void> {
  const { path, descriptor } = openTemporary(file);
  const bytes = await readStore(writeTo(descriptor), query);
  closeSync(descriptor);
  if (!publishNew(path, file)) throw new StartRefused(`${file} is there already. Name another file.`);
  printErr(`${file} holds the catalogue: ${bytes} bytes of ${exportFormats[query.format].mediaType}.`);
}

/** @returns a reading operation that writes an export to a file, and returns its bytes */
function writeTo(descriptor: number): (reader: Reader, query: ExportQuery) => Promise<number> {
  return async (reader, query) => {
    const about = { rockola: version, licence: readConfig(process.env).licence ?? null };
    let bytes = 0;
    for await (const piece of exportCatalogue(async ({ run }, input) => run(reader, input), query, about)) {
      bytes += piece.length;
      // The reader has closed the pipe.
      if (!writeAll(descriptor, piece)) break;
      // Lets the process handle signals: reads of SQLite never return to the event loop.
      await setImmediate();
    }
    return bytes;
  };
}
