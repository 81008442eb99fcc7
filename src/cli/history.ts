import { Argument, Command } from 'commander';
import { type Change, type MemberChange, showRedaction } from '../model/history.ts';
import { type Kind, kinds } from '../model/record.ts';
import { showTime } from '../model/time.ts';
import { listHistoryOf } from '../operations/revision.ts';
import { type Column, jsonOption, sayListing } from './listing.ts';
import { lookUp, withAdvice } from './notThere.ts';
import { readStore } from './stores.ts';
import { printErr } from './terminal.ts';
import { toId, upTo } from './toId.ts';

/** A longer text is cut after this many characters. */
const maxShown = 40;

export function historyCommand(): Command {
  return new Command('history')
    .description('Show the changes of a record, with account, time and reason; the newest first.')
    .addArgument(new Argument('<kind>', 'what it is').choices(kinds))
    .argument('<id>', 'its id', toId)
    .option('--limit <count>', 'versions to show, 100 at most (default: 20)', upTo(100n))
    .option('--before <version>', 'only versions before this one', toId)
    .option(...jsonOption)
    .action(async (kind: Kind, id: bigint, { limit = 20n, before, json }: { limit?: bigint; before?: bigint; json?: boolean }) => {
      const { rows, after, more } = await withAdvice(lookUp.record, readStore(listHistoryOf, { kind, id, limit, after: before }));
      sayListing(rows, columns, json);
      if (more) printErr(`There are older versions: --before ${after}`);
    });
}

const columns: Record<string, Column<Change>> = {
  version: { heading: 'VERSION', value: ({ revision }) => revision.version },
  at: { heading: 'AT', value: ({ revision }) => showTime(revision.at) },
  user: { heading: 'USER', value: ({ revision }) => revision.accountId },
  action: { heading: 'ACTION', value: ({ revision: { action, reverts } }) => (reverts === null ? action : `${action} to ${reverts}`) },
  changed: { heading: 'CHANGED', value: ({ changes }) => changes, shown: ({ changes }) => changes.map(wordsOf).join(', ') },
  comment: { heading: 'COMMENT', value: ({ revision }) => revision.comment },
  source: { heading: 'SOURCE', value: ({ revision }) => revision.source },
  redacted: { heading: 'REDACTED', value: ({ revision }) => showRedaction(revision).redacted?.hidden.join(', ') ?? null },
};

function wordsOf({ member, from, to }: MemberChange): string {
  return `${member} ${[from, to]
    .filter((value) => value !== null)
    .map(shortened)
    .join(' → ')}`;
}

function shortened(value: MemberChange['from']): string {
  const text = typeof value === 'string' ? value : String(value);
  const shown = [...text.slice(0, 2 * maxShown)].slice(0, maxShown).join('');
  return `"${shown}${shown.length < text.length ? '…' : ''}"`;
}
