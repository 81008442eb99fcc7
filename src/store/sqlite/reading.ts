import { existsSync } from 'node:fs';
import { checkCounts } from '../counts.ts';
import { checkIndex } from '../search/check.ts';
import type { Reader, ReadOperation, Store } from '../store.ts';
import type { Connection } from './database.ts';
import { integrityFaults } from './integrity.ts';
import { snapshot } from './snapshot.ts';

/** Free pages do not count: the file grows only after they are used. */
const usedBytes = `select (page_count - freelist_count) * page_size as bytes from pragma_page_count, pragma_freelist_count, pragma_page_size`;

export function readOnlyStore(path: string, connection: Connection): Omit<Store, 'readSlow' | 'openSnapshot' | 'write' | 'close'> {
  const reader: Reader = connection;
  let reads = 0;
  return {
    read<I, O>(operation: ReadOperation<I, O>, input: I) {
      reads++;
      return operation(reader, input);
    },
    figures: () => ({ up: true, reads, writes: 0 }),
    ready: async () => existsSync(path) && connection.get('select artists from total') !== undefined,
    snapshot: (operation, input) => snapshot(path, operation, input),
    size: async () => Number(connection.get(usedBytes)?.bytes),
    checkIntegrity: () => snapshot(path, checkIntegrity, null),
  };
}

async function checkIntegrity(reader: Reader, _input: null): Promise<string[]> {
  const damage = integrityFaults((reader as Connection).database);
  const orphans = (await reader.all('pragma foreign_key_check')).map(
    (row) => `${row.table} row ${row.rowid} points to a ${row.parent} that is not there`,
  );
  return [...damage, ...orphans, ...(await checkCounts(reader)), ...(await checkIndex(reader))];
}
