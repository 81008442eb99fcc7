import { afterAll, expect, test } from 'bun:test';
import { until } from '../faults/until.ts';
import { type Rockola, startRockola } from '../support/harness.ts';
import { startHookTarget } from '../support/hookTarget.ts';
import { metric } from '../support/metric.ts';
import { endLease, makeHook, newest } from '../support/webhooks.ts';

const settings = { ROCKOLA_STARTER: 'off', ROCKOLA_OUTBOUND: 'any', ROCKOLA_METRICS_PORT: '0' };
const first = await startRockola(settings);
const second = await startRockola({ ...settings, DATABASE_URL: first.env.DATABASE_URL as string });
const nodes = [first, second];
const target = startHookTarget();
const ana = await first.person();
afterAll(async () => {
  await second.stop();
  await first.stop();
  await target.stop();
});

const add = async (node: Rockola, name: string) =>
  expect((await node.call('POST', '/api/v1/artists', { token: ana.token, body: { name } })).status).toBe(201);
const underWay = async (node: Rockola) => (await metric(node, 'rockola_webhooks_under_way')) === 1;

test('two nodes tell a webhook each change once, in order, one call at a time; a node takes over from one that was killed', async () => {
  let calls = 0;
  let maxCalls = 0;
  target.answer(async () => {
    maxCalls = Math.max(maxCalls, ++calls);
    await Bun.sleep(5);
    calls--;
    return new Response();
  });
  const { id } = await makeHook(first, ana, { url: target.url });
  const start = await newest(first);
  for (let round = 0; round < 5; round++)
    await Promise.all(nodes.flatMap((node) => [1, 2, 3].map((n) => add(node, `Banda ${round} ${n}`))));
  const last = await newest(first);
  const seqs = () => target.events().map(({ body }) => body.data.seq as number);
  await until(() => seqs().includes(last), 'not all changes were delivered');
  expect(seqs()).toEqual(Array.from({ length: last - start }, (_, i) => start + 1 + i));
  expect(maxCalls).toBe(1);

  target.answer(() => new Promise(() => {}));
  await add(first, 'hangs');
  await until(() => target.events().length === last - start + 1, 'no call came');
  // While the other node looks at the webhook, its metric is 1 too. So wait until only one node has a call under way.
  let busy: boolean[] = [];
  await until(async () => {
    busy = await Promise.all(nodes.map(underWay));
    return busy[0] !== busy[1];
  }, 'not exactly one node has a call under way');
  const [killed, other] = busy[0] ? [first, second] : [second, first];
  await killed.end('SIGKILL');
  target.answer(() => new Response());
  await endLease(other, id);
  await until(() => target.events().length === last - start + 2, 'no node took over');
  await add(other, 'goes on');
  const end = await newest(other);
  await until(() => seqs().includes(end), 'not all changes were delivered');
  expect(seqs().slice(last - start)).toEqual([last + 1, last + 1, last + 2]);
});
