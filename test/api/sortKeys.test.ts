import { afterAll, expect, test } from 'bun:test';
import { bandOrder, nameOrder } from '../../src/model/sortKey.ts';
import { until } from '../faults/until.ts';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola();
afterAll(() => rockola.stop());

const readKeys = async () => await rockola.sql('select name, band, sort_name, sort_band from artist order by id');
const withExpectedKeys = (rows: Record<string, unknown>[]) =>
  rows.map(({ name, band }) => ({ name, band, sort_name: nameOrder(String(name)), sort_band: bandOrder(String(band)) }));

test('a change or restoration of an artist sets its sort keys', async () => {
  const key = rockola.adminKey;
  await rockola.call('PATCH', '/api/v1/artists/1001', { key, body: { name: 'Los Ñandúes' } });
  await rockola.call('PATCH', '/api/v1/artists/1002', { key, body: { band: 'Él Mató' } });
  await rockola.call('DELETE', '/api/v1/artists/1003', { key });
  await rockola.call('POST', '/api/v1/artists/1003/reversions', { key, body: { version: 1 } });
  const rows = await readKeys();
  expect(rows).toEqual(withExpectedKeys(rows));
  expect(rows.length).toBe(412);
});

test('a store of an earlier version gets sort keys in the background, and check finds wrong ones', async () => {
  await rockola.sql('update artist set sort_name = null, sort_band = null where id > 1007');
  expect((await rockola.cli(['check'])).code).toBe(0);
  await rockola.restart();
  await until(async () => (await readKeys()).every((row) => row.sort_name !== null), 'the columns are not filled');
  const rows = await readKeys();
  expect(rows).toEqual(withExpectedKeys(rows));
  await rockola.sql(`update artist set sort_band = 'x' where id = 1001`);
  const { code, err, out } = await rockola.cli(['check']);
  expect([code, out + err]).toEqual([1, expect.stringContaining('artist 1001 has a wrong sort key')]);
});
