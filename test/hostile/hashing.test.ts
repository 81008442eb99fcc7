import { afterAll, describe, expect, test } from 'bun:test';
import { type Answer, type Person, startRockola } from '../support/harness.ts';
import { fieldOf, openConnection, type Reply, requestOf } from '../support/load/connection.ts';
import { quantile } from '../support/load/steady.ts';

/** A trusted proxy, so that the tests can send requests from any address. */
const settings = { ROCKOLA_PROXIES: '127.0.0.1' };
const login = '/api/v1/user/login';

const rockola = await startRockola(settings, { costlyHashes: true });
const people = await Promise.all(Array.from({ length: 4 }, () => rockola.person()));
afterAll(() => rockola.stop());

const from = (address: string) => ({ 'X-Forwarded-For': address });
const logIn = (email: string, password: string, address: string) =>
  rockola.call('POST', login, { body: { email, password }, headers: from(address) });

/**
 * Runs work during a crowd: clients that repeat their requests after each answer, on many connections.
 *
 * @param work gets the number of answers to the crowd so far, refusals excluded
 * @returns its result, and how often each status was answered to the crowd
 */
async function during<T>(ask: (i: number) => Promise<Answer>, work: (judged: () => number) => Promise<T>) {
  const connections = 120;
  const statusCounts = new Map<number, number>();
  const judged = () => [...statusCounts].reduce((sum, [status, times]) => (status === 503 ? sum : sum + times), 0);
  let going = true;
  const loops = Array.from({ length: connections }, async (_, connection) => {
    for (let i = connection; going; i += connections) {
      const { status } = await ask(i);
      statusCounts.set(status, (statusCounts.get(status) ?? 0) + 1);
    }
  });
  try {
    while (judged() < 20 || !statusCounts.get(503)) await Bun.sleep(10);
    return { result: await work(judged), statusCounts: Object.fromEntries(statusCounts) };
  } finally {
    going = false;
    await Promise.all(loops);
  }
}

/**
 * Logs in repeatedly, with success each time.
 *
 * @returns how many logins of the crowd overtook each login: the median, since the machine may pause
 */
async function logInBeside(ask: (i: number) => Promise<Answer>, { email, password }: Person, address: string, times = 5) {
  const { result } = await during(ask, async (judged) => {
    const seen = [];
    for (let i = 0; i < times; i++) {
      const before = judged();
      let { status } = await logIn(email, password, address);
      // On a crowded machine the bodies of others may hold all slots for 100 ms. A login that never gets one is overtaken by many.
      for (let tries = 1; status === 503 && tries < 10; tries++) ({ status } = await logIn(email, password, address));
      seen.push({ status, overtaken: judged() - before });
    }
    return seen;
  });
  expect(result.map(({ status }) => status)).toEqual(result.map(() => 200));
  return quantile(
    result.map(({ overtaken }) => overtaken),
    0.5,
  );
}

/** The most logins that may overtake another: those under way when it arrives, and a few whose network or account has its turn earlier. */
const maxOvertaking = 10;

describe('a crowd of logins delays another login by only a few, and locks nobody out', () => {
  const ofOne = (address: string) => () => logIn((people[0] as Person).email, (people[0] as Person).password, address);

  test('with one account', async () => {
    expect(await logInBeside(ofOne('192.0.2.1'), people[1] as Person, '198.51.100.7')).toBeLessThanOrEqual(maxOvertaking);
  });

  test('with one account, from the address of the other login', async () => {
    expect(await logInBeside(ofOne('192.0.2.1'), people[2] as Person, '192.0.2.1')).toBeLessThanOrEqual(maxOvertaking);
  });

  test('with any number of accounts, from one network', async () => {
    const ofMany = (i: number) => logIn(`nobody${i}@example.org`, 'rock-n-roll', `2001:db8:0:1::${i.toString(16)}`);
    expect(await logInBeside(ofMany, people[1] as Person, '198.51.100.7')).toBeLessThanOrEqual(maxOvertaking);
  });

  test('with one account, from many networks: by at most its share of the places', async () => {
    const { email, password } = people[0] as Person;
    const everywhere = (i: number) => logIn(email, password, `203.0.${i % 250}.${i % 113}`);
    expect(await logInBeside(everywhere, people[3] as Person, '198.51.100.9', 3)).toBeLessThanOrEqual(30);
  });
});

test('a request that hashes no password is not refused while a crowd hashes passwords', async () => {
  // Not the first account: it has logged in so often that its oldest login has ended.
  const { email, password, token } = people[1] as Person;
  const others = (i: number) =>
    rockola.call('POST', '/api/v1/user/signup', { body: { name: 'x', email: `crowd${i}@example.org`, password: 'rock-n-roll' } });
  const asks: [number, string, string, object][] = [
    [204, 'OPTIONS', login, { headers: { 'Access-Control-Request-Method': 'POST' } }],
    [405, 'GET', login, {}],
    [405, 'DELETE', '/api/v1/user/signup', {}],
    [404, 'POST', '/api/v1/user/logins', { body: { email, password } }],
    [406, 'POST', login, { body: { email, password }, headers: { Accept: 'text/html' } }],
    [415, 'POST', login, { body: 'email', headers: { 'Content-Type': 'text/plain' } }],
    [400, 'POST', '/api/v1/user/password-resets', { body: { token: 'x', password } }],
    [200, 'PATCH', '/api/v1/user', { token, body: { name: 'Ana' } }],
    [200, 'GET', '/account/reset', {}],
  ];
  await during(others, async () => {
    for (let round = 0; round < 10; round++) {
      for (const [status, method, path, options] of asks)
        expect([method, path, (await rockola.call(method, path, options)).status]).toEqual([method, path, status]);
    }
  });
});

/** In ms. If the server read the request, it would wait for its body for 10 s. */
const soon = 6_000;

test('a client of a network without a free place is refused before its body arrives', async () => {
  const { port } = new URL(rockola.url);
  const others = (i: number) => logIn(`nobody${i}@example.org`, 'rock-n-roll', '192.0.2.1');
  const head = requestOf('POST', login, { ...from('192.0.2.1'), 'Content-Type': 'application/json', 'Content-Length': '100' });
  const { result } = await during(others, async () => {
    const waits: (Reply | undefined)[] = [];
    for (let i = 0; i < 20; i++) {
      const connection = await openConnection(Number(port));
      waits.push(await Promise.race([connection.send(head), Bun.sleep(soon).then(() => undefined)]));
      connection.end();
    }
    return waits.filter((reply) => reply !== undefined);
  });
  expect(result.length).toBeGreaterThan(10);
  for (const { status, head } of result) expect([status, fieldOf(head, 'retry-after')]).toEqual([503, '2']);
});
