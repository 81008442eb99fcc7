import { afterAll, expect, test } from 'bun:test';
import { parseJson } from '../../src/model/json.ts';
import { until } from '../faults/until.ts';
import { startRockola } from '../support/harness.ts';
import { date, entities, entity, item } from '../support/wikidata.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
const { send } = rockola;
afterAll(() => rockola.stop());
const key = { 'X-API-Key': rockola.adminKey };

// biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
type Answer = any;

async function endOf(id: bigint): Promise<Answer> {
  let job: Answer;
  await until(async () => {
    ({ json: job } = await send('GET', `/jobs/${id}`));
    return job.ended_at !== null;
  }, `job ${id} does not end`);
  return job;
}

async function plan(body: string | Uint8Array, query = ''): Promise<Answer> {
  const headers = { ...key, 'Content-Type': 'application/json' };
  const response = await fetch(`${rockola.url}/api/v1/imports${query}`, { method: 'POST', headers, body });
  expect(response.status).toBe(202);
  return endOf((parseJson(await response.text()).value as Answer).id);
}

async function apply(body: string, query = ''): Promise<Answer> {
  const { id, state, outcome } = await plan(body, query);
  expect([state, outcome.counts]).toMatchObject(['done', { error: 0n, conflict: 0n }]);
  await send('POST', `/imports/${id}/apply`);
  return (await endOf(id)).outcome.counts;
}

const text = async (path: string) => (await fetch(`${rockola.url}/api/v1${path}`)).text();
/** The records of an export. Its first line is left out: the cursor there moves when PostgreSQL numbers an earlier change. */
const exportedRecords = async () => (await text('/export')).split('\n').slice(1);

const artists = `{"data": [
  {"id": 9007199254740993, "name": "Pescado Rabioso", "band": ""},
  {"id": 9223372036854775807, "name": "Almendra", "description": "De \\"Bajo Belgrano\\", [1967]"}
]}`;
const parts = `[{"artist": {"id": 5, "name": "Luis Alberto Spinetta"}, "details": {"type": "person"}},
 {"artist": {"id": 9007199254740993, "name": "Pescado Rabioso"},
  "details": {"id": 9007199254740993, "type": "group", "from": "1971", "to": "1973", "ended": true, "genres": ["rock", "blues"]},
  "members": {"data": [{"id": 1, "person": 6, "credited": "David Lebón", "roles": ["bass"]}], "more": false},
  "albums": {"data": [{"id": 9, "name": "Artaud", "year": 1973, "image": ""}], "more": false}},
 {"id": 6, "name": "David Lebón"}]`;

test('answers of the API are imported with their ids, and change nothing when they are imported again', async () => {
  expect(await apply(artists)).toMatchObject({ create: 2n });
  expect(await apply(parts)).toMatchObject({ create: 6n });
  expect((await send('GET', '/artists/9007199254740993/albums/9')).json).toMatchObject({ name: 'Artaud', year: 1973n });
  const included = '?include=details,members,bands,aliases,identifiers,albums,credits,sources';
  const before = await text('/export');
  for (const path of ['/artists', '/albums', '/artists/6', `/artists/9007199254740993${included}`, `/artists/6${included}`]) {
    const { outcome } = await plan(await text(path));
    expect([path, outcome]).toMatchObject([
      path,
      { match: 'id', reading: { format: 'json' }, counts: { create: 0n, update: 0n, error: 0n } },
    ]);
    expect(outcome.counts.unchanged > 0n).toBe(true);
  }
  const lines = before.trimEnd().split('\n');
  const { outcome } = await plan(`[${lines.reverse().join(',')}]`);
  expect(outcome.counts).toEqual({ create: 0n, update: 0n, unchanged: 8n, conflict: 0n, error: 0n });
});

test('an absent member keeps its value, and an artist is found by name', async () => {
  const { outcome } = await plan('[{"name": "ALMENDRA", "image": "https://example.org/a.jpg"}]', '?match=name');
  expect(outcome).toMatchObject({ match: 'name', counts: { update: 1n, create: 0n } });
  expect(await apply('{"id": 9223372036854775807, "name": "Almendra", "image": "https://example.org/a.jpg"}')).toMatchObject({
    update: 1n,
  });
  const member = '{"id": 1, "person": 6, "credited": "David Lebón", "from": "1972"}';
  const pescado = '{"id": 9007199254740993, "name": "Pescado Rabioso"}';
  expect(await apply(`{"artist": ${pescado}, "members": {"data": [${member}]}}`)).toMatchObject({ update: 1n, create: 0n });
  const { json: members } = await send('GET', '/artists/9007199254740993/members');
  expect(members.data).toMatchObject([{ from: '1972', roles: ['bass'] }]);
  expect((await send('GET', '/artists/9223372036854775807')).json.description).toBe('De "Bajo Belgrano", [1967]');
});

test('faults are reported by line, text that is not JSON is refused, and nothing is changed', async () => {
  const before = await exportedRecords();
  const bad = [
    '{"name": "a\\u0000"}',
    '{"name": "\\ud800"}',
    `${'['.repeat(2_000)}`.concat(']'.repeat(2_000)),
    '{"name": ""}',
    '7',
    '{"id": -1, "name": "x"}',
  ];
  const { id, outcome } = await plan(`[\n{"name": "Sumo"},\n${bad.join(',\n')}\n]`);
  expect(outcome.counts).toMatchObject({ create: 1n, error: 6n });
  const rows = (await (await fetch(`${rockola.url}/api/v1/imports/${id}/rows`, { headers: key })).text()).trim().split('\n');
  const lines = rows.map((row) => parseJson(row).value as Answer).filter(({ action }) => action === 'error');
  expect(lines.map(({ line }) => Number(line)).toSorted()).toEqual([3, 4, 5, 6, 7, 8]);
  for (const [file, reason] of [
    ['[{"name": "Sumo"}', 'not read as one JSON document'],
    [Bun.gzipSync('[{"name": "Sumo"}]'), 'is compressed'],
    [`{"name": "${'x'.repeat(3 << 20)}"}`, 'outside an array of records'],
  ] as const)
    expect(await plan(file)).toMatchObject({
      state: 'failed',
      outcome: { code: 'invalid-input', detail: expect.stringContaining(reason) },
    });
  expect(await exportedRecords()).toEqual(before);
});

test('the command reads a file by its name', async () => {
  const file = `${rockola.folder}/lista.json`;
  await Bun.write(file, '[{"id": 12, "name": "Virus"},\n {"id": 13, "name": "Sumo"}]');
  const { code, err, out } = await rockola.cli(['import', file]);
  expect([code, err.includes('line'), out]).toEqual([0, false, expect.stringContaining('It is read as one JSON document.')]);
  expect((await send('GET', '/artists/13')).json.name).toBe('Sumo');
  const mapped = await rockola.cli(['import', file, '--map', 'name=artist.name']);
  expect([mapped.code, mapped.err]).toEqual([1, expect.stringContaining('has the format json, which has no columns to map')]);
});

const wikidata = '?format=wikidata';

test('entities of Wikidata are matched by identifier, as are artists to which they only refer', async () => {
  const seru = await rockola.add('/artists', { name: 'Serú Girán de antes' });
  const before = await text('/export');
  // Serú Girán is matched by its Discogs number. La Máquina, to which the file only refers, is matched by its Wikidata item.
  await rockola.add(`/artists/${seru}/identifiers`, { scheme: 'discogs', value: '82730' });
  const other = await rockola.add('/artists', { name: 'La Máquina de Hacer Pájaros' });
  await rockola.add(`/artists/${other}/identifiers`, { scheme: 'wikidata', value: 'Q999' });
  const file = `[\n${entities.join(',\n')}\n]`;
  const { id, outcome } = await plan(file, wikidata);
  expect(outcome).toMatchObject({ match: 'identifier', reading: { format: 'wikidata' }, counts: { error: 0n, conflict: 0n } });
  await send('POST', `/imports/${id}/apply`);
  expect((await endOf(id)).outcome.counts).toMatchObject({ create: 18n, update: 0n, conflict: 0n, error: 0n });
  expect((await send('GET', `/artists/${seru}`)).json.name).toBe('Serú Girán de antes');
  const members = (await send('GET', `/artists/${seru}/members`)).json.data;
  expect(members).toMatchObject([
    { credited: 'Charly García', from: '1978', to: '1982', ended: true },
    { credited: 'Pedro Aznar', from: '1978', to: '1982', ended: true },
  ]);
  const charly = members[0].person;
  expect((await send('GET', `/artists/${other}/members`)).json.data).toMatchObject([{ person: charly, credited: 'Charly García' }]);
  const { json: albums } = await send('GET', `/artists/${seru}/albums`);
  expect(albums.data).toMatchObject([
    { name: 'La Grasa de las Capitales', year: 1979n },
    { name: 'No llores por mí, Argentina', year: 1982n },
  ]);
  // A second import changes nothing, and values that people added stay.
  await send('PATCH', `/artists/${seru}/members/${members[0].id}`, { roles: ['keyboards'] });
  const again = await plan(file, wikidata);
  expect(again.outcome.counts).toMatchObject({ create: 0n, update: 0n, unchanged: 20n, error: 0n });
  await send('POST', `/imports/${id}/undo`);
  expect((await endOf(id)).outcome.counts.undone > 15n).toBe(true);
  expect(before.includes('Charly')).toBe(false);
});

test('an album of an unknown performer is an error with its line, and a membership in an unknown band is left out', async () => {
  const aznar = entity(903, { es: 'Pedro Aznar' }, { P31: [item(5)], P463: [item(777)] });
  const album = entity(909, { es: 'Contemplación' }, { P31: [item(482994)], P175: [item(888)], P577: [date('1985')] });
  const { id, outcome } = await plan(`${aznar}\n${album}\n{"id":"Q1"}\n`, `${wikidata}&match=name`);
  expect(outcome.counts).toMatchObject({ create: 3n, error: 3n });
  const rows = (await (await fetch(`${rockola.url}/api/v1/imports/${id}/rows`, { headers: key })).text()).trim().split('\n');
  const bad = rows.map((row) => parseJson(row).value as Answer).filter(({ action }) => action === 'error');
  expect(bad.map(({ line, errors }) => [Number(line), ...errors.map(({ detail }: Answer) => detail)]).toSorted()).toEqual([
    // One error is of the album, the other of its details.
    [2, 'belongs to, or names, an artist that is not imported: wikidata Q888'],
    [2, 'belongs to, or names, an artist that is not imported: wikidata Q888'],
    [3, 'is no entity of Wikidata'],
  ]);
});

test('an artist to which the file only refers is found by its identifier, even with match=name or match=none', async () => {
  for (const [number, match] of [
    [888, 'name'],
    [889, 'none'],
  ] as const) {
    const performer = await rockola.add('/artists', { name: 'Otro nombre' });
    await rockola.add(`/artists/${performer}/identifiers`, { scheme: 'wikidata', value: `Q${number}` });
    const album = entity(909, { es: 'Contemplación' }, { P31: [item(482994)], P175: [item(number)], P577: [date('1985')] });
    expect(await apply(album, `${wikidata}&match=${match}`)).toMatchObject({ create: 2n });
    expect((await send('GET', `/artists/${performer}/albums`)).json.data).toMatchObject([{ name: 'Contemplación', year: 1985n }]);
  }
});
