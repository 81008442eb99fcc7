import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Rockola, startRockola } from '../harness.ts';

let rockola: Rockola;
beforeAll(async () => {
  rockola = await startRockola();
});
afterAll(() => rockola.stop());

test('every change has one row in the change log, and what changes nothing has none', async () => {
  const rows = async () => Number((await rockola.sql('select count(*) as n from change'))[0]?.n);
  const count = async (work: () => Promise<unknown>) => {
    const before = await rows();
    await work();
    return (await rows()) - before;
  };
  const call = (method: string, path: string, body?: unknown) =>
    rockola.call(method, `/api/v1/artists${path}`, { body, key: rockola.adminKey });
  const full = { name: 'Log', description: '', image: '', band: '' };
  expect(await count(() => call('POST', '', { id: 7000000, ...full }))).toBe(1);
  expect(await count(() => call('POST', '/7000000/albums', { id: 7000000, name: 'Uno', year: 1990 }))).toBe(1);
  expect(await count(() => call('POST', '/7000000/albums', { name: 'Dos', year: 1991 }))).toBe(1);
  expect(await count(() => call('PUT', '/7000000', full))).toBe(0);
  expect(await count(() => call('PUT', '/7000000', { ...full, band: 'Log' }))).toBe(1);
  expect(await count(() => call('PATCH', '/7000000', {}))).toBe(0);
  expect(await count(() => call('PATCH', '/7000000', { name: '' }))).toBe(0);
  expect(await count(() => call('PATCH', '/7000000/albums/7000000', { year: 1992 }))).toBe(1);
  expect(await count(() => call('DELETE', '/7000000'))).toBe(1);
  const [last] = await rockola.sql(
    "select actor, kind, action, version, document from change where kind = 'artist' and id = 7000000 order by version desc limit 1",
  );
  expect(last).toMatchObject({ actor: 1, kind: 'artist', action: 'delete', version: 3 });
  const { albums } = JSON.parse(last?.document as string);
  expect(albums.map(({ name, year, version }: Record<string, unknown>) => [name, year, version])).toEqual([
    ['Dos', 1991, 1],
    ['Uno', 1992, 2],
  ]);
});

test('check finds a store that disagrees with its change log', async () => {
  await rockola.sql("update artist set band = 'changed behind the log' where id = 1001");
  await rockola.sql("insert into artist values (777777, 'ghost', '', '', '', 1, 1)");
  const { code, out, err } = await rockola.cli(['check']);
  expect(code).toBe(1);
  expect(out).toContain('FAULT  artist 1001 is not what the change log made of it');
  expect(out).toContain('FAULT  artist 777777 is not what the change log made of it');
  expect(err).toContain('restore your last good backup');
});

test('SIGTERM lets requests under way finish, then ends with 0', async () => {
  const own = await startRockola();
  const chunks = new ReadableStream({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode('{"name":'));
      await Bun.sleep(700);
      controller.enqueue(new TextEncoder().encode('"Tarde"}'));
      controller.close();
    },
  });
  const slow = own.call('POST', '/api/v1/artists', { body: chunks, key: own.adminKey });
  await Bun.sleep(300);
  own.process.kill('SIGTERM');
  expect((await slow).status).toBe(201);
  expect(await own.process.exited).toBe(0);
  expect(own.output()).toContain('"msg":"stopped"');
  await own.restart('SIGTERM');
  expect((await own.call('GET', '/api/v1/artists?limit=1')).json.meta.total).toBe(223n);
  expect(await own.stop()).toBe(0);
}, 20_000);
