import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Rockola, startRockola } from '../support/harness.ts';
import { retryWhenBusy } from '../support/retryWhenBusy.ts';

let nodes: [Rockola, Rockola];
beforeAll(async () => {
  const first = await startRockola({ ROCKOLA_STARTER: 'off' });
  nodes = [first, await startRockola({ ROCKOLA_STARTER: 'off', DATABASE_URL: first.env.DATABASE_URL ?? '' })];
});
afterAll(async () => {
  await nodes[1].stop();
  await nodes[0].stop();
});

const post = (i: number, path: string, body: object) =>
  retryWhenBusy(() => (nodes[i % 2] as Rockola).call('POST', `/api/v1${path}`, { body, key: nodes[0].adminKey }));
const artist = async (name: string) => (await post(0, '/artists', { name })).json.id as bigint;
const rounds = 10;
const attempts = 8;

test('of parallel claims of an identifier on two nodes one succeeds, and the refusals name the record that has it', async () => {
  for (let round = 1; round <= rounds; round++) {
    const artists = await Promise.all(Array.from({ length: attempts }, (_, i) => artist(`Ronda ${round}, ${i}`)));
    const claim = { scheme: 'discogs', value: String(round) };
    const answers = await Promise.all(artists.map((id, i) => post(i, `/artists/${id}/identifiers`, claim)));
    const [won, ...others] = answers.toSorted((a, b) => a.status - b.status);
    expect([won?.status, ...new Set(others.map(({ status }) => status))]).toEqual([201, 409]);
    const holder = won?.headers.get('location') as string;
    for (const { json } of others)
      expect(json).toMatchObject({ type: expect.stringContaining('/identifier-taken'), detail: expect.stringContaining(holder) });
    expect(await nodes[0].sql(`select id from artist_identifier where value = '${round}'`)).toHaveLength(1);
  }
});

test('of parallel additions of one membership on two nodes one succeeds, and the refusals name the existing membership', async () => {
  for (let round = 1; round <= rounds; round++) {
    const [group, person] = [await artist(`Grupo ${round}`), await artist(`Persona ${round}`)];
    const membership = { credited: 'Ella', person, from: '1978' };
    const answers = await Promise.all(Array.from({ length: attempts }, (_, i) => post(i, `/artists/${group}/members`, membership)));
    const [won, ...others] = answers.toSorted((a, b) => a.status - b.status);
    expect([won?.status, ...new Set(others.map(({ status }) => status))]).toEqual([201, 409]);
    for (const { json } of others)
      expect(json.detail).toContain(`says the same as ${won?.headers.get('location')}, which is there already`);
    expect(await nodes[0].sql(`select id from membership where artist_id = ${group}`)).toHaveLength(1);
  }
});
