import { Command } from 'commander';
import { readAddress } from '../config/config.ts';
import type { Comparison } from '../store/move/compare.ts';
import type { Report } from '../store/move/copy.ts';
import { moveStore } from '../store/move/move.ts';
import { type DatabaseAddress, describeAddress } from '../store/open.ts';
import { startCommand } from '../version.ts';
import { table } from './table.ts';
import { createProgressLine, printErr, printOut } from './terminal.ts';

const help = `
An address is sqlite:FILE or postgres://USER:PASSWORD@HOST:PORT/NAME, as for DATABASE_URL. A password can be left out of it
and given as PGPASSWORD; ROCKOLA_DATABASE_TLS and ROCKOLA_DATABASE_CA apply to PostgreSQL. The target is a new file, or a database that exists and is empty.

Stop the service first: neither store may be in use meanwhile. The source is only read. Accounts, logins, API keys, artists,
albums and the whole revision log keep their ids, versions and times, and new ids go on where they were. At the
end both stores are read again and compared; the command ends with 0 only where they are equal.

The target gets everything in one transaction. If a move is interrupted, even by kill -9, the target stays empty: run the same
command again.

Examples:
  rockola move --from sqlite:data/rockola.db --to postgres://rockola@db.example.org/rockola
  rockola move --from postgres://rockola@db.example.org/rockola --to sqlite:data/back.db`;

/** Exit code 1 if the stores are not equal afterwards. */
export function moveCommand(): Command {
  return new Command('move')
    .description('Move the whole store into another, between SQLite and PostgreSQL, while the service is stopped.')
    .requiredOption('--from <address>', 'the store to take everything from; it stays as it is')
    .requiredOption('--to <address>', 'where to bring it: a new file or an empty database')
    .addHelpText('after', help)
    .action(async (options: { from: string; to: string }) => {
      const from = readAddress('--from', options.from, process.env);
      const to = readAddress('--to', options.to, process.env);
      const found = await moveStore(from, to, createMeter(), printErr);
      sayComparison(found);
      if (found.every(({ equal }) => equal)) return printOut(...nextSteps(from, to));
      printErr(`The stores differ, so ${describeAddress(to)} stays empty. Was the source changed meanwhile? Move again.`);
      process.exitCode = 1;
    });
}

function createMeter(): Report {
  const tellProgress = createProgressLine();
  return (doing, name, done, total) => {
    const ended = done >= total;
    const percent = ended ? 100 : Math.floor((100 * done) / total);
    tellProgress(`${doing} ${name}  ${done} / ${total} rows  ${percent} %`, ended);
  };
}

function sayComparison(found: Comparison[]): void {
  const rows = found.map(({ table, rows, checksum, equal }) => {
    const checksums = checksum.map((whole) => whole.slice(0, 16));
    return [table, both(rows), both(checksums), equal ? 'yes' : 'NO'];
  });
  printOut(...table(['TABLE', 'ROWS', 'CHECKSUM', 'EQUAL'], rows));
}

/** One value if it is the same in both stores, else both values. */
function both(sides: unknown[]): string {
  return [...new Set(sides)].join(' | ');
}

function nextSteps(from: DatabaseAddress, to: DatabaseAddress): string[] {
  return [
    `All of ${describeAddress(from)} is in ${describeAddress(to)} now. Start the service there, and not on the old store again:`,
    `  DATABASE_URL=${addressToShow(to)} ${startCommand}`,
    'Logins and API keys stay valid.',
  ];
}

function addressToShow(address: DatabaseAddress): string {
  if (address.engine === 'sqlite') return `sqlite:${address.path}`;
  const { username, host, pathname } = new URL(address.url);
  return `postgres://${username}:PASSWORD@${host}${pathname}`;
}
