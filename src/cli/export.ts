import { closeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { Command, Option } from 'commander';
import { readConfig } from '../config/config.ts';
import { linkedPages } from '../http/linkedExport.ts';
import { formatsByName } from '../model/export/formats.ts';
import { type ExportQuery, exportQuery, formatNames, toExportQuery } from '../model/export/query.ts';
import { detailOf, faultIn } from '../model/fault.ts';
import { type Kind, kinds } from '../model/record.ts';
import { StartRefused } from '../model/startRefused.ts';
import { exportCatalogue, type ReadOne } from '../operations/exportCatalogue.ts';
import { publishNew } from '../store/durable.ts';
import type { Reader } from '../store/store.ts';
import { version } from '../version.ts';
import { publicUrlOf } from './accountLinks.ts';
import { readStore } from './stores.ts';
import { openTemporary } from './temporaryFile.ts';
import { printErr, writeAll } from './terminal.ts';

type Options = { format: string; for?: string; kind?: Kind; after?: string; filter?: string[]; output?: string };

export function exportCommand(): Command {
  return new Command('export')
    .description('Write the whole catalogue, as it is at one moment, as text; the server may keep running.')
    .addOption(new Option('--format <format>', 'how it is written').choices(formatNames).default('ndjson'))
    .addOption(new Option('--kind <kind>', 'only records of this kind').choices(kinds))
    .addOption(new Option('--for <program>', 'with csv: escapes texts that the program would run as formulas').choices(['spreadsheet']))
    .option('--after <record>', 'only records after this one, such as album-1043')
    .option(
      '--filter <name=value...>',
      'only artists that match, with all records under them; the filters are those of the list of artists, such as genre=punk decade=1980',
    )
    .option('--output <file>', 'where to write it, in place of standard output; must not exist')
    .action(async ({ output, ...options }: Options) => {
      const query = toQuery(options);
      if (output !== undefined) return toFile(output, query);
      if (isatty(1)) throw new StartRefused('Name a file with --output, or pipe the output into a program: rockola export | gzip');
      await readStore(writeTo(1), query);
    });
}

function toQuery({ filter = [], ...options }: Options): ExportQuery {
  const pairs = filter.map((pair) => [pair.split('=', 1)[0], pair.slice(pair.indexOf('=') + 1)]);
  const { data, error } = exportQuery.safeParse({ ...Object.fromEntries(pairs), ...options });
  if (data) return toExportQuery(data);
  const optionOf = (name: string) => (Object.hasOwn(options, name) ? `--${name}` : `--filter ${name}`);
  throw new StartRefused(
    ...error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((name) => `${optionOf(name)} is not a filter of the list of artists.`)
        : `${optionOf(String(issue.path[0]))} ${detailOf(faultIn(issue.message))}.`,
    ),
  );
}

/**
 * Writes a temporary file and renames it when it is complete. The temporary name is unique, since another export to the same file may run.
 */
async function toFile(file: string, query: ExportQuery): Promise<void> {
  const { path, descriptor } = openTemporary(file);
  const bytes = await readStore(writeTo(descriptor), query);
  closeSync(descriptor);
  if (!publishNew(path, file)) throw new StartRefused(`${file} is there already. Name another file.`);
  printErr(`${file} holds the catalogue: ${bytes} bytes of ${formatsByName[query.format].mediaType}.`);
}

/** The read that writes an export to a descriptor. It returns the number of bytes. */
function writeTo(descriptor: number): (reader: Reader, query: ExportQuery) => Promise<number> {
  return async (reader, query) => {
    const config = readConfig(process.env);
    const about = { rockola: version, licence: config.licence ?? null, credit: config.credit };
    const read: ReadOne = async ({ run }, input) => run(reader, input);
    const linked = query.format === 'jsonld' ? linkedPages(read, await publicUrlOf(config), config) : undefined;
    let bytes = 0;
    for await (const piece of exportCatalogue(read, query, about, undefined, linked)) {
      bytes += piece.length;
      // The reader has closed the pipe.
      if (!writeAll(descriptor, piece)) break;
      // Lets the process handle signals: reads of SQLite never return to the event loop.
      await setImmediate();
    }
    return bytes;
  };
}
