import { afterAll, expect, test } from 'bun:test';
import { formPaths } from '../../src/web/paths.ts';
import { until } from '../faults/until.ts';
import { cookieOf, formSender } from '../support/forms.ts';
import { startRockola } from '../support/harness.ts';
import { isSigned, startHookTarget } from '../support/hookTarget.ts';

const path = formPaths.accountWebhooks;

const rockola = await startRockola({ ROCKOLA_OUTBOUND: 'any' });
const ana = await rockola.person();
const target = startHookTarget();
const cookie = cookieOf(await formSender(rockola)(formPaths.signIn, { email: ana.email, password: ana.password }));
afterAll(async () => {
  await rockola.stop();
  await target.stop();
});

const send = (fields: Record<string, string>) => formSender(rockola)(path, fields, { cookie });
const page = async () => (await fetch(rockola.url + path, { headers: { Cookie: cookie, 'Accept-Language': 'en' } })).text();
const hooks = async () => (await rockola.call('GET', '/api/v1/user/webhooks', { token: ana.token })).json.data;

test('a form makes, tests, rotates, resumes and deletes a webhook', async () => {
  const made = await send({ url: target.url, kinds: 'album', payload: 'thin', per: 'change', once: 'x' });
  const secret = /whsec_[\w+/=]+/.exec(made.text)?.[0] ?? '';
  expect([made.status, secret === '']).toEqual([200, false]);
  await until(async () => (await hooks())[0].state === 'active', 'the webhook was not verified');
  const [{ id, types }] = await hooks();
  expect(types).toContain('album.deleted');
  expect(await page()).toContain('Working.');

  expect((await send({ test: String(id) })).status).toBe(303);
  const call = await target.next();
  expect([call.body.type, isSigned(call, secret)]).toEqual(['endpoint.test', true]);
  await until(async () => (await page()).includes('endpoint.test, arrived (204)'), 'the page does not show the result of the test call');

  const rotated = await send({ rotate: String(id) });
  expect(rotated.text).toMatch(/whsec_/);
  expect(rotated.text).not.toContain(secret);

  target.answer(() => new Response(null, { status: 410 }));
  await rockola.call('POST', '/api/v1/artists/1001/albums', { token: ana.token, body: { name: 'Nuevo', year: 1973 } });
  await until(async () => (await hooks())[0].state === 'off', 'the webhook is not off');
  expect(await page()).toContain('The address asked not to be called again.');
  expect((await send({ now: String(id) })).status).toBe(303);
  expect((await hooks())[0].state).toBe('active');

  expect((await send({ delete: String(id) })).status).toBe(303);
  expect(await hooks()).toEqual([]);
  expect((await send({ test: String(id) })).status).toBe(404);
});
