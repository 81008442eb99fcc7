import { afterAll, expect, test } from 'bun:test';
import { damageByCheck } from '../support/damage.ts';
import { startRockola } from '../support/harness.ts';
import { addJob } from '../support/jobs.ts';
import { linkTo } from '../support/links.ts';
import { keepCopy } from '../support/rollBack.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
afterAll(() => rockola.stop());

const status = async (credential: { token?: string; key?: string }) => (await rockola.call('GET', '/api/v1/user', credential)).status;
const createKey = async (token: string) =>
  (await rockola.call('POST', '/api/v1/user/keys', { token, body: { name: 'radio', scopes: ['account'] } })).json.key as string;

/** Does some work, then puts the copy of the store from before the work in its place. */
async function doThenRestore<T>(work: () => Promise<T>): Promise<T> {
  await rockola.end();
  const putBack = await keepCopy(rockola);
  await rockola.restart();
  const result = await work();
  await rockola.end();
  await putBack();
  await rockola.restart();
  return result;
}

test('a credential of an account that a restore removed does not open a new account with the same id', async () => {
  const lost = await doThenRestore(async () => {
    const luis = await rockola.person('Luis');
    return { ...luis, lasting: await createKey(luis.token) };
  });
  const eva = await rockola.person('Eva');
  const evasKey = await createKey(eva.token);
  expect(eva.id).toBe(lost.id);
  for (const credential of [{ token: lost.token }, { key: lost.key }, { key: lost.lasting }]) expect(await status(credential)).toBe(401);
  for (const credential of [{ token: eva.token }, { key: eva.key }, { key: evasKey }]) expect(await status(credential)).toBe(200);
});

/** Adds accounts with a new address that is not confirmed yet. */
async function addWithPendingEmail(accounts: number): Promise<void> {
  await rockola.sql(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${accounts})
    insert into "user" (name, email, normal_email, role, created_at, pending_email)
      select 'x', 'x' || i || '@example.org', 'x' || i || '@example.org', 'member', 1, 'y' || i || '@example.org' from n`);
}

test('a command ends all logins, links and jobs that a restore brought back; lasting keys stay valid', async () => {
  const ana = await rockola.person();
  const radio = await createKey(ana.token);
  const link = await linkTo(rockola, ana.id, 'reset');
  await addWithPendingEmail(600);
  const job = await addJob(rockola, ana.id, 'running');
  await doThenRestore(async () => {
    expect((await rockola.call('DELETE', '/api/v1/user/sessions', { token: ana.token })).status).toBe(204);
    expect(await status({ key: ana.key })).toBe(401);
  });
  // The first start of the service made the other link, for the operator.
  const { code, out } = await rockola.cli(['account', 'log-out', '--all']);
  expect([code, out]).toEqual([0, expect.stringMatching(/\d+ logins? and 2 links have ended\.\n1 job under way/)]);
  expect((await rockola.send('GET', `/jobs/${job}`)).json).toMatchObject({ state: 'failed', outcome: { code: 'interrupted' } });
  for (const credential of [{ token: ana.token }, { key: ana.key }]) expect(await status(credential)).toBe(401);
  expect(await status({ key: radio })).toBe(200);
  const body = { token: link, password: 'another-day' };
  expect((await rockola.call('POST', '/api/v1/user/password-resets', { body })).status).toBe(400);
  expect(await rockola.sql(`select id from "user" where pending_email is not null`)).toEqual([]);
  const events = (await rockola.cli(['account', 'events', ana.email])).out;
  expect(events.trim().split('\n').at(-1)).toMatch(/sessions-ended +the service/);
});

test('a command logs out one account, and the logins of others stay valid', async () => {
  const [ana, luis] = [await rockola.person(), await rockola.person('Luis')];
  expect((await rockola.cli(['account', 'log-out', ana.email])).out).toContain('1 login');
  expect([await status({ token: ana.token }), await status({ token: luis.token })]).toEqual([401, 200]);
  for (const [args, message] of [
    [['nobody@example.org'], 'account list'],
    [[], '--all'],
    [[ana.email, '--all'], '--all'],
  ] as const) {
    const { code, err } = await rockola.cli(['account', 'log-out', ...args]);
    expect([code, err]).toEqual([1, expect.stringContaining(message)]);
  }
});

test('a version number that is used again after a restore has another ETag', async () => {
  const patch = (band: string, headers = {}) => rockola.send('PATCH', '/artists/7', { band }, headers);
  await rockola.send('POST', '/artists', { id: 7, name: 'Virus' });
  const lost = await doThenRestore(async () => (await patch('lost')).headers.get('etag') ?? '');
  const second = await patch('made again');
  expect(second.headers.get('etag')).toMatch(/^"2\./);
  expect((await rockola.call('GET', '/api/v1/artists/7', { headers: { 'If-None-Match': lost } })).json.band).toBe('made again');
  expect((await patch('over it', { 'If-Match': lost })).status).toBe(412);
  expect((await patch('over it', { 'If-Match': second.headers.get('etag') ?? '' })).status).toBe(200);
});

test('after a restore searches find the records of the copy and no later ones, and the index agrees with the records', async () => {
  const key = rockola.adminKey;
  const add = (name: string) => rockola.call('POST', '/api/v1/artists', { key, body: { name } });
  // A busy service may refuse a search, which is then repeated.
  const found = async (text: string): Promise<string[]> => {
    const { status, json } = await rockola.call('GET', `/api/v1/artists?q=${text}`);
    return status === 503 ? Bun.sleep(100).then(() => found(text)) : json.data.map(({ name }: { name: string }) => name);
  };
  await add('Calandria Vieja');
  await doThenRestore(async () => {
    await add('Zumbidito');
    await rockola.call('DELETE', `/api/v1/artists/${(await add('Efímera')).json.id}`, { key });
    expect(await found('zumbidto')).toEqual(['Zumbidito']);
  });
  expect([await found('zumbidto'), await found('calandra')]).toEqual([[], ['Calandria Vieja']]);
  // The writer must not assume that the index still has this word.
  await add('Zumbidito');
  expect(await found('zumbidto')).toEqual(['Zumbidito']);
  expect(await damageByCheck(rockola)).toEqual([]);
});
