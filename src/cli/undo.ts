import { Command } from 'commander';
import { isEntryKind, type Kind, kindRows, kinds, wordsOf } from '../model/record.ts';
import { placeParams } from '../model/recordPath.ts';
import { StartRefused } from '../model/startRefused.ts';
import { type Span, type UndoOutcome, type UndoPosition, undoRequest, undoStart } from '../model/undo.ts';
import type { Reversion } from '../operations/record.ts';
import { type UndoPart, undoAccount } from '../operations/undo.ts';
import { planUndo, type UndoQuery } from '../operations/undoPlan.ts';
import { writes } from '../operations/writes.ts';
import { findNewest } from '../store/revision.ts';
import type { Write } from '../store/store.ts';
import { accountIdOf } from './accountAt.ts';
import { counted } from './counted.ts';
import { contextOf, type Notes, withNoteOptions } from './notes.ts';
import { lookUp, withAdvice } from './notThere.ts';
import { readOptions } from './readOptions.ts';
import { type OperatorWrite, readStore, type WithWrites } from './stores.ts';
import { createProgressLine, printOut } from './terminal.ts';
import { toId } from './toId.ts';

export function undoCommand(write: OperatorWrite, withWrites: WithWrites): Command {
  const command = new Command('undo').description('Restore records to earlier versions. That makes a new version, and can be undone too.');
  for (const kind of kinds) command.addCommand(recordCommand(write, kind));
  return command.addCommand(accountCommand(withWrites));
}

function recordCommand(write: OperatorWrite, kind: Kind): Command {
  const revert = (writes as Record<string, unknown>)[`revert${kindRows[kind].name}`] as Write<Reversion, { version: bigint }>;
  return withNoteOptions(
    new Command(kind)
      .summary(`Restore ${wordsOf(kind)} <id>.`)
      .description(
        `Restore ${wordsOf(kind)} <id> to an earlier version${isEntryKind(kind) ? '; a deleted one comes back with what was deleted with it' : ''}.`,
      ),
  )
    .argument('<id>', 'its id', toId)
    .argument('<version>', `a version of it, as "rockola history ${kind} ID" shows them`, toId)
    .action(async (id: bigint, version: bigint, notes: Notes) => {
      const context = contextOf(notes);
      const newest = await readStore((reader) => findNewest(reader, kind, id), null);
      if (!newest) throw new StartRefused(`There is no ${wordsOf(kind)} ${id}. ${lookUp.record}`);
      const path = placeParams(kind, { ...newest, id });
      const reverted = await write(revert, { ...path, version, conditions: {} }, context);
      const isUnchanged = reverted.version === newest.version;
      const name = `${wordsOf(kind)} ${id}`;
      printOut(
        isUnchanged
          ? `The ${name} is as in version ${version} already.`
          : `The ${name} is as in version ${version} again: version ${reverted.version}.`,
      );
    });
}

function accountCommand(withWrites: WithWrites): Command {
  return withNoteOptions(new Command('account'))
    .summary('Undo the changes of an account in a span of time.')
    .description('Undo the changes of an account in a span of time. Records that others changed since are left as they are, and listed.')
    .argument('<email-or-id>', 'e-mail address of the account, or its number, which works after its removal too')
    .requiredOption('--since <time>', 'where the span begins, such as 2026-01-31T12:00:00Z')
    .option('--until <time>', 'where it ends (default: now)')
    .option('--dry-run', 'only show what would be done', false)
    .action(async (emailOrId: string, { since, until, dryRun, ...notes }: { since: string; until?: string; dryRun: boolean } & Notes) => {
      const context = contextOf(notes);
      const { since: from, until: to = Date.now() } = readOptions(undoRequest, { since, until });
      const span = { since: from, until: to, accountId: await accountIdOf(emailOrId) };
      const { undone, left } = await withAdvice(
        lookUp.account,
        withWrites((write) => undoAll((part) => write(writes.undoPart, part, context), span, dryRun)),
      );
      printOut(
        `${counted(undone, 'record')} ${dryRun ? 'would be' : undone === 1 ? 'was' : 'were'} undone, ${left} left as ${left === 1 ? 'it is' : 'they are'}.`,
      );
    });
}

/** Prints what was done with each record, or why it was left. */
async function undoAll(
  write: (part: UndoPart) => Promise<UndoOutcome>,
  span: Span,
  dryRun: boolean,
): Promise<{ undone: number; left: number }> {
  const tellProgress = createProgressLine();
  const total = { undone: 0, left: 0 };
  for (let after: UndoPosition | null = undoStart; after !== null; ) {
    const plan = (query: UndoQuery) => readStore(planUndo, query);
    const { undone, left, next }: UndoOutcome = await undoAccount({ ...span, after, dryRun }, { plan, write });
    for (const { kind, id, action, target } of undone) printOut(`${kind} ${id}: ${action}${target === 0n ? '' : ` to ${target}`}`);
    for (const { kind, id, detail } of left) printOut(`${kind} ${id}: left. ${detail}`);
    total.undone += undone.length;
    total.left += left.length;
    after = next;
    if (after) tellProgress(`${total.undone} records …`, false);
  }
  return total;
}
