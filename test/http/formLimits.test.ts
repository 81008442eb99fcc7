import { afterAll, expect, test } from 'bun:test';
import { cookieOf, formSender } from '../support/forms.ts';
import { type Person, startRockola } from '../support/harness.ts';
import { parseLimits } from '../support/limitFields.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

const mebibyte = 1024 * 1024;
/** A write counts at least this many bytes. */
const minCounted = 512;

const rockola = await startRockola({ ROCKOLA_LIMITS: 'on', ROCKOLA_PROXIES: '127.0.0.1' });
const send = formSender(rockola);
afterAll(() => rockola.stop());

const random = randomFrom(seed);

async function signIn({ email, password }: Person): Promise<string> {
  return cookieOf(await send('/sign-in', { email, password }));
}

async function makeArtist(name: string, { key }: Person): Promise<bigint> {
  return (await rockola.call('POST', '/api/v1/artists', { key, body: { name } })).json.id;
}

type Row = { name: string; year: string; image: string };
const rowOf = (_: unknown, i: number): Row => ({
  name: `Disco ${i + 1}${'x'.repeat(random.below(190))}`,
  year: String(1960 + random.below(60)),
  image: random.pick(['', `https://example.org/${'i'.repeat(random.below(1_500))}`]),
});

/** The fields of a form with rows of records, as a browser sends them. */
function formOf(rows: Row[], once: string = crypto.randomUUID()): [string, string][] {
  const fields = rows.flatMap((row, i) => Object.entries(row).map(([name, text]): [string, string] => [`album-${i}-${name}`, text]));
  return [['rows', String(rows.length)], ['once', once], ...fields];
}

const albumsOf = async (artist: bigint) => (await rockola.call('GET', `/api/v1/artists/${artist}/albums?limit=100`)).json;

/** The rest of each quota, according to an answer. */
function left({ headers }: { headers: Headers }): Record<string, number> {
  return Object.fromEntries(parseLimits(headers).states.map(({ name, left }) => [name, left]));
}

test('rows in one form count as many requests and bytes as the same rows in separate forms', async () => {
  const [together, alone] = [await rockola.person(), await rockola.person('Eva')];
  for (const count of [1, 2, 1 + random.below(100), 100]) {
    const rows = Array.from({ length: count }, rowOf);
    const used = [];
    for (const [person, forms] of [
      [together, [rows]],
      [alone, rows.map((row) => [row])],
    ] as const) {
      const [cookie, artist] = [await signIn(person), await makeArtist('Virus', person)];
      const before = left(await rockola.call('PATCH', `/api/v1/artists/${artist}`, { key: person.key, body: {} }));
      let after = before;
      for (const form of forms) {
        const answer = await send(`/artists/${artist}/albums`, formOf([...form]), { cookie });
        expect([seed, answer.status]).toEqual([seed, 303]);
        after = left(answer);
      }
      expect((await albumsOf(artist)).meta.total).toBe(BigInt(count));
      used.push(['account-bytes', 'account'].map((name) => (before[name] ?? 0) - (after[name] ?? 0)));
    }
    const [[bytes = 0, requests] = [], [bytesAlone = 0] = []] = used;
    // Each answer counts twice and has two ids. An id of one account may have a digit more than the same id of the other.
    expect([seed, count, Math.abs(bytes - bytesAlone) <= 4 * count, requests]).toEqual([seed, count, true, count]);
    expect(bytes).toBeGreaterThanOrEqual(count * minCounted);
  }
});

/** Sends bodies until `wanted` bytes of the account's quota are left. */
async function leaveBytes(wanted: number, { key }: Person): Promise<void> {
  const headers = { 'X-Forwarded-For': `203.0.113.${1 + random.below(250)}` };
  const body = (bytes: number) => rockola.call('POST', '/api/v1/artists', { key, body: 'x'.repeat(bytes), headers });
  let now = left(await body(minCounted))['account-bytes'] ?? 0;
  while (now > wanted) now = left(await body(Math.min(mebibyte, now - wanted)))['account-bytes'] ?? 0;
  expect(now).toBe(wanted);
}

test('a form whose rows exceed the limit says which were added, and keeps the others', async () => {
  const person = await rockola.person('Luz');
  const [cookie, artist] = [await signIn(person), await makeArtist('Moris', person)];
  const rows = Array.from({ length: 100 }, (_, i) => ({ name: `Disco número ${i + 1}.`, year: '1970', image: '' }));
  await leaveBytes(minCounted * 40, person);
  const refused = await send(`/artists/${artist}/albums`, formOf(rows, 'the one form'), { cookie });
  const { data } = await albumsOf(artist);
  expect([refused.status, refused.headers.has('retry-after'), data.length]).toEqual([429, true, expect.any(Number)]);
  expect(data.length).toBeWithin(10, 41);
  expect(refused.text).toContain(`${data.length} were added.`);
  for (const [i, { name }] of rows.entries()) expect([name, refused.text.includes(`"${name}"`)]).toEqual([name, i >= data.length]);
});

test('a form whose artist was added but whose records were refused does not add the artist again', async () => {
  const person = await rockola.person('Sol');
  const cookie = await signIn(person);
  const rows = Array.from({ length: 50 }, (_, i) => ({ name: `Tema número ${i + 1}.`, year: '1970', image: '' }));
  await leaveBytes(minCounted * 20, person);
  const refused = await send('/artists/new', [['name', 'Zumbayllu del Sur'], ...formOf(rows)], { cookie });
  const action = /action="(\/artists\/(\d+)[^"]*\/albums)"/.exec(refused.text);
  expect([refused.status, action?.length]).toEqual([429, 3]);
  const { data } = await albumsOf(BigInt(action?.[2] ?? 0));
  expect(data.length).toBeWithin(2, 21);
  for (const [i, { name }] of rows.entries()) expect([name, refused.text.includes(`"${name}"`)]).toEqual([name, i >= data.length]);
});
