import { afterAll, expect, test } from 'bun:test';
import { until } from '../faults/until.ts';
import { repetitionsFor } from '../support/amount.ts';
import { startRockola } from '../support/harness.ts';
import { isSigned, startHookTarget } from '../support/hookTarget.ts';
import { randomFrom } from '../support/random.ts';
import { keepCopy } from '../support/rollBack.ts';
import { seed } from '../support/seed.ts';
import { endLease, hooks, makeHook, newest } from '../support/webhooks.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off', ROCKOLA_OUTBOUND: 'any' });
const ana = await rockola.person();
const targets = [startHookTarget(), startHookTarget()] as const;
afterAll(async () => {
  await rockola.stop();
  for (const target of targets) await target.stop();
});

const add = async (name: string) => (await rockola.call('POST', '/api/v1/artists', { token: ana.token, body: { name } })).status;

test(`after kills during its calls a webhook has got every change, in order, seed ${seed}`, async () => {
  const random = randomFrom(seed);
  const [receiver] = targets;
  receiver.answer(async () => {
    await Bun.sleep(random.below(10));
    return new Response();
  });
  const { id } = await makeHook(rockola, ana, { url: receiver.url });
  const start = await newest(rockola);
  for (let kill = 0; kill < repetitionsFor('WEBHOOK_KILLS', { short: 10, long: 40 }); kill++) {
    const before = receiver.events().length;
    for (let i = 0; i < 5; i++) expect(await add(`kill ${kill} ${i}`)).toBe(201);
    await until(() => receiver.events().length > before, 'no call arrived');
    await Bun.sleep(random.below(20));
    await rockola.restart('SIGKILL');
    await endLease(rockola, id);
  }
  const last = await newest(rockola);
  const seqs = () => receiver.events().map(({ body }) => body.data.seq as number);
  await until(() => seqs().includes(last), 'not all changes arrived');
  expect([...new Set(seqs())]).toEqual(Array.from({ length: last - start }, (_, i) => start + 1 + i));
  await rockola.call('DELETE', `${hooks}/${id}`, { token: ana.token });
});

test('after a restore a webhook continues from the cursor of the copy, with the same secret', async () => {
  const [, receiver] = targets;
  const { id, secret } = await makeHook(rockola, ana, { url: receiver.url });
  await add('kept');
  await receiver.next();
  const readCursor = async () => (await rockola.call('GET', `${hooks}/${id}`, { token: ana.token })).json.after;
  const cursor = receiver.events()[0]?.body.data.cursor;
  await until(async () => (await readCursor()) === cursor, 'the cursor was not stored');
  await rockola.end();
  const putBack = await keepCopy(rockola);
  await rockola.restart();
  await add('lost');
  const lost = await receiver.next();
  await rockola.end();
  await putBack();
  await rockola.restart();
  expect(await readCursor()).toBe(cursor);
  await endLease(rockola, id);
  await add('new');
  const again = await receiver.next();
  expect([again.body.data.seq, isSigned(again, secret)]).toEqual([lost.body.data.seq, true]);
  expect(again.headers.get('webhook-id')).not.toBe(lost.headers.get('webhook-id'));
});
