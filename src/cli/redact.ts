import { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { toJson } from '../model/json.ts';
import { knownTypes } from '../model/kinds.ts';
import { type Kind, kindRows, kinds, wordsOf } from '../model/record.ts';
import { placeParams } from '../model/recordPath.ts';
import { hidable, redactionOf } from '../model/redaction.ts';
import { StartRefused } from '../model/startRefused.ts';
import type { Redact } from '../operations/redaction.ts';
import { writes } from '../operations/writes.ts';
import { listRedactions } from '../store/redaction.ts';
import { listRedactionsBeside, readRedactionList } from '../store/redactionList.ts';
import { findNewest } from '../store/revision.ts';
import { lockStore } from '../store/sqlite/lock.ts';
import type { Write } from '../store/store.ts';
import { lookUp, withAdvice } from './notThere.ts';
import { readOptions } from './readOptions.ts';
import { redactAgain, requireHidable } from './redactAgain.ts';
import { type OperatorWrite, readStore, type WithWrites } from './stores.ts';
import { printOut, writeAll } from './terminal.ts';
import { toId } from './toId.ts';

export function redactCommand(write: OperatorWrite, withWrites: WithWrites): Command {
  const command = new Command('redact').description(
    'Erase something of a version, such as a private address, for ever. The version stays, and says that something was redacted.',
  );
  for (const kind of kinds) command.addCommand(recordCommand(write, kind));
  command
    .command('list')
    .description('Write the redactions of the store as JSON, for "rockola redact again". The JSON has no erased text.')
    .action(async () => void writeAll(1, Buffer.from(`${toJson(await readStore(listRedactions, null))}\n`)));
  command
    .command('again')
    .description('Make the redactions of a list again in a store that lacks them, such as one restored from an older dump.')
    .argument('<file>', 'what "rockola redact list" wrote')
    .action(async (file: string) => {
      const redactions = readRedactionList(file);
      requireHidable(file, redactions);
      const lines = await redactAgain(withWrites, redactions);
      printOut(...(lines.length > 0 ? lines : ['There was nothing of the list to redact.']));
      await listWithoutService();
    });
  return command;
}

type Options = { hide: string[]; reason: string; note?: string };

function recordCommand(write: OperatorWrite, kind: Kind): Command {
  const type = knownTypes[kind];
  const redact = (writes as Record<string, unknown>)[`redact${kindRows[kind].name}`] as Write<Redact, string[]>;
  return new Command(kind)
    .summary(`Erase something of ${wordsOf(kind)} <id>.`)
    .description(`Erase something of a version of ${wordsOf(kind)} <id>.`)
    .argument('<id>', 'its id', toId)
    .argument('<version>', `a version of it, as "rockola history ${kind} ID" shows them`, toId)
    .requiredOption('--hide <names...>', `what to erase: ${hidable(type).join(', ')}`)
    .requiredOption('--reason <text>', 'why; only the operator sees it')
    .option('--note <text>', 'what everybody may read of it')
    .action(async (id: bigint, version: bigint, options: Options) => {
      const input = readOptions(redactionOf(type), options);
      const newest = await readStore((reader) => findNewest(reader, kind, id), null);
      if (!newest) throw new StartRefused(`There is no ${wordsOf(kind)} ${id}. ${lookUp.record}`);
      const erased = await withAdvice(
        `"rockola history ${kind} ${id}" lists them.`,
        write(redact, { ...placeParams(kind, { ...newest, id }), version, ...input }),
      );
      const which = `version ${version} of ${wordsOf(kind)} ${id}`;
      if (erased.length === 0) printOut(`There was nothing to redact in ${which}: ${input.hide.join(', ')} was empty, or redacted before.`);
      else printOut(`${erased.join(', ')} of ${which} ${erased.length === 1 ? 'is' : 'are'} redacted.`);
      await listWithoutService();
    });
}

/** Writes the list of redactions next to a SQLite store. A running service holds the lock and writes the list itself. */
async function listWithoutService(): Promise<void> {
  const { database } = readConfig(process.env);
  if (database.engine !== 'sqlite') return;
  const release = lockStore(database.path);
  if (!release) return;
  try {
    listRedactionsBeside(database.path, await readStore(listRedactions, null));
  } finally {
    release();
  }
}
