import { afterAll, expect, test } from 'bun:test';
import { startRockola } from '../support/harness.ts';
import { randomFrom } from '../support/random.ts';
import { retryWhenBusy } from '../support/retryWhenBusy.ts';
import { seed } from '../support/seed.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
const random = randomFrom(seed);
afterAll(() => rockola.stop());

const send: typeof rockola.send = (...request) => retryWhenBusy(() => rockola.send(...request));
const addArtist = async (name: string): Promise<bigint> => (await send('POST', '/api/v1/artists', { name })).json.id;
const pathOf = (id: bigint, rest = '') => `/api/v1/artists/${id}${rest}`;
const addMember = async (group: bigint, person: bigint, more: object = {}): Promise<bigint> =>
  (await send('POST', pathOf(group, '/members'), { credited: 'Integrante', person, ...more })).json.id;
const page = async (id: bigint, rest = '') => {
  const answer = await fetch(`${rockola.url}/artists/${id}${rest}`);
  return { status: answer.status, text: await answer.text() };
};
const restore = (path: string, version = 1) => send('POST', `${path}/reversions`, { version });

const maxMembers = 1_000;
/** The most characters of the page of a band or of its family. */
const maxPage = 600_000;

test('a band may have 1,000 members and no more; its pages stay bounded, and a restored band has all members', async () => {
  const [band, person] = [await addArtist('Orquesta'), await addArtist('Todos')];
  const numbers = Array.from({ length: maxMembers }, (_, i) => i);
  const requestsFor = (i: number) => [
    send('POST', pathOf(band, '/members'), { credited: `Integrante ${i}`, person: i % 2 ? person : null, from: String(1850 + (i % 170)) }),
    send('POST', pathOf(band, '/aliases'), { name: `Orquesta ${i}`, kind: 'nickname', language: '' }),
  ];
  // PostgreSQL makes changes of an artist one after the other, and refuses a change that waits too long.
  for (let from = 0; from < maxMembers; from += 10)
    expect((await Promise.all(numbers.slice(from, from + 10).flatMap(requestsFor))).filter(({ status }) => status !== 201)).toEqual([]);
  for (const { status, json } of await Promise.all(requestsFor(maxMembers)))
    expect([status, json.errors]).toEqual([
      400,
      [{ pointer: '', detail: expect.stringContaining(`there are ${maxMembers} of these already`) }],
    ]);

  const { members, aliases } = (await send('GET', pathOf(band, '?include=details,members,bands,aliases,identifiers,albums,credits'))).json;
  expect([members.data.length, members.more, aliases.data.length, aliases.more]).toEqual([100, true, 100, true]);
  const deletedAlias = pathOf(band, `/aliases/${aliases.data[0].id}`);
  expect((await send('DELETE', deletedAlias)).status).toBe(204);
  expect((await send('POST', pathOf(band, '/aliases'), { name: 'La Orquesta', kind: 'nickname', language: '' })).status).toBe(201);
  const refused = await restore(deletedAlias);
  expect([refused.status, refused.json.errors]).toEqual([400, [{ pointer: '', detail: expect.stringContaining('already') }]]);
  expect((await send('GET', pathOf(band, '/members?limit=101'))).status).toBe(400);
  for (const [id, rest] of [
    [band, '-orquesta'],
    [band, '-orquesta/family'],
    [person, '-todos'],
    [person, '-todos/family'],
  ] as const) {
    const { status, text } = await page(id, rest);
    expect([rest, status, text.length < maxPage]).toEqual([rest, 200, true]);
  }

  const readMembers = async () => [
    (await send('GET', pathOf(band, '/members?limit=100&offset=900'))).json,
    (await send('GET', pathOf(band, '/aliases'))).json.meta.total,
  ];
  const before = await readMembers();
  expect((await send('DELETE', pathOf(band))).status).toBe(204);
  expect((await send('GET', pathOf(person, '/bands'))).json.meta.total).toBe(0n);
  expect((await restore(pathOf(band))).status).toBe(200);
  expect(await readMembers()).toEqual(before);
  expect((await send('GET', pathOf(person, '/bands'))).json.meta.total).toBe(BigInt(maxMembers / 2));
});

test('a band can be restored while its member is deleted; its page links the member again once the member is restored', async () => {
  const [band, person] = [await addArtist('Manal'), await addArtist('Javier Martínez')];
  const membership = pathOf(band, `/members/${await addMember(band, person)}`);
  for (const id of [band, person]) expect((await send('DELETE', pathOf(id))).status).toBe(204);
  expect((await restore(pathOf(band))).status).toBe(200);
  expect((await send('GET', membership)).json).toMatchObject({ person, credited: 'Integrante' });
  const { status, text } = await page(band, '-manal');
  expect([status, text.includes('Integrante'), text.includes(`href="/artists/${person}-`)]).toEqual([200, true, false]);
  expect((await page(band, '-manal/family')).status).toBe(200);
  expect((await restore(pathOf(person))).status).toBe(200);
  expect((await page(band, '-manal')).text).toContain(`href="/artists/${person}-`);
});

test('a version that names a deleted artist is restored unchanged; a change to that artist is refused', async () => {
  const [band, former, other] = [await addArtist('Riff'), await addArtist('Boff'), await addArtist('Vitico')];
  const membership = pathOf(band, `/members/${await addMember(band, former)}`);
  expect((await send('PATCH', membership, { person: other })).status).toBe(200);
  expect((await send('DELETE', pathOf(former))).status).toBe(204);
  const restored = await restore(membership);
  expect([restored.status, restored.json]).toEqual([200, expect.objectContaining({ person: former })]);
  expect((await page(band, '-riff')).status).toBe(200);
  expect((await send('PATCH', membership, { person: other })).status).toBe(200);
  const again = await send('PATCH', membership, { person: former });
  expect([again.status, again.json.errors]).toEqual([400, [{ pointer: '/person', detail: 'is the id of no artist' }]]);
});

test(`bands that are members of each other, even in circles, have a finite family (seed ${seed})`, async () => {
  const bands: [bigint, ...bigint[]] = [await addArtist('Banda 0')];
  for (let i = 1; i < 8; i++) bands.push(await addArtist(`Banda ${i}`));
  const circle = bands.map((band, i) => [band, bands[(i + 1) % bands.length] as bigint] as const);
  const more = Array.from({ length: 20 }, () => [random.pick(bands), random.pick(bands)] as const);
  for (const [i, [band, other]] of [...circle, ...more].entries()) {
    const { status } = await send('POST', pathOf(band, '/members'), { credited: `Banda, vez ${i}`, person: other });
    expect(status).toBe(band === other ? 400 : 201);
  }
  for (const band of bands) {
    for (const rest of ['', '/family']) expect((await page(band, rest)).status).toBe(200);
    const linked = await fetch(rockola.url + pathOf(band), { headers: { Accept: 'application/ld+json' } });
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
