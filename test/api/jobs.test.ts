import { afterAll, expect, test } from 'bun:test';
import { startRockola } from '../support/harness.ts';
import { addJob } from '../support/jobs.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
const [ana, luis] = [await rockola.person(), await rockola.person('Luis')];
afterAll(() => rockola.stop());

const jobs = '/api/v1/jobs';
const idsSeenBy = async (credential: { token?: string; key?: string }) =>
  (await rockola.call('GET', `${jobs}?limit=100`, credential)).json.data.map(({ id }: { id: bigint }) => id);

test('an account reads and cancels its own jobs, an administrator all jobs; other jobs are answered 404', async () => {
  const ofAna = await addJob(rockola, ana.id);
  const ofLuis = await addJob(rockola, luis.id);
  const ofService = await addJob(rockola, null);
  const { token } = ana;
  expect(await idsSeenBy({ token })).toEqual([ofAna]);
  expect(await idsSeenBy({ key: rockola.adminKey })).toEqual([ofService, ofLuis, ofAna]);
  const { json } = await rockola.call('GET', `${jobs}/${ofAna}`, { token });
  expect(json).toMatchObject({
    id: ofAna,
    kind: 'test',
    state: 'queued',
    account: ana.id,
    done: 3n,
    total: 10n,
    parameters: { of: 'test' },
  });
  for (const id of [ofLuis, ofService])
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/report'],
      ['POST', '/cancel'],
    ] as const)
      expect([method, path, (await rockola.call(method, `${jobs}/${id}${path}`, { token })).status]).toEqual([method, path, 404]);
  expect((await rockola.call('POST', `${jobs}/${ofAna}/cancel`, { token })).json).toMatchObject({ state: 'cancelled', cancel: true });
  expect((await rockola.call('POST', `${jobs}/${ofService}/cancel`, { key: rockola.adminKey })).json.state).toBe('cancelled');
  expect((await rockola.call('GET', `${jobs}/${ofLuis}`, { token: luis.token })).json.state).toBe('queued');
});

test('a report can be read while it grows; it is empty for a job without a report', async () => {
  const id = await addJob(rockola, ana.id, 'running');
  const read = async () => (await rockola.call('GET', `${jobs}/${id}/report`, { token: ana.token })).text;
  expect(await read()).toBe('');
  for (const [number, text] of ['{"row":1}\n{"ro', 'w":2}\n'].entries())
    await rockola.sql(
      `insert into job_chunk (job_id, name, number, bytes) values (${id}, 'report', ${number}, '${Buffer.from(text).toString('base64')}')`,
    );
  await rockola.call('POST', '/api/v1/artists', { token: ana.token, body: { name: 'Pescado Rabioso' } });
  expect(await read()).toBe('{"row":1}\n{"row":2}\n');
});

test('the removal of an account cancels its jobs', async () => {
  const eve = await rockola.person('Eve');
  const [waiting, running] = [await addJob(rockola, eve.id), await addJob(rockola, eve.id, 'running')];
  expect((await rockola.send('DELETE', `/user/accounts/${eve.id}`)).status).toBe(204);
  for (const id of [waiting, running])
    expect((await rockola.send('GET', `/jobs/${id}`)).json).toMatchObject({ account: null, cancel: true });
});

test('the operator lists and cancels jobs', async () => {
  const id = await addJob(rockola, ana.id);
  expect((await rockola.cli(['job', 'cancel', String(id)])).out).toBe(`Job ${id} is cancelled.\n`);
  const { out } = await rockola.cli(['job', 'list', '--json']);
  expect(JSON.parse(out)[0]).toMatchObject({
    id: Number(id),
    kind: 'test',
    state: 'cancelled',
    account: Number(ana.id),
    done: 3,
    total: 10,
  });
  const { code, err } = await rockola.cli(['job', 'cancel', '999999']);
  expect([code, err]).toEqual([1, 'There is no job 999999. "rockola job list" lists them all.\n']);
});
