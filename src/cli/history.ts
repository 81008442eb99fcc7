import { Argument, Command, InvalidArgumentError } from 'commander';
import { readConfig } from '../config/config.ts';
import type { Change, MemberChange } from '../model/history.ts';
import { parseInt64 } from '../model/int64.ts';
import { type Kind, kinds } from '../model/record.ts';
import { showTime } from '../model/time.ts';
import { listHistoryOf } from '../operations/revision.ts';
import { readStore } from './stores.ts';
import { table } from './table.ts';
import { say, tell } from './terminal.ts';
import { toId } from './toId.ts';

/** Of a text no more is shown, in characters. */
const mostShown = 40;

/** `rockola history KIND ID`: what was done to a record, what is deleted too. */
export function historyCommand(): Command {
  return new Command('history')
    .description('Show what was changed in an artist or album, by which account, when and why; the newest first.')
    .addArgument(new Argument('<kind>', 'what it is').choices(kinds))
    .argument('<id>', 'its id', toId)
    .option('--limit <count>', 'versions to show, 100 at most', toLimit, 20n)
    .option('--before <version>', 'only versions before this one', toId)
    .action(async (kind: Kind, id: bigint, { limit, before }: { limit: bigint; before?: bigint }) => {
      const { rows, after, more } = await readStore(readConfig(process.env), listHistoryOf, { kind, id, limit, after: before });
      say(...table(['VERSION', 'AT', 'USER', 'ACTION', 'CHANGED', 'COMMENT', 'SOURCE'], rows.map(cellsOf)));
      if (more) tell(`There are older versions: --before ${after}`);
    });
}

function cellsOf({ revision, changes }: Change): string[] {
  const { version, at, accountId, action, reverts, comment, source } = revision;
  const done = reverts === null ? action : `${action} to ${reverts}`;
  const changed = changes.map(wordsOf).join(', ');
  return [String(version), showTime(at), accountId === null ? '' : String(accountId), done, changed, comment ?? '', source ?? ''];
}

function wordsOf({ member, from, to }: MemberChange): string {
  return `${member} ${[from, to]
    .filter((value) => value !== null)
    .map(shortened)
    .join(' → ')}`;
}

function shortened(value: MemberChange['from']): string {
  const text = typeof value === 'string' ? value : String(value);
  const shown = [...text.slice(0, 2 * mostShown)].slice(0, mostShown).join('');
  return `"${shown}${shown.length < text.length ? '…' : ''}"`;
}

function toLimit(text: string): bigint {
  const limit = parseInt64(text);
  if (limit === undefined || limit < 1n || limit > 100n) throw new InvalidArgumentError('It must be a whole number from 1 to 100.');
  return limit;
}
