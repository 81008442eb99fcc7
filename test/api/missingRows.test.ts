import { expect, test } from 'bun:test';
import { engine } from '../support/databases.ts';
import { runToEnd, startRockola } from '../support/harness.ts';

/** Tables with rows that a new store gets and that are never deleted. */
const tables = engine === 'sqlite' ? ['changeset', 'sequence', 'total', 'index_state'] : ['counted', 'index_state'];

test.each(tables)('a start with a store whose table %s lacks its rows is refused with a message that says what to do', async (table) => {
  const rockola = await startRockola({ ROCKOLA_STARTER: 'off' }, { expectErrors: [/./] });
  await rockola.sql(`delete from ${table}`);
  await rockola.end('SIGKILL');
  for (const args of [['serve'], ['serve', '--check'], ['check']]) {
    const { code, out, err } = await runToEnd(rockola.env, args);
    expect([args, code, err]).toEqual([args, 2, expect.stringContaining(`lacks rows that Rockola made (table ${table})`)]);
    expect(err).toContain('Restore');
    expect(out + err).not.toMatch(/\n {4}at |undefined|defect/);
  }
  await rockola.stop();
});
