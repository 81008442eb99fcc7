import { afterAll, expect, test } from 'bun:test';
import { startRockola } from '../support/harness.ts';
import { randomFrom } from '../support/random.ts';
import { retryWhenBusy } from '../support/retryWhenBusy.ts';
import { seed } from '../support/seed.ts';

/** Bands with the most members, and bands whose members are deleted or play in each other. */
const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
const random = randomFrom(seed);
afterAll(() => rockola.stop());

const send: typeof rockola.send = (...request) => retryWhenBusy(() => rockola.send(...request));
const artist = async (name: string): Promise<bigint> => (await send('POST', '/api/v1/artists', { name })).json.id;
const at = (id: bigint, rest = '') => `/api/v1/artists/${id}${rest}`;
const member = async (group: bigint, person: bigint, more: object = {}): Promise<bigint> =>
  (await send('POST', at(group, '/members'), { credited: 'Integrante', person, ...more })).json.id;
const page = async (id: bigint, rest = '') => {
  const answer = await fetch(`${rockola.url}/artists/${id}${rest}`);
  return { status: answer.status, text: await answer.text() };
};
const restore = (path: string, version = 1) => send('POST', `${path}/reversions`, { version });

const most = 1_000;
/** Characters that the page of a band, or of its family, may have, however many members the band has. */
const maxPage = 600_000;

test('a band has at most 1,000 members; its pages stay bounded, and a restored band has all of them', async () => {
  const [band, person] = [await artist('Orquesta'), await artist('Todos')];
  const wanted = Array.from({ length: most }, (_, i) => i);
  const of = (i: number) => [
    send('POST', at(band, '/members'), { credited: `Integrante ${i}`, person: i % 2 ? person : null, from: String(1850 + (i % 170)) }),
    send('POST', at(band, '/aliases'), { name: `Orquesta ${i}`, kind: 'nickname', language: '' }),
  ];
  // PostgreSQL makes the changes of one artist one after the other, and refuses a change that waits too long.
  for (let from = 0; from < most; from += 10)
    expect((await Promise.all(wanted.slice(from, from + 10).flatMap(of))).filter(({ status }) => status !== 201)).toEqual([]);
  for (const { status, json } of await Promise.all(of(most)))
    expect([status, json.errors]).toEqual([400, [{ pointer: '', detail: expect.stringContaining(`there are ${most} of these already`) }]]);

  const { members, aliases } = (await send('GET', at(band, '?include=details,members,bands,aliases,identifiers,albums,credits'))).json;
  expect([members.data.length, members.more, aliases.data.length, aliases.more]).toEqual([100, true, 100, true]);
  const gone = at(band, `/aliases/${aliases.data[0].id}`);
  expect((await send('DELETE', gone)).status).toBe(204);
  expect((await send('POST', at(band, '/aliases'), { name: 'La Orquesta', kind: 'nickname', language: '' })).status).toBe(201);
  const full = await restore(gone);
  expect([full.status, full.json.errors]).toEqual([400, [{ pointer: '', detail: expect.stringContaining('already') }]]);
  expect((await send('GET', at(band, '/members?limit=101'))).status).toBe(400);
  for (const [id, rest] of [
    [band, '-orquesta'],
    [band, '-orquesta/family'],
    [person, '-todos'],
    [person, '-todos/family'],
  ] as const) {
    const { status, text } = await page(id, rest);
    expect([rest, status, text.length < maxPage]).toEqual([rest, 200, true]);
  }

  const all = async () => [
    (await send('GET', at(band, '/members?limit=100&offset=900'))).json,
    (await send('GET', at(band, '/aliases'))).json.meta.total,
  ];
  const before = await all();
  expect((await send('DELETE', at(band))).status).toBe(204);
  expect((await send('GET', at(person, '/bands'))).json.meta.total).toBe(0n);
  expect((await restore(at(band))).status).toBe(200);
  expect(await all()).toEqual(before);
  expect((await send('GET', at(person, '/bands'))).json.meta.total).toBe(BigInt(most / 2));
});

test('a band is restored although its member was deleted, and linked again once the member is restored', async () => {
  const [band, person] = [await artist('Manal'), await artist('Javier Martínez')];
  const membership = at(band, `/members/${await member(band, person)}`);
  for (const id of [band, person]) expect((await send('DELETE', at(id))).status).toBe(204);
  expect((await restore(at(band))).status).toBe(200);
  expect((await send('GET', membership)).json).toMatchObject({ person, credited: 'Integrante' });
  const { status, text } = await page(band, '-manal');
  expect([status, text.includes('Integrante'), text.includes(`href="/artists/${person}-`)]).toEqual([200, true, false]);
  expect((await page(band, '-manal/family')).status).toBe(200);
  expect((await restore(at(person))).status).toBe(200);
  expect((await page(band, '-manal')).text).toContain(`href="/artists/${person}-`);
});

test('a version that names a deleted artist is restored unchanged; a new record that names one is refused', async () => {
  const [band, former, other] = [await artist('Riff'), await artist('Boff'), await artist('Vitico')];
  const membership = at(band, `/members/${await member(band, former)}`);
  expect((await send('PATCH', membership, { person: other })).status).toBe(200);
  expect((await send('DELETE', at(former))).status).toBe(204);
  const brought = await restore(membership);
  expect([brought.status, brought.json]).toEqual([200, expect.objectContaining({ person: former })]);
  expect((await page(band, '-riff')).status).toBe(200);
  expect((await send('PATCH', membership, { person: other })).status).toBe(200);
  const again = await send('PATCH', membership, { person: former });
  expect([again.status, again.json.errors]).toEqual([400, [{ pointer: '/person', detail: 'is the id of no artist' }]]);
});

test(`bands that are members of each other, even in circles, have a finite family (seed ${seed})`, async () => {
  const bands: [bigint, ...bigint[]] = [await artist('Banda 0')];
  for (let i = 1; i < 8; i++) bands.push(await artist(`Banda ${i}`));
  const ties = bands.map((band, i) => [band, bands[(i + 1) % bands.length] as bigint] as const);
  const further = Array.from({ length: 20 }, () => [random.pick(bands), random.pick(bands)] as const);
  for (const [i, [band, other]] of [...ties, ...further].entries()) {
    const { status } = await send('POST', at(band, '/members'), { credited: `Banda, vez ${i}`, person: other });
    expect(status).toBe(band === other ? 400 : 201);
  }
  for (const band of bands) {
    for (const rest of ['', '/family']) expect((await page(band, rest)).status).toBe(200);
    const linked = await fetch(rockola.url + at(band), { headers: { Accept: 'application/ld+json' } });
    expect([linked.status, ((await linked.json()) as { '@id': string })['@id']]).toEqual([
      200,
      expect.stringContaining(`/artists/${band}`),
    ]);
  }
});

test('after the tests above "rockola check" finds no fault', async () => {
  const { code, out } = await rockola.cli(['check']);
  expect([code, out]).toEqual([0, expect.stringContaining('is whole')]);
});
