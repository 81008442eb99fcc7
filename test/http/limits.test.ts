import { afterAll, describe, expect, test } from 'bun:test';
import { until } from '../faults/until.ts';
import { type Answer, startRockola } from '../support/harness.ts';
import { parseLimits } from '../support/limitFields.ts';

/** The test is a trusted proxy, so its requests can come from any address. */
const settings = { ROCKOLA_LIMITS: 'on', ROCKOLA_PROXIES: '127.0.0.1,10.0.0.0/8' };

const rockola = await startRockola(settings);
afterAll(() => rockola.stop());

const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
const read = (address: string, service = rockola) => service.call('GET', '/api/v1/artists/1001', from(address));
const logIn = (email: string, password: string, address: string, service = rockola) =>
  service.call('POST', '/api/v1/user/login', { body: { email, password }, ...from(address) });
const signUp = (email: string, address: string) =>
  rockola.call('POST', '/api/v1/user/signup', { body: { name: 'Ana', email, password: 'rock-n-roll' }, ...from(address) });

const day = 86_400_000;
/** Gives each counter with ten failures `count` failures: the pause is then long enough for slow machines. */
const setFailures = (count: number) =>
  rockola.sql(`update tries set debt = ${count * day} where debt > ${9 * day} and debt <= ${10 * day}`);

/** The state of one limit in an answer, after a check of its fields. */
function limitState(answer: Answer, name: string) {
  const { policies, states } = parseLimits(answer.headers);
  for (const { name, left, reset } of states) {
    const policy = policies.find((policy) => policy.name === name);
    expect([name, left <= (policy?.quota ?? -1), reset <= (policy?.window ?? -1)]).toEqual([name, true, true]);
  }
  return states.find((state) => state.name === name);
}

/** Checks that a refusal tells a client what to do. @returns the seconds to wait */
function refusal(answer: Answer, name: string): number {
  expect(answer.status).toBe(429);
  expect(answer.json.type).toEndWith('/too-many-requests');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const wait = Number(answer.headers.get('retry-after'));
  expect(answer.json.detail).toContain(`${wait} second`);
  expect([limitState(answer, name), wait >= 1]).toEqual([{ name, left: 0, reset: wait }, true]);
  return wait;
}

describe('every answer of the API', () => {
  test('names the applied limit and what is left of it, whatever its status', async () => {
    const { key } = await rockola.person();
    const address = '192.0.2.1';
    const etag = (await read(address)).headers.get('etag') ?? '';
    const asked = [
      ['GET', '/api/v1/artists/1001', 304, { 'If-None-Match': etag }],
      ['HEAD', '/api/v1/artists', 200],
      ['GET', '/api/v1/artists?limit=x', 400],
      ['POST', '/api/v1/artists', 415],
      ['GET', '/api/v1/artists/7', 404],
      ['GET', '/api/v1/nowhere', 404],
      ['PUT', '/api/v1/artists', 405],
      ['GET', '/api/v1/artists', 406, { Accept: 'text/html' }],
      ['GET', `/api/v1/artists?${'x'.repeat(8192)}`, 414],
      ['DELETE', '/api/v1/artists/1001', 401, { 'X-API-Key': 'bad' }],
    ] as const;
    let left = 5_999;
    for (const [method, path, status, headers] of asked) {
      const answer = await rockola.call(method, path, { headers: { ...from(address).headers, ...headers } });
      expect([path, answer.status, limitState(answer, 'address')?.left]).toEqual([path, status, --left]);
    }
    const change = await rockola.call('POST', '/api/v1/artists', { body: { name: 'Virus' }, key, ...from(address) });
    expect([change.status, limitState(change, 'account')?.left, limitState(change, 'address')]).toEqual([201, 11_999, undefined]);
    expect(limitState(await read(address), 'address')?.left).toBe(left - 1);
  });

  test('counts, and so do pages, but not health checks, assets and preflights', async () => {
    for (const [method, path] of [
      ['GET', '/livez'],
      ['GET', '/readyz'],
      ['GET', '/assets/site.css'],
      ['OPTIONS', '/api/v1/artists'],
      ['OPTIONS', '/docs'],
    ] as const) {
      const { headers } = await rockola.call(method, path);
      expect([path, headers.has('ratelimit'), headers.has('ratelimit-policy')]).toEqual([path, false, false]);
    }
    for (const path of ['/', '/artists/1001', '/nowhere', '/openapi.json', '/problems/too-many-requests']) {
      const address = '192.0.2.77';
      const left = async () => limitState(await rockola.call('GET', path, from(address)), 'address')?.left ?? 0;
      expect([path, (await left()) - (await left())]).toEqual([path, 1]);
    }
  });
});

test('1,000 addresses of one /64 in six spellings share a quota; requests with credentials still pass', async () => {
  const spellings = (i: string) => [
    `2001:db8:0:7::${i}`,
    `2001:0db8:0000:0007:0000:0000:0000:${i.padStart(4, '0')}`,
    `2001:DB8:0:7:0:0:0:${i.toUpperCase()}`,
    `2001:db8::7:0:0:0:${i}`,
    `2001:db8:0:7::${i}%eth0`,
    `2001:db8:0:7::0.0.${Math.floor(Number.parseInt(i, 16) / 256)}.${Number.parseInt(i, 16) % 256}`,
  ];
  const addresses = Array.from({ length: 1_000 }, (_, i) => spellings((i + 1).toString(16))).flat();
  const started = performance.now();
  for (let i = 0; i < addresses.length; i += 100) {
    const answers = await Promise.all(addresses.slice(i, i + 100).map((address) => read(address)));
    expect(answers.filter(({ status }) => status === 200).length).toBe(100);
  }
  expect(performance.now() - started).toBeLessThan(55_000);
  const refused = await read('2001:db8:0:7:ffff::1');
  expect(refusal(refused, 'address')).toBeLessThanOrEqual(60);
  expect((await read('2001:db8:0:8::1')).status).toBe(200);

  const { key } = await rockola.person();
  const withKey = await rockola.call('GET', '/api/v1/artists/1001', { key, ...from('2001:db8:0:7::1') });
  expect([withKey.status, limitState(withKey, 'account')?.left]).toEqual([200, 11_999]);
  expect((await rockola.call('GET', '/api/v1/artists/1001', { key: 'bad', ...from('2001:db8:0:7::1') })).status).toBe(429);
});

describe('X-Forwarded-For', () => {
  const left = async (header: string) => limitState(await read(header), 'address')?.left;

  test('is read from the right, past the configured proxies', async () => {
    expect(await left('203.0.113.1')).toBe(5_999);
    expect(await left('192.0.2.99, 203.0.113.1')).toBe(5_998);
    expect(await left('192.0.2.99, 203.0.113.1, 10.1.2.3,10.200.0.1')).toBe(5_997);
    expect(await left('::ffff:203.0.113.1, 127.0.0.1')).toBe(5_996);
    expect(await left('::FFFF:cb00:7101')).toBe(5_995);
  });

  test('with an invalid part counts for the proxy that sent it', async () => {
    const before = (await left('10.9.9.9')) ?? 0;
    const garbage = [
      'unknown',
      '',
      ',',
      '203.0.113.256',
      '[2001:db8::1]',
      '1.2.3.4:80',
      'a,b, ,,',
      `${'9'.repeat(8_000)}`,
      '::1::',
      '0x7f.1',
    ];
    for (const [i, hop] of garbage.entries()) expect([hop, await left(`203.0.113.9, ${hop}, 10.9.9.9`)]).toEqual([hop, before - i - 1]);
  });

  test('is ignored unless the operator names proxies', async () => {
    const alone = await startRockola({ ROCKOLA_LIMITS: 'on' });
    const left = async (address: string) => limitState(await read(address, alone), 'address')?.left ?? 0;
    expect((await left('203.0.113.1')) - (await left('203.0.113.2'))).toBe(1);
    await alone.stop();
  });
});

describe('logins', () => {
  /** Fails once, after any pause that the service demands. */
  async function fail(email: string, address: string): Promise<void> {
    for (;;) {
      const answer = await logIn(email, 'wrong-wrong', address);
      if (answer.status === 401) return;
      await Bun.sleep(refusal(answer, 'login-account') * 1_000);
    }
  }

  test('that fail must be followed by ever longer pauses, even for an account that does not exist', async () => {
    const { email, password } = await rockola.person();
    const accounts = [email, 'nobody@example.org'];
    const failing = accounts.map(async (name, i) => {
      for (let failures = 1; failures <= 11; failures++) await fail(name, `198.51.100.${i}`);
      const two = refusal(await logIn(` ${name.toUpperCase()}`, password, '198.51.100.9'), 'login-account');
      await fail(name, '198.51.100.9');
      const four = refusal(await logIn(name, password, `198.51.100.${i}`), 'login-account');
      expect([two > 0 && two <= 2, four > 2 && four <= 4]).toEqual([true, true]);
      return four;
    });
    await Bun.sleep(Math.max(...(await Promise.all(failing))) * 1_000);
    const failed = async () => Number((await rockola.sql(`select count(*) as rows from tries where debt > ${9 * day}`))[0]?.rows);
    const before = await failed();
    expect((await logIn(email, password, '198.51.100.1')).status).toBe(200);
    await until(async () => (await failed()) < before, 'the failures are not forgotten');
    expect(limitState(await logIn(email, 'wrong-wrong', '198.51.100.4'), 'login-account')?.left).toBe(9);
  });

  test('that fail in other networks do not lock out a user who has logged in from their own network before', async () => {
    const { email, password } = await rockola.person();
    expect((await logIn(email, password, '2001:db8:1:1::1')).status).toBe(200);
    for (let i = 0; i < 10; i++) await fail(email, `198.51.100.${20 + i}`);
    await setFailures(30);
    for (const again of [1, 2]) {
      refusal(await logIn(email, password, '198.51.100.40'), 'login-account');
      expect((await logIn(email, password, `2001:db8:1:1::${again}`)).status).toBe(200);
      await rockola.restart('SIGKILL');
    }
  });

  test('at the same time are all counted', async () => {
    const { email } = await rockola.person();
    const start = performance.now();
    const answers = await Promise.all(Array.from({ length: 22 }, (_, i) => logIn(email, 'wrong-wrong', `198.51.101.${i}`)));
    // After the tenth failure the pauses are 1 s, 2 s, 4 s and so on. On a busy machine some of them end during the test.
    const pauses = Math.floor(Math.log2(1 + (performance.now() - start) / 1_000));
    const counted = answers.filter(({ status }) => status === 401).length;
    expect(counted).toBeWithin(10, 12 + pauses);
    expect(answers.filter(({ status }) => status === 429).length).toBe(22 - counted);
  });

  test('that succeed do not count against their network', async () => {
    const { email, password } = await rockola.person();
    expect(limitState(await logIn(email, password, '198.51.102.1'), 'login')?.left).toBe(99);
    expect(limitState(await logIn(email, password, '198.51.102.1'), 'login')?.left).toBe(99);
    await logIn(email, 'wrong-wrong', '198.51.102.1');
    const { left, reset } = limitState(await logIn(email, password, '198.51.102.1'), 'login') ?? {};
    // One failure is forgotten each minute; `t` is the time until none is left.
    expect([left, Number(reset) > 90 && Number(reset) <= 120]).toEqual([98, true]);
  });

  test('with an invalid body are not counted', async () => {
    await rockola.call('POST', '/api/v1/user/login', { body: { email: { a: 1 }, password: 'x' }, ...from('198.51.103.1') });
    await rockola.call('POST', '/api/v1/user/login', { body: { email: 'a@example.org' }, ...from('198.51.103.1') });
    expect(limitState(await logIn('other@example.org', 'wrong-wrong', '198.51.103.1'), 'login')?.left).toBe(99);
  });
});

test('sign-ups from one network are slowed down, and work again after the stated pause', async () => {
  const address = '198.51.104.1';
  let made = 0;
  const untilRefused = async () => {
    for (;;) {
      const answer = await signUp(`many${made}@example.org`, address);
      if (answer.status !== 201) return refusal(answer, 'signup');
      made++;
    }
  };
  const wait = await untilRefused();
  expect(made).toBeWithin(30, 33);
  expect((await signUp('other@example.org', '198.51.104.2')).status).toBe(201);
  await Bun.sleep(wait * 1_000);
  expect((await signUp('later@example.org', address)).status).toBe(201);
  expect(await untilRefused()).toBeGreaterThan(1);
});

test('the counters keep no IP address and no e-mail address in clear', async () => {
  await logIn('canary@example.org', 'wrong-wrong', '198.51.105.1');
  const rows = JSON.stringify(await rockola.sql('select * from tries'));
  expect(rows).not.toContain('canary');
  expect(rows).not.toContain('198.51');
  expect(rows.match(/"key":"[0-9a-f]{32}"/g)?.length).toBeGreaterThan(1);
});

test('a flood of counters is bounded: those that expire first are deleted first', async () => {
  const email = 'paused@example.org';
  for (let i = 0; i < 10; i++) await logIn(email, 'wrong-wrong', `198.51.108.${i}`);
  await setFailures(60);
  const rows = async (where: string) => Number((await rockola.sql(`select count(*) as rows from tries where ${where}`))[0]?.rows);
  const marks = await rows('debt = 0 and ends_at > at');
  await rockola.sql(`insert into tries (key, debt, at, ends_at)
    with recursive n (i) as (select 1 union all select i + 1 from n where i < 110000)
    select 'flood' || i, case when i <= 5000 then 0 else 1 end, i, case when i <= 100 then 0 else ${Date.now() + day} + i end from n`);
  for (let i = 0; i < 256; i++) refusal(await logIn(email, 'wrong-wrong', '198.51.108.99'), 'login-account');
  expect(await rows('debt > 0')).toBeWithin(99_000, 100_001);
  expect([await rows('at <= 100'), await rows('at > 100 and at <= 5000'), await rows('at > 5000 and at < 9000')]).toEqual([0, 4_900, 0]);
  expect(await rows('debt = 0 and ends_at > at')).toBeGreaterThanOrEqual(marks);
});

test('with ROCKOLA_LIMITS=off no limit applies, and neither headers nor the OpenAPI document name one', async () => {
  const open = await startRockola({ ROCKOLA_LIMITS: 'off' });
  for (let i = 0; i < 12; i++) {
    const answer = await logIn('nobody@example.org', 'wrong-wrong', '198.51.100.1', open);
    expect([answer.status, answer.headers.has('ratelimit')]).toEqual([401, false]);
  }
  const documents = await Promise.all([open, rockola].map(async ({ url }) => (await fetch(`${url}/openapi.json`)).text()));
  expect(documents.map((text) => text.includes('RateLimit-Policy'))).toEqual([false, true]);
  await open.stop();
});

test('an answer counts as one more request for each 64 KiB, also for HEAD and 304, for its address and its account', async () => {
  const { key } = await rockola.person();
  const description = '😀'.repeat(20_000);
  const add = () => rockola.call('POST', '/api/v1/artists', { key, body: { name: 'Virus', description }, ...from('192.0.2.80') });
  const ids: bigint[] = [];
  for (let i = 0; i < 10; i++) ids.push((await add()).json.id);
  const page = `/api/v1/artists?ids=${ids}`;
  const ask = (method: string, etag: string, credentials: { key?: string }) =>
    rockola.call(method, page, { ...credentials, headers: { 'X-Forwarded-For': '192.0.2.81', ...(etag && { 'If-None-Match': etag }) } });
  const first = await ask('GET', '', {});
  const requests = 1 + Math.floor(Buffer.byteLength(first.text) / 65_536);
  expect([requests, limitState(first, 'address')?.left]).toEqual([13, 6_000 - 13]);
  const answers = [await ask('HEAD', '', {}), await ask('GET', first.headers.get('etag') ?? '', {})];
  expect(answers.map((answer) => [answer.status, limitState(answer, 'address')?.left])).toEqual([
    [200, 6_000 - 2 * 13],
    [304, 6_000 - 3 * 13],
  ]);
  // 304 answers from the cache are quick: even a slow machine must use up the quota within its minute.
  let answer = answers[1] as Answer;
  for (let i = 0; answer.status === 304 && i < 500; i++) answer = await ask('GET', first.headers.get('etag') ?? '', {});
  refusal(answer, 'address');
  const own = await ask('GET', '', { key });
  const next = await ask('GET', '', { key });
  expect((limitState(own, 'account')?.left ?? 0) - (limitState(next, 'account')?.left ?? 0)).toBe(13);
});
