import { afterAll, describe, expect, test } from 'bun:test';
import { undoAll } from '../failover/leftovers.ts';
import { faults } from './all.ts';

afterAll(undoAll);

const those = faults.filter(({ noShort }) => noShort === undefined);

describe.each(those.map((fault) => [`${fault.id} ${fault.title}`, fault] as const))('%s', (_, fault) => {
  test.skipIf(fault.missing?.() !== undefined)(
    'holds in its short form',
    async () => {
      const { found, broken } = await fault.run('short', () => {});
      expect(broken, found).toEqual([]);
    },
    60_000,
  );
});
