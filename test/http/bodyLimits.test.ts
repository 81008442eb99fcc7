import { afterAll, expect, test } from 'bun:test';
import { type Answer, startRockola } from '../support/harness.ts';
import { parseLimits } from '../support/limitFields.ts';
import { fieldOf, openConnection } from '../support/load/connection.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

const mebibyte = 1024 * 1024;
const perAccount = 60 * mebibyte;
const perNetwork = 120 * mebibyte;
/** A smaller body counts as this many bytes. */
const minCounted = 512;

const rockola = await startRockola({ ROCKOLA_LIMITS: 'on', ROCKOLA_PROXIES: '127.0.0.1' });
afterAll(() => rockola.stop());

const from = (network: string) => ({ 'X-Forwarded-For': network });
const artist = JSON.stringify({ name: 'Virus', description: '', image: '', band: '' });

/** A body in pieces, whose length is not known in advance. */
function pieces(text: string, size: number): ReadableStream<Uint8Array> {
  const bytes = Buffer.from(text);
  let start = 0;
  return new ReadableStream({
    pull(controller) {
      if (start >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(start, start + size));
      start += size;
    },
  });
}

function post(text: string, credentials: { key?: string }, network: string, pieceSize?: number, service = rockola): Promise<Answer> {
  const body = pieceSize ? pieces(text, pieceSize) : text;
  return service.call('POST', '/api/v1/artists', { body, ...credentials, headers: from(network) });
}

function limitState(answer: Answer, name: string) {
  const { policies, states } = parseLimits(answer.headers);
  return { ...policies.find((policy) => policy.name === name), ...states.find((state) => state.name === name) };
}

/** Checks that a refusal tells when to try again, and that the quota left was smaller than the body. */
function expectRefusal(answer: Answer, name: string, bytes: number): void {
  const { unit, window, left = Infinity, reset } = limitState(answer, name);
  expect([answer.status, unit, window]).toEqual([429, 'content-bytes', 600]);
  expect([bytes, left < Math.max(minCounted, bytes)]).toEqual([bytes, true]);
  expect(answer.headers.get('retry-after')).toBe(String(reset));
  expect(answer.json.detail).toContain(`Try again in ${reset} second`);
}

type Sending = { send(text: string, pieceSize: number | undefined): Promise<Answer>; name: string; quota: number };

/** Sends bodies of every size, whole and in pieces, valid and invalid, some in parallel, until much more was sent than the quota. */
async function sendTooMuch({ send, name, quota }: Sending): Promise<void> {
  const random = randomFrom(seed);
  let sent = 0;
  let passed = 0;
  while (sent < quota * 1.2) {
    const batch = Array.from({ length: 1 + random.below(12) }, async () => {
      const size = 1 + random.below(random.pick([2_000, mebibyte, mebibyte]));
      const text = random.below(5) === 0 ? 'x'.repeat(size) : artist.padEnd(size);
      const answer = await send(text, random.pick([undefined, 500 + random.below(200_000)]));
      sent += text.length;
      if (answer.status !== 429) passed += Math.max(minCounted, text.length);
      else expectRefusal(answer, name, text.length);
    });
    await Promise.all(batch);
  }
  expect(passed).toBeLessThanOrEqual(quota);
  expect(passed).toBeGreaterThan(quota - mebibyte);
}

test('an account sends at most its quota of bytes in a window, however many networks it uses', async () => {
  const { key } = await rockola.person();
  let request = 0;
  await sendTooMuch({
    name: 'account-bytes',
    quota: perAccount,
    send: (text, pieceSize) => post(text, { key }, `198.51.100.${request++ % 200}`, pieceSize),
  });
  expect((await rockola.call('GET', '/api/v1/artists/1001', { key, headers: from('198.51.100.1') })).status).toBe(200);
  const other = await rockola.person('Eva');
  const answer = await post(artist, other, '198.51.100.1');
  expect([answer.status, limitState(answer, 'account-bytes')]).toEqual([
    201,
    { name: 'account-bytes', quota: perAccount, window: 600, unit: 'content-bytes', left: perAccount - minCounted, reset: 600 },
  ]);
});

test('a network sends at most its quota of bytes in a window, with or without credentials', async () => {
  const people = await Promise.all(['Ana', 'Eva', 'Luz', 'Sol'].map((name) => rockola.person(name)));
  const network = '2001:db8::';
  let request = 0;
  const send = (text: string, pieceSize?: number) =>
    post(text, request++ % 5 === 4 ? {} : (people[request % 4] ?? {}), `${network}${(request % 999) + 1}`, pieceSize);
  await sendTooMuch({ name: 'address-bytes', quota: perNetwork, send });
  expect((await rockola.call('GET', '/api/v1/artists/1001', { headers: from(`${network}1`) })).status).toBe(200);
  expect((await post(artist, people[0] ?? {}, '2001:db8:0:1::1')).status).toBe(201);

  const connection = await openConnection(Number(new URL(rockola.url).port));
  const head = `POST /api/v1/user/login HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${network}1\r\nContent-Type: application/json\r\n`;
  const early = await connection.send(`${head}Content-Length: ${mebibyte}\r\n\r\n`);
  expect([early?.status, fieldOf(early?.head ?? '', 'ratelimit')?.startsWith('"address-bytes"')]).toEqual([429, true]);
  connection.end();
});

/** The bytes of an account's changes in the log, and of stored outcomes under keys. */
async function bytesWrittenBy(id: bigint): Promise<number> {
  const length = (column: string) => `coalesce(octet_length(${column}), 0)`;
  const [log] = await rockola.sql(
    `select sum(${['members', 'unchanged', 'comment', 'source'].map(length).join(' + ')}) as bytes from revision where user_id = ${id}`,
  );
  const [keys] = await rockola.sql(`select sum(${length('outcome')}) as bytes from idempotency_key`);
  return Number(log?.bytes ?? 0) + Number(keys?.bytes ?? 0);
}

test('a request counts all bytes that it writes: those of changes, reversions, comments and idempotency keys', async () => {
  const random = randomFrom(seed);
  const { id, key } = await rockola.person();
  const network = '203.0.113.9';
  const text = () => random.pick(['a', 'ñ', '😀']).repeat(random.below(20_000));
  const contextHeaders = () => ({
    ...(random.below(2) && { 'Change-Comment': `%"${'%f0%9f%98%80'.repeat(random.below(500))}"` }),
    ...(random.below(2) && { 'Change-Source': `"https://example.org/${'x'.repeat(random.below(2_000))}"` }),
  });
  const keyHeader = (method: string): Record<string, string> =>
    method === 'POST' && random.below(3) ? { 'Idempotency-Key': crypto.randomUUID() } : {};
  const send = (method: string, path: string, body: unknown) =>
    rockola.call(method, `/api/v1/artists${path}`, { key, body, headers: { ...from(network), ...contextHeaders(), ...keyHeader(method) } });
  const made = await send('POST', '', { name: 'Virus', description: text(), band: 'ñ'.repeat(200) });
  const path = `/${made.json.id}`;
  const ways: [() => Promise<Answer>, ...(() => Promise<Answer>)[]] = [
    () => send('PATCH', path, { band: random.pick(['ñ', '😀']).repeat(1 + random.below(200)) }),
    () => send('PATCH', path, { description: text() }),
    () => send('POST', `${path}/reversions`, { version: 1 }),
    () => send('POST', `${path}/reversions`, { version: 1 }),
    () => send('POST', `${path}/reversions`, Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`m${i}`, 1]))),
    () => send('POST', '', { name: 'Moris' }),
  ];
  for (let i = 0; i < 80; i++) expect((await random.pick(ways)()).status).toBeOneOf([200, 201, 400]);
  const last = await send('POST', '', { name: 'Tanguito' });
  const counted = perAccount - (limitState(last, 'account-bytes').left ?? 0);
  expect(counted).toBeGreaterThan(await bytesWrittenBy(id));
  expect(perNetwork - (limitState(last, 'address-bytes').left ?? 0)).toBe(counted);
});

/** Bodies of reversions. The answer to each is longer than the body. */
const reversions = { accepted: { version: 1 }, refused: Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`m${i}`, 1])) };

test.each(Object.entries(reversions))(
  'a request that is %s counts as one request with or without an idempotency key, and its replay counts the same again',
  async (outcome, body) => {
    const { key } = await rockola.person();
    const names = ['account', 'account-bytes', 'address-bytes', 'account-keys', 'address-keys'] as const;
    const network = from(`2001:db8:${outcome.length}::1`);
    const description = 'ñ'.repeat(5_000);
    const { json } = await rockola.call('POST', '/api/v1/artists', { key, body: { name: 'Virus', description }, headers: network });
    const left: Record<string, number> = {};
    /** The amounts that a request counts for each limit. */
    async function cost(fields: Record<string, string>) {
      const answer = await rockola.call('POST', `/api/v1/artists/${json.id}/reversions`, { key, body, headers: { ...network, ...fields } });
      expect(answer.status).toBe(outcome === 'accepted' ? 200 : 400);
      const taken = names.map((name) => {
        const { quota = 0, left: now } = limitState(answer, name);
        if (now === undefined) return 0;
        const amount = (left[name] ?? quota) - now;
        left[name] = now;
        return amount;
      });
      return { taken, answer: Buffer.byteLength(answer.text), replayed: answer.headers.has('idempotent-replayed') };
    }
    await cost({});
    const once = { 'Idempotency-Key': 'once', ...(outcome === 'accepted' && { 'Change-Comment': '"because"' }) };
    const [without, first, again] = [await cost({}), await cost(once), await cost(once)];
    expect([first.replayed, again.replayed, again.taken]).toEqual([false, true, first.taken]);
    const [, bytes = 0] = first.taken;
    if (outcome === 'refused') expect(bytes).toBeGreaterThan(first.answer);
    else expect(bytes).toBe(2 * first.answer + 'because'.length);
    const bytesWithoutKey = outcome === 'refused' ? JSON.stringify(body).length : without.answer;
    expect([without.taken, first.taken]).toEqual([
      [1, bytesWithoutKey, bytesWithoutKey, 0, 0],
      [1, bytes, bytes, 1, 1],
    ]);
  },
);

test('an account that has written more than its quota sends no more bodies until the window ends', async () => {
  const { key } = await rockola.person();
  const write = (method: string, path: string, body: unknown, ip = '203.0.113.11') =>
    rockola.call(method, `/api/v1/artists${path}`, { key, body, headers: { ...from(ip), 'Idempotency-Key': crypto.randomUUID() } });
  const { json } = await write('POST', '', { name: 'Virus', description: '😀'.repeat(20_000) });
  let answer: Answer;
  let times = 0;
  do answer = await write('POST', `/${json.id}/reversions`, { version: 1 }, `203.0.113.${12 + (times % 100)}`);
  while (answer.status === 200 && times++ < 1_000);
  expectRefusal(answer, 'account-bytes', minCounted);
  expect(times).toBeWithin(300, 500);
});

test('a body that is too long counts in full', async () => {
  const network = '203.0.113.7';
  const { key } = await rockola.person();
  expect((await post('x'.repeat(2 * mebibyte), { key }, network, 100_000)).status).toBe(413);
  expect(limitState(await post(artist, { key }, network), 'address-bytes').left).toBe(perNetwork - 2 * mebibyte - minCounted);
});

test('ROCKOLA_LIMITS=off turns off the quotas of bytes', async () => {
  const open = await startRockola({ ROCKOLA_LIMITS: 'off' });
  const text = artist.padEnd(mebibyte);
  for (let i = 0; i < 13; i++) {
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(text, { key: open.adminKey }, '', undefined, open)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
  }
  await open.stop();
});
