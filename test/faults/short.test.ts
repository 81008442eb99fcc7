import { describe, expect, test } from 'bun:test';
import { faults } from './all.ts';

describe.each(faults.map((fault) => [`${fault.id} ${fault.title}`, fault] as const))('%s', (_, fault) => {
  test.skipIf(fault.missing?.() !== undefined)(
    'holds in its short form',
    async () => {
      const { found, broken } = await fault.run('short', () => {});
      expect(broken, found).toEqual([]);
    },
    60_000,
  );
});
