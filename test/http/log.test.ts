import { afterAll, expect, test } from 'bun:test';
import { until } from '../faults/until.ts';
import { sendInEveryPlace } from '../support/canaries.ts';
import { startRockola } from '../support/harness.ts';
import { linesWith, logOf, untilLogged } from '../support/logged.ts';
import { mailThrough } from '../support/mailServer.ts';

const canary = 'canary-password-1973';
const rockola = await startRockola(mailThrough('smtp://canary:canary-secret@127.0.0.1:1'));
afterAll(() => rockola.stop());

test('no secret reaches the log, and the store has only hashes of secrets', async () => {
  const email = 'canary@example.org';
  await rockola.call('POST', '/api/v1/user/signup', { body: { name: 'C', email, password: canary } });
  const { json: login } = await rockola.call('POST', '/api/v1/user/login', { body: { email, password: canary } });
  const secrets = [canary, login.token, login.api_key];
  await sendInEveryPlace(rockola, secrets);
  await untilLogged(rockola);
  const output = rockola.output().replace(rockola.adminKey, '');
  for (const secret of [...secrets, 'canary-secret']) expect(output.includes(secret)).toBe(false);
  for (const table of ['"user"', 'session', 'api_key', 'revision', 'milestone', 'artist']) {
    const rows = JSON.stringify(await rockola.sql(`select * from ${table}`));
    for (const secret of [...secrets, rockola.adminKey]) expect([table, rows.includes(secret)]).toEqual([table, false]);
  }
});

test('every line is one JSON object, whatever a request contains', async () => {
  await rockola.call('GET', '/api/v1/artists/%0d%0a%7b%22level%22%3a%22forged%22%7d');
  await rockola.call('GET', '/api/v1/artists/1001');
  await untilLogged(rockola);
  const lines = linesWith(rockola);
  expect(lines.length).toBeGreaterThan(2);
  // No mail server listens at port 1, which may have logged a warning.
  for (const line of lines)
    expect([line, JSON.parse(line).level]).toEqual([line, line.includes('"msg":"request"') ? 'info' : expect.stringMatching(/info|warn/)]);
});

test('a line has the account, the action and the request id of the answer', async () => {
  const answer = await rockola.send('POST', '/artists', { name: 'x' });
  const refused = await rockola.call('POST', '/api/v1/artists', { body: { name: 'x' }, key: 'bad' });
  await untilLogged(rockola);
  const lines = logOf(rockola);
  const line = (id: string | null) => lines.find((found) => found.id === id);
  expect(line(answer.headers.get('x-request-id'))).toMatchObject({
    method: 'POST',
    path: '/api/v1/artists',
    status: 201,
    account: '1',
    ip: '127.0.0.1',
  });
  expect(line(refused.headers.get('x-request-id'))).toMatchObject({ status: 401 });
});

test('a line below the chosen level is not logged, and probes that succeed have the level debug', async () => {
  const loggedRequests = async (level: string) => {
    const service = await startRockola({ ROCKOLA_LOG_LEVEL: level });
    for (const path of ['/livez', '/readyz', '/api/v1/artists/1001']) await service.call('GET', path);
    await service.end();
    const lines = logOf(service);
    await service.stop();
    // The test support may have read the API's description.
    const requests = lines.filter(({ msg, path }) => msg === 'request' && path !== '/openapi.json');
    return requests.map(({ level, path }) => `${level} ${path}`);
  };
  expect(await loggedRequests('warn')).toEqual([]);
  const read = ['info /api/v1/artists/1001'];
  expect(await loggedRequests('info')).toEqual(read);
  expect((await loggedRequests('debug')).sort()).toEqual([...read, 'debug /livez', 'debug /readyz'].sort());
});

test('the first line has the version, engine and settings, but no secret', async () => {
  const first = linesWith(rockola)[0] as string;
  expect(JSON.parse(first)).toMatchObject({
    msg: 'starting',
    version: expect.any(String),
    store: expect.stringContaining('rockola.db'),
    settings: { PORT: '0' },
  });
  expect(first).not.toContain('canary-secret');
});

test('ROCKOLA_LOG=text writes lines for people instead of JSON', async () => {
  const service = await startRockola({ ROCKOLA_LOG: 'text' });
  await service.call('GET', '/api/v1/artists/1001');
  await until(() => /info {2}GET {4}200 .* \/api\/v1\/artists\/1001 /.test(service.output()), 'the request is not logged');
  expect(service.output()).not.toContain('{"level"');
  await service.stop();
});
