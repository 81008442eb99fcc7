import { afterAll, expect, test } from 'bun:test';
import { formPaths } from '../../src/web/paths.ts';
import { cookieOf, formSender, redirectOutcome } from '../support/forms.ts';
import { startRockola } from '../support/harness.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
const send = formSender(rockola);
const ana = await rockola.person();
const cookie = cookieOf(await send('/sign-in', { email: ana.email, password: ana.password }));
afterAll(() => rockola.stop());

const random = randomFrom(seed);

/** The rows of a form; `undefined` is an empty row. */
function rowsOf(rows: ([name: string, year: number] | undefined)[]): Record<string, string> {
  const fields = rows.flatMap((row, i) =>
    row ? [[`album-${i}-name`, row[0]] as const, [`album-${i}-year`, String(row[1])] as const] : [],
  );
  return { rows: String(rows.length), ...Object.fromEntries(fields) };
}

async function albumsOf(artist: bigint): Promise<[string, bigint][]> {
  const { json } = await rockola.call('GET', `/api/v1/artists/${artist}/albums?limit=100`);
  return json.data.map(({ name, year }: { name: string; year: bigint }) => [name, Number(year)]).toSorted();
}

const artistNamed = async (name: string) =>
  BigInt((await rockola.sql(`select id from artist where name = '${name}'`))[0]?.id as number | string);

test('each of several equal rows of a form makes a record, and a form with the same `once` adds none again', async () => {
  const { id } = (await rockola.call('POST', '/api/v1/artists', { key: ana.key, body: { name: 'Virus' } })).json;
  const rows = Array.from({ length: 3 + random.below(20) }, () =>
    random.pick<[string, number] | undefined>([['Locura', 1985], ['Relax', 1984], undefined]),
  );
  const fields = { ...rowsOf([...rows, ['Locura', 1985], ['Locura', 1985]]), once: crypto.randomUUID() };
  for (const _ of [1, 2]) {
    expect((await send(`/artists/${id}/albums`, fields, { cookie })).status).toBe(303);
    expect(await albumsOf(id)).toEqual(
      [...rows.filter((row) => row !== undefined), ['Locura', 1985], ['Locura', 1985]].toSorted() as never,
    );
  }
});

test('a form that was refused can be sent again with the same `once`', async () => {
  const fields = { once: crypto.randomUUID(), name: 'Sumo' };
  expect((await send('/artists/new', { ...fields, ...rowsOf([['Divididos', 1985]]) }, { cookie })).status).toBe(303);
  const id = await artistNamed('Sumo');
  await rockola.send('DELETE', `/artists/${id}`);
  const both = {
    ...fields,
    ...rowsOf([
      ['Divididos', 1985],
      ['Llegando', 1986],
    ]),
  };
  expect((await send('/artists/new', both, { cookie })).status).toBe(404);
  await rockola.send('POST', `/artists/${id}/reversions`, { version: 1 });
  expect((await send('/artists/new', both, { cookie })).status).toBe(303);
  expect((await albumsOf(id)).map(([name]) => name)).toEqual(['Divididos', 'Llegando']);
});

test('a form for a new key that is sent many times in parallel makes one key', async () => {
  const countKeys = async () =>
    Number((await rockola.sql(`select count(*) as n from api_key where user_id = ${ana.id} and session_id is null`))[0]?.n);
  const fields = { once: crypto.randomUUID(), name: 'radio', scopes: 'albums:write', days: '30' };
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(formPaths.accountKeys, fields, { cookie })));
  expect(await countKeys()).toBe(1);
  expect(answers.filter(({ text }) => /rka_\w{36}/.test(text)).length).toBe(1);
  for (const { status, headers } of answers.filter(({ text }) => !/rka_/.test(text)))
    expect([status, redirectOutcome(headers)]).toEqual([303, `${formPaths.accountKeys} keyMadeBefore`]);
  const page = await fetch(`${rockola.url}${formPaths.accountKeys}`, {
    headers: { Cookie: `${cookie}; rockola-done=keyMadeBefore`, 'Accept-Language': 'en' },
  });
  expect(await page.text()).toContain('This form was sent before.');
  expect((await send(formPaths.accountKeys, { ...fields, name: 'otra' }, { cookie })).text).toMatch(/rka_\w{36}/);
  expect(await countKeys()).toBe(2);
});

test('a form adds records even if the lookup of duplicates is refused', async () => {
  const busy = await startRockola({ ROCKOLA_STARTER: 'off' }, { variant: { altered: ['noSlowReads'] } });
  try {
    const { email, password } = await busy.person();
    const sendTo = formSender(busy);
    const options = { cookie: cookieOf(await sendTo('/sign-in', { email, password })) };
    expect((await sendTo('/artists/new', { name: 'Virus', ...rowsOf([['Locura', 1985]]) }, options)).status).toBe(303);
    const [{ id } = {}] = await busy.sql('select id from artist');
    expect((await sendTo(`/artists/${id}/albums`, rowsOf([['Locura', 1985]]), options)).status).toBe(303);
    expect(
      (await sendTo(`/artists/${id}/members`, { rows: '1', 'membership-0-credited': 'Fede', 'membership-0-from': '' }, options)).status,
    ).toBe(303);
    expect(await busy.sql('select name from album')).toHaveLength(2);
    expect(await busy.sql('select credited from membership')).toEqual([{ credited: 'Fede' }]);
  } finally {
    await busy.stop();
  }
});
