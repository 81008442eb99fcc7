import { Command } from 'commander';
import { toJson } from '../model/json.ts';
import { shownJson } from '../model/shown.ts';
import type { ReadOperation } from '../store/store.ts';
import { readStore } from './stores.ts';
import { table } from './table.ts';
import { printOut } from './terminal.ts';

/** `value` is for programs, `shown` for people if it differs. */
export type Column<T> = { heading: string; value(item: T): unknown; shown?(item: T): string };

export const jsonOption = ['--json', 'as one JSON array, for programs'] as const;

/** A command that lists what an operation reads from the store. */
export function listCommand<T>(description: string, operation: ReadOperation<null, T[]>, columns: Record<string, Column<T>>): Command {
  return new Command('list')
    .description(description)
    .option(...jsonOption)
    .action(async ({ json }: { json?: boolean }) => sayListing(await readStore(operation, null), columns, json));
}

/** Writes a table for people, or an array of objects with the columns as members. */
export function sayListing<T>(items: T[], columns: Record<string, Column<T>>, json: boolean | undefined): void {
  const entries = Object.entries(columns);
  if (json) {
    const objects = items.map((item) => Object.fromEntries(entries.map(([name, { value }]) => [name, value(item)])));
    printOut(shownJson(toJson(objects)));
    return;
  }
  const headings = entries.map(([, { heading }]) => heading);
  const rows = items.map((item) => entries.map(([, { value, shown }]) => (shown ? shown(item) : String(value(item) ?? ''))));
  printOut(...table(headings, rows));
}
