import { afterAll, expect, test } from 'bun:test';
import { parseJson } from '../../src/model/json.ts';
import { until } from '../faults/until.ts';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
const { send } = rockola;
afterAll(() => rockola.stop(), 60_000);
const key = { 'X-API-Key': rockola.adminKey };

// biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
type Answer = any;

async function ended(id: bigint): Promise<Answer> {
  let job: Answer;
  await until(async () => {
    ({ json: job } = await send('GET', `/jobs/${id}`));
    return job.ended_at !== null;
  }, `job ${id} does not end`);
  return job;
}

async function planned(body: string | Uint8Array, query = ''): Promise<Answer> {
  const headers = { ...key, 'Content-Type': 'application/json' };
  const response = await fetch(`${rockola.url}/api/v1/imports${query}`, { method: 'POST', headers, body });
  expect(response.status).toBe(202);
  return ended((parseJson(await response.text()).value as Answer).id);
}

async function applied(body: string, query = ''): Promise<Answer> {
  const { id, state, outcome } = await planned(body, query);
  expect([state, outcome.counts]).toMatchObject(['done', { error: 0n, conflict: 0n }]);
  await send('POST', `/imports/${id}/apply`);
  return (await ended(id)).outcome.counts;
}

const text = async (path: string) => (await fetch(`${rockola.url}/api/v1${path}`)).text();

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
  expect(await applied(artists)).toMatchObject({ create: 2n });
  expect(await applied(parts)).toMatchObject({ create: 6n });
  expect((await send('GET', '/artists/9007199254740993/albums/9')).json).toMatchObject({ name: 'Artaud', year: 1973n });
  const included = '?include=details,members,bands,aliases,identifiers,albums,credits,sources';
  const before = await text('/export');
  for (const path of ['/artists', '/albums', '/artists/6', `/artists/9007199254740993${included}`, `/artists/6${included}`]) {
    const { outcome } = await planned(await text(path));
    expect([path, outcome]).toMatchObject([
      path,
      { match: 'id', reading: { format: 'json' }, counts: { create: 0n, update: 0n, error: 0n } },
    ]);
    expect(outcome.counts.unchanged > 0n).toBe(true);
  }
  const lines = before.trimEnd().split('\n');
  const { outcome } = await planned(`[${lines.reverse().join(',')}]`);
  expect(outcome.counts).toEqual({ create: 0n, update: 0n, unchanged: 8n, conflict: 0n, error: 0n });
}, 120_000);

test('an absent member keeps its value, and an artist is found by name', async () => {
  const { outcome } = await planned('[{"name": "ALMENDRA", "image": "https://example.org/a.jpg"}]', '?match=name');
  expect(outcome).toMatchObject({ match: 'name', counts: { update: 1n, create: 0n } });
  expect(await applied('{"id": 9223372036854775807, "name": "Almendra", "image": "https://example.org/a.jpg"}')).toMatchObject({
    update: 1n,
  });
  const member = '{"id": 1, "person": 6, "credited": "David Lebón", "from": "1972"}';
  const pescado = '{"id": 9007199254740993, "name": "Pescado Rabioso"}';
  expect(await applied(`{"artist": ${pescado}, "members": {"data": [${member}]}}`)).toMatchObject({ update: 1n, create: 0n });
  const { json: members } = await send('GET', '/artists/9007199254740993/members');
  expect(members.data).toMatchObject([{ from: '1972', roles: ['bass'] }]);
  expect((await send('GET', '/artists/9223372036854775807')).json.description).toBe('De "Bajo Belgrano", [1967]');
}, 60_000);

test('faults are told by line, what is no JSON is refused, and nothing is changed', async () => {
  const before = await text('/export');
  const bad = [
    '{"name": "a\\u0000"}',
    '{"name": "\\ud800"}',
    `${'['.repeat(2_000)}`.concat(']'.repeat(2_000)),
    '{"name": ""}',
    '7',
    '{"id": -1, "name": "x"}',
  ];
  const { id, outcome } = await planned(`[\n{"name": "Sumo"},\n${bad.join(',\n')}\n]`);
  expect(outcome.counts).toMatchObject({ create: 1n, error: 6n });
  const rows = (await (await fetch(`${rockola.url}/api/v1/imports/${id}/rows`, { headers: key })).text()).trim().split('\n');
  const lines = rows.map((row) => parseJson(row).value as Answer).filter(({ action }) => action === 'error');
  expect(lines.map(({ line }) => Number(line)).toSorted()).toEqual([3, 4, 5, 6, 7, 8]);
  for (const [file, why] of [
    ['[{"name": "Sumo"}', 'not read as one JSON document'],
    [Bun.gzipSync('[{"name": "Sumo"}]'), 'not read as one JSON document'],
    [`{"name": "${'x'.repeat(3 << 20)}"}`, 'outside an array of records'],
  ] as const)
    expect(await planned(file)).toMatchObject({
      state: 'failed',
      outcome: { code: 'invalid-input', detail: expect.stringContaining(why) },
    });
  expect(await text('/export')).toBe(before);
}, 120_000);

test('the command reads a file by its name', async () => {
  const file = `${rockola.folder}/lista.json`;
  await Bun.write(file, '[{"id": 12, "name": "Virus"},\n {"id": 13, "name": "Sumo"}]');
  const { code, err, out } = await rockola.cli(['import', file]);
  expect([code, err.includes('line'), out]).toEqual([0, false, expect.stringContaining('It is read as one JSON document.')]);
  expect((await send('GET', '/artists/13')).json.name).toBe('Sumo');
}, 60_000);
