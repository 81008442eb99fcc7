import { afterAll, expect, test } from 'bun:test';
import { until } from '../faults/until.ts';
import { startRockola } from '../support/harness.ts';
import { metric } from '../support/metric.ts';

const rockola = await startRockola();
afterAll(() => rockola.stop());

test('a change has a row in the revision log for each changed record; an update to the same values has none', async () => {
  const rows = async () => Number((await rockola.sql('select count(*) as n from revision'))[0]?.n);
  const count = async (work: () => Promise<unknown>) => {
    const before = await rows();
    await work();
    return (await rows()) - before;
  };
  const call = (method: string, path: string, body?: unknown) => rockola.send(method, `/artists${path}`, body);
  const full = { name: 'Log', description: '', image: '', band: '' };
  expect(await count(() => call('POST', '', { id: 7000000, ...full }))).toBe(1);
  expect(await count(() => call('POST', '/7000000/albums', { id: 7000000, name: 'Uno', year: 1990 }))).toBe(1);
  expect(await count(() => call('POST', '/7000000/albums', { name: 'Dos', year: 1991 }))).toBe(1);
  expect(await count(() => call('PUT', '/7000000', full))).toBe(0);
  expect(await count(() => call('PUT', '/7000000', { ...full, band: 'Log' }))).toBe(1);
  expect(await count(() => call('PATCH', '/7000000', {}))).toBe(0);
  expect(await count(() => call('PATCH', '/7000000', { name: '' }))).toBe(0);
  expect(await count(() => call('PATCH', '/7000000/albums/7000000', { year: 1992 }))).toBe(1);
  expect(await count(() => call('DELETE', '/7000000'))).toBe(3);
  const deletions = await rockola.sql(
    `select kind, version, user_id, artist_id, members, changeset from revision
     where action = 'delete' and (id = 7000000 and kind = 'artist' or artist_id = 7000000) order by kind desc, id`,
  );
  const row = { user_id: 1, members: null, changeset: Number(deletions[0]?.changeset) };
  expect(deletions.map((deletion) => ({ ...deletion, changeset: Number(deletion.changeset) })) as object[]).toEqual([
    { ...row, kind: 'artist', version: 3, artist_id: null },
    { ...row, kind: 'album', version: 2, artist_id: 7000000 },
    { ...row, kind: 'album', version: 3, artist_id: 7000000 },
  ]);
});

test('"rockola check" finds a record that disagrees with the revision log', async () => {
  await rockola.sql("update artist set band = 'changed behind the log' where id = 1001");
  await rockola.sql(
    "insert into artist (id, name, description, image, band, version, changed_at) values (777777, 'ghost', '', '', '', 1, 1)",
  );
  const { code, out, err } = await rockola.cli(['check']);
  expect(code).toBe(1);
  expect(out).toContain('FAULT  artist 1001 does not agree with the revision log');
  expect(out).toContain('FAULT  artist 777777 does not agree with the revision log');
  expect(err).toContain('restore your last good backup');
});

test('after SIGTERM the service answers requests under way, then ends with code 0', async () => {
  const service = await startRockola({ ROCKOLA_METRICS_PORT: '0' });
  const chunks = new ReadableStream({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode('{"name":'));
      await until(() => service.output().includes('"msg":"stopping'), 'the service is not stopping');
      controller.enqueue(new TextEncoder().encode('"Tarde"}'));
      controller.close();
    },
  });
  const slow = service.send('POST', '/artists', chunks);
  await until(async () => (await metric(service, 'rockola_http_requests_under_way')) === 1, 'the request is not under way');
  const ended = service.end();
  expect((await slow).status).toBe(201);
  await ended;
  expect(service.output()).toContain('"msg":"stopped"');
  await service.restart();
  expect((await service.call('GET', '/api/v1/artists?limit=1')).json.meta.total).toBe(413n);
  await service.stop();
});
