import { createReadStream, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { outcomeLifetime } from '../model/idempotencyKey.ts';
import { type Encoding, encodings } from '../model/import/importRow.ts';
import { type Counts, type MatchMethod, matchMethods, type PlanHead } from '../model/import/plan.ts';
import { formatOf, type ImportFormat, importFormats, openSource } from '../model/import/source.ts';
import { Problem } from '../model/problem.ts';
import { StartRefused } from '../model/startRefused.ts';
import { applyImport, type WritePart } from '../operations/import/apply.ts';
import { planImport } from '../operations/import/plan.ts';
import { writes } from '../operations/writes.ts';
import { publish, publishNew } from '../store/durable.ts';
import { version } from '../version.ts';
import { counted } from './counted.ts';
import { checkPlan, createPlanWriter, pieceSize, readingSentences, rowsOfPlan } from './importFiles.ts';
import { contextOf, type Notes, withNoteOptions } from './notes.ts';
import { readStore, type WithWrites } from './stores.ts';
import { createProgressLine, printOut } from './terminal.ts';

type Options = Notes & {
  format?: ImportFormat;
  encoding?: Encoding;
  map?: Map<string, string>;
  mapFile?: Map<string, string>;
  match?: MatchMethod;
  plan?: string;
  apply?: string;
  report?: string;
  skipErrors: boolean;
};

export function importCommand(withWrites: WithWrites): Command {
  return withNoteOptions(new Command('import'))
    .description('Add and change records as a file says: makes a plan, then applies it; the server may keep running.')
    .argument('[file]', 'an export of Rockola, a table as CSV, JSON of the API, or a file of Discogs, MusicBrainz or Wikidata')
    .addOption(new Option('--match <method>', 'how a record of the file is found in the store').choices(matchMethods))
    .addOption(new Option('--format <format>', 'of the file (default: by its name)').choices(importFormats))
    .addOption(new Option('--encoding <encoding>', 'of CSV (default: by its content)').choices(encodings))
    .option('--map <column=member>', 'the member of a column of CSV, such as Banda=artist.name; can be repeated', readMap)
    .option('--map-file <file>', 'a file with one column=member on each line', readMapFile)
    .option('--plan <file>', 'only write the plan, to this file; nothing is changed')
    .option('--apply <plan>', 'apply a plan that was written before; a plan can be applied again')
    .option('--skip-errors', 'apply the rest if some rows are errors or conflicts', false)
    .option('--report <file>', 'where to write the outcome of each row (default: next to the file)')
    .action((file: string | undefined, options: Options) => {
      contextOf(options);
      if ((file === undefined) === (options.apply === undefined)) throw new StartRefused('Name a file to import, or a plan with --apply.');
      requireFile(options.apply ?? (file as string));
      return options.apply === undefined ? importFile(withWrites, file as string, options) : applyPlan(withWrites, options.apply, options);
    });
}

function readMap(text: string, pairs = new Map<string, string>()): Map<string, string> {
  const separator = text.lastIndexOf('=');
  if (separator < 1) throw new InvalidArgumentError('It must be a column and a member, such as Banda=artist.name.');
  return pairs.set(text.slice(0, separator), text.slice(separator + 1));
}

function readMapFile(path: string, pairs = new Map<string, string>()): Map<string, string> {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new InvalidArgumentError(`It cannot be read (${(error as Error).message}).`);
  }
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  return lines.filter((line) => line.trim() !== '').reduce((map, line) => readMap(line, map), pairs);
}

function requireFile(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new StartRefused(`${path} is no file. Name an export or a table, or a plan with --apply.`);
}

async function importFile(withWrites: WithWrites, file: string, options: Options): Promise<void> {
  const { plan, skipErrors } = options;
  const target = plan ?? `${file}.plan.ndjson`;
  if (existsSync(target))
    throw new StartRefused(`${target} is there already. Finish that import with: rockola import --apply ${target}; or remove the file.`);
  const { counts, path } = await makePlan(file, target, options);
  if (plan === undefined && !skipErrors && counts.error + counts.conflict > 0) {
    const report = options.report ?? reportOf(target);
    publish(path, report);
    throw refused(counts, report);
  }
  if (!publishNew(path, target)) throw new StartRefused(`${target} is there already. Name another file.`);
  if (plan !== undefined) {
    const skip = counts.error + counts.conflict > 0 ? ' --skip-errors' : '';
    return printOut(`${target} holds the plan. Apply it with: rockola import --apply ${target}${skip}`);
  }
  await applyPlan(withWrites, target, options);
  rmSync(target);
}

const reportOf = (plan: string) => `${plan.replace(/\.plan\.ndjson$|\.ndjson$/, '')}.report.ndjson`;

function refused({ error, conflict }: Counts, file: string): StartRefused {
  const rows = `${counted(error, 'error')} and ${counted(conflict, 'conflict')}`;
  return new StartRefused(`Nothing was imported: ${rows}, all in ${file}. Correct the file, or use --skip-errors to import the rest.`);
}

/** Plans on one snapshot, and writes the plan to a temporary file. */
function makePlan(file: string, target: string, options: Options): Promise<{ counts: Counts; path: string }> {
  return readStore(async (reader) => {
    const bytes = () => createReadStream(file, { highWaterMark: pieceSize });
    const source = await openSource(bytes, options.format ?? formatOf(file), {
      ...options,
      map: new Map([...(options.mapFile ?? []), ...(options.map ?? [])]),
    });
    const { match = source.match } = options;
    printOut(...readingSentences(source.reading));
    const writer = createPlanWriter(target);
    const head: PlanHead = { rockola: version, plan: crypto.randomUUID(), made: Date.now(), file: basename(file), match };
    writer.writeHead({ ...head, reading: source.reading });
    const showProgress = createProgressLine();
    let planned = 0;
    for await (const rows of planImport(async ({ run }, input) => run(reader, input), source, match)) {
      writer.writeRows(rows);
      planned += rows.length;
      showProgress(`${planned} rows planned …`, false);
      // Lets the process handle signals: reads of SQLite never return to the event loop.
      await setImmediate();
    }
    writer.end();
    return writer;
  }, null);
}

async function applyPlan(withWrites: WithWrites, plan: string, options: Options): Promise<void> {
  const { head, changes, refused } = await checkPlan(plan);
  if (head.made < BigInt(Date.now() - outcomeLifetime)) throw new StartRefused(`${plan} is older than a day. Make a new plan.`);
  if (refused > 0 && !options.skipErrors)
    throw new StartRefused(
      `Nothing was imported: ${plan} has ${counted(refused, 'row')} with errors. Use --skip-errors to import the rest.`,
    );
  const report = options.report ?? reportOf(plan);
  const writer = createPlanWriter(report);
  writer.writeHead({ rockola: version, plan: head.plan, file: head.file });
  const { comment, source } = contextOf(options);
  const notes = { comment: comment ?? `import: ${head.file.replace(/\p{Cc}/gu, ' ').slice(0, 200)}`, source };
  const showProgress = createProgressLine();
  let done = 0;
  await withWrites(async (write) => {
    // With an idempotency key, `write` returns an `Outcome`, which its type does not say.
    const writePart: WritePart = (part, context) => write(writes.importPart, part, context) as never;
    for await (const rows of applyImport(writePart, { plan: head.plan, match: head.match, rows: rowsOfPlan(plan), ...notes })) {
      writer.writeRows(rows);
      done += rows.filter(({ record }) => record).length;
      showProgress(`${done} of ${changes} records …`, done === changes);
    }
  }).catch((error) => {
    if (!(error instanceof Problem && error.code === 'idempotency-key-reused')) throw error;
    throw new StartRefused(`${plan} was changed after a part of it was applied. Make a new plan.`);
  });
  writer.end();
  publish(writer.path, report);
  printOut(`${report} has the outcome of each row.`);
  if (writer.counts.conflict > 0) process.exitCode = 1;
}
