import { afterAll, expect, test } from 'bun:test';
import { until } from '../faults/until.ts';
import { each } from '../support/each.ts';
import { cookieOf, formSender } from '../support/forms.ts';
import { type Answer, startRockola } from '../support/harness.ts';

const limit = 16 * 1024 * 1024;
/** Longer than the pause between two measurements of the size, in ms. */
const measuringTime = 2_500;
const isPostgres = process.env.TEST_ENGINE === 'postgres';
/** PostgreSQL enlarges a busy table or index by up to 4 MiB at once (RelationAddBlocks). */
const maxExcess = (isPostgres ? 12 : 1) * 1024 * 1024;

/** Text that PostgreSQL cannot compress. */
const randomText = () => crypto.getRandomValues(new Uint8Array(14_000)).toBase64();
const record = () => ({ name: 'Virus', description: randomText(), image: '', band: '' });
const admin = () => ({ key: rockola.adminKey });
const create = () => rockola.call('POST', '/api/v1/artists', { body: record(), ...admin() });
const rockola = await startRockola({ ROCKOLA_STORE_LIMIT: '16MiB', ROCKOLA_METRICS_PORT: '0', ROCKOLA_STARTER: 'off' });
const member = await rockola.person();
const leaving = await rockola.person('Eva');
const albumsPath = `/api/v1/artists/${(await create()).json.id}/albums`;
afterAll(() => rockola.stop());
const createOnce = () =>
  rockola.call('POST', '/api/v1/artists', { body: { name: 'Una vez' }, ...admin(), headers: { 'Idempotency-Key': 'once' } });

async function makeUntilFull(): Promise<string[]> {
  const paths: string[] = [];
  for (;;) {
    const answers = await Promise.all(Array.from({ length: 50 }, create));
    for (const answer of answers) if (answer.status === 201) paths.push(`/api/v1/artists/${answer.json.id}`);
    if (answers.some(({ status }) => status === 507)) return paths;
  }
}

/** Adds artists one by one until the next does not fit. */
async function fillUp(): Promise<void> {
  while ((await create()).status === 201);
}

const timesLogged = (text: string) => rockola.output().split(text).length - 1;
const reachedLine = 'the store has reached ROCKOLA_STORE_LIMIT';
const belowLine = 'the store is below ROCKOLA_STORE_LIMIT again';
const size = 'rockola_store_size_bytes';

async function metric(name: string): Promise<number> {
  const url = /http:\/\/\S+\/metrics/.exec(rockola.output())?.[0] ?? '';
  const line = new RegExp(`^${name} (.*)$`, 'm').exec(await (await fetch(url)).text());
  return Number(line?.[1]);
}

function expectFull(request: string, answer: Answer): void {
  expect([request, answer.status, answer.json.type.split('/').at(-1)]).toEqual([request, 507, 'storage-full']);
  expect(answer.json.detail).toContain('ROCKOLA_STORE_LIMIT');
}

/** Starts a step of an import, and waits until it has succeeded. @returns the id of its job */
async function importStep(path: string, body?: string): Promise<bigint> {
  const headers = { 'X-API-Key': rockola.adminKey, 'Content-Type': 'text/csv' };
  const response = await fetch(`${rockola.url}/api/v1/imports${path}`, { method: 'POST', headers, ...(body && { body }) });
  expect(response.status).toBe(202);
  const { id } = (await response.json()) as { id: number };
  let job: Answer['json'];
  await until(async () => {
    ({ json: job } = await rockola.call('GET', `/api/v1/jobs/${id}`, admin()));
    return job.ended_at !== null;
  }, `the import does not end: ${path}`);
  expect([path, job.state, job.outcome]).toEqual([path, 'done', expect.anything()]);
  return BigInt(id);
}

test('a store at its size limit refuses writes that enlarge it until it is below the limit, and serves all other requests', async () => {
  // An automatic vacuum could truncate a table, which would bring the store below its limit too early.
  if (isPostgres)
    await rockola.sql(
      `do $$ declare name text; begin for name in select tablename from pg_tables where schemaname = 'public' loop
         execute format('alter table %I set (autovacuum_enabled = off, toast.autovacuum_enabled = off)', name); end loop; end $$`,
    );
  expect(rockola.output()).toMatch(/Store .* of 16 MiB/);
  expect([await metric('rockola_store_limit_bytes'), (await metric(size)) < limit]).toEqual([limit, true]);
  const once = await createOnce();
  const imported = await importStep('', 'artista\nAlmendra\nManal\n');
  await importStep(`/${imported}/apply`);
  const filling = await makeUntilFull();
  const [first = '', second = ''] = filling;
  await fillUp();
  await until(() => timesLogged(reachedLine) > 0, 'the log does not say that the limit is reached');
  await Bun.sleep(measuringTime);
  expect([timesLogged(reachedLine), timesLogged(belowLine)]).toEqual([1, 0]);
  expect(await metric(size)).toBeWithin(limit, limit + maxExcess);

  const user = '/api/v1/user';
  const { token } = member;
  for (const [method, path, options] of [
    ['POST', '/api/v1/artists', { body: record(), ...admin() }],
    ['POST', '/api/v1/artists', { body: {}, ...admin(), headers: { 'Idempotency-Key': '"kept"' } }],
    ['PUT', first, { body: record(), ...admin() }],
    ['PATCH', first, { body: { band: 'x' }, ...admin() }],
    ['POST', albumsPath, { body: { name: 'x', year: 1990, image: '' }, ...admin() }],
    ['POST', `${user}/signup`, { body: { name: 'Luz', email: 'luz@example.org', password: 'rock-n-roll' } }],
    ['POST', `${user}/keys`, { body: { name: 'x', scopes: ['artists:write'] }, token }],
    ['PATCH', `${user}`, { body: { name: 'Lola' }, token }],
  ] as const) {
    expectFull(`${method} ${path}`, await rockola.call(method, path, options));
  }

  const send = formSender(rockola);
  const cookie = cookieOf(await send('/sign-in', { email: member.email, password: member.password }));
  expect((await send('/artists/new', { once: crypto.randomUUID(), name: 'Zumbayllu' }, { cookie })).status).toBe(507);

  expect((await rockola.call('GET', first)).status).toBe(200);
  const again = await createOnce();
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([once.text, 'true']);
  const login = await rockola.call('POST', `${user}/login`, { body: { email: member.email, password: member.password } });
  expect(login.status).toBe(200);
  expect((await rockola.call('DELETE', `${user}/sessions`, { token: login.json.token })).status).toBe(204);
  expect((await rockola.call('POST', `${user}/deletion`, { token: leaving.token, body: { password: leaving.password } })).status).toBe(204);
  await importStep(`/${imported}/undo`);
  expect((await rockola.call('DELETE', second, admin())).status).toBe(204);
  for (const command of [
    ['suspend', member.email],
    ['add', 'Sol', 'sol@example.org'],
  ])
    expect([command, (await rockola.cli(['account', ...command], 'rock-n-roll\n')).code]).toEqual([command, 0]);

  await fillUp();
  await rockola.restart();
  // A stop of the service may make the store a little smaller.
  await fillUp();
  await until(() => timesLogged(reachedLine) === 1, 'the log does not say that the limit is reached');
  const deletions = await each(filling.slice(2), (path) => rockola.call('DELETE', path, admin()));
  expect(new Set(deletions.map(({ status }) => status))).toEqual(new Set([204]));
  if (isPostgres) await rockola.sql('vacuum full');
  await until(() => timesLogged(belowLine) > 0, 'the log does not say that the store is below its limit');
  expect([timesLogged(belowLine), (await create()).status]).toEqual([1, 201]);
  expect(await makeUntilFull()).not.toEqual([]);
});
