import { afterAll, describe, expect, test } from 'bun:test';
import { repetitionsFor } from '../support/amount.ts';
import { damageByCheck } from '../support/damage.ts';
import { startRockola } from '../support/harness.ts';
import { randomFrom } from '../support/random.ts';
import { common, commonQueries, expectQuick, nonsense } from '../support/search/quick.ts';
import { seed } from '../support/seed.ts';

const random = randomFrom(seed);
const rockola = await startRockola();
afterAll(() => rockola.stop());

const call = (method: string, path: string, body?: object, key = rockola.adminKey) =>
  rockola.call(method, `/api/v1${path}`, { key, ...(body && { body }) });
const addArtist = async (body: object) => String((await call('POST', '/artists', body)).json.id);
const alias = (name: string, kind = 'nickname') => ({ name, kind, language: '' });
const addAlias = async (to: string, name: string, kind?: string) =>
  `/artists/${to}/aliases/${(await call('POST', `/artists/${to}/aliases`, alias(name, kind))).json.id}`;
const damage = () => damageByCheck(rockola);

/** The ids of the artists that each kind of search finds. */
async function foundBy(name: string): Promise<string[]> {
  const q = encodeURIComponent(name);
  const targets = [`search?q=${q}&kind=artist`, `artists?q=${q}`, `artists/suggestions?q=${q}`, `artists/duplicates?name=${q}`];
  const found = await Promise.all(targets.map(async (target) => (await call('GET', `/${target}`)).json.data));
  return found.map((rows) => rows.map(({ id, artist }: { id?: unknown; artist?: { id: unknown } }) => String(artist?.id ?? id)).join());
}
const fourTimes = (id: string) => [id, id, id, id];

describe('an alias', () => {
  test(`is found at once after each change, and no longer after its deletion (seed ${seed})`, async () => {
    const [id, first, second] = [await addArtist({ name: 'Tacuara' }), nonsense(random), nonsense(random)];
    const steps: [name: string, change: () => Promise<unknown>, first: boolean, second: boolean][] = [];
    let path = '';
    let since = '';
    const person = await rockola.person('Eve');
    steps.push(
      ['added', async () => (path = await addAlias(id, first)), true, false],
      ['renamed', () => call('PATCH', path, { name: second }), false, true],
      ['replaced', () => call('PUT', path, alias(first)), true, false],
      ['deleted', () => call('DELETE', path), false, false],
      ['restored', () => call('POST', `${path}/reversions`, { version: 2n }), false, true],
      ['deleted with its artist', () => call('DELETE', `/artists/${id}`), false, false],
      ['restored with its artist', () => call('POST', `/artists/${id}/reversions`, { version: 1n }), false, true],
      [
        'changed by another',
        async () => {
          since = new Date().toISOString();
          await call('PATCH', path, { name: first }, person.key);
        },
        true,
        false,
      ],
      ['undone', () => call('POST', `/user/accounts/${person.id}/reversions`, { since }), false, true],
    );
    for (const [name, change, hasFirst, hasSecond] of steps) {
      await change();
      const none = fourTimes('');
      expect([name, await foundBy(first)]).toEqual([name, hasFirst ? fourTimes(id) : none]);
      expect([name, await foundBy(second)]).toEqual([name, hasSecond ? fourTimes(id) : none]);
    }
    expect(await damage()).toEqual([]);
    expect((await rockola.cli(['index', '--rebuild'])).code).toBe(0);
    expect([await foundBy(second), await damage()]).toEqual([fourTimes(id), []]);
  });

  test('is the matching text of a result, unless it is a search hint', async () => {
    const id = await addArtist({ name: 'Ombú', band: 'Caldén' });
    await addAlias(id, 'El Querandinazo');
    await addAlias(id, 'Kerandinaso', 'search hint');
    const matched = async (q: string) => {
      const [found] = (await call('GET', `/search?q=${q}`)).json.data;
      const [suggested] = (await call('GET', `/artists/suggestions?q=${q}`)).json.data;
      expect([String(found.artist.id), String(suggested.id), suggested.matched]).toEqual([id, id, found.matched]);
      return found.matched;
    };
    expect(await matched('querandinazo')).toEqual([{ member: 'alias', text: 'El Querandinazo', ranges: [[3n, 15n]] }]);
    const byHint = await matched('kerandinaso');
    expect(byHint.map(({ text }: { text: string }) => text)).not.toContain('Kerandinaso');
  });

  test('matches together with the name and the albums of its artist', async () => {
    const id = await addArtist({ name: 'Lapacho Guarumba' });
    await addAlias(id, 'El Zorzalino');
    await call('POST', `/artists/${id}/albums`, { name: 'Timbosal', year: 1999 });
    const first = async (q: string) => (await call('GET', `/search?q=${encodeURIComponent(q)}`)).json.data[0];
    expect(String((await first('zorzalino guarumba')).artist.id)).toBe(id);
    expect((await first('zorzalino timbosal')).album).toMatchObject({ name: 'Timbosal' });
    expect((await call('GET', '/artists?q=zorsalino')).json.data.map(({ id }: { id: bigint }) => String(id))).toEqual([id]);
  });
});

const famous = [
  'Charly García',
  'Los Redondos',
  'Divididos',
  'los divididos',
  'Soda Stereo',
  'Virus',
  'sumo',
  'Fito Páez',
  'Riff',
  'Moris',
];

const aliasCount = repetitionsFor('ALIASES', { short: 400, long: 1_000 });

test('an artist with hundreds of aliases that are names of others ranks below the others, and searches stay quick', async () => {
  const id = await addArtist({ name: 'Aguaribay', description: famous.join(' ') });
  const names = Array.from({ length: aliasCount }, (_, i) => {
    const words = Array.from({ length: 60 }, () => common[random.below(common.length)]).join(' ');
    return i < 0.4 * aliasCount
      ? `${famous[i % famous.length]}${'!'.repeat(Math.floor(i / famous.length))}`
      : `${i} ${words}`.slice(0, 200);
  });
  const answers = [];
  // PostgreSQL makes changes of an artist one after the other, and refuses a change that waits too long.
  for (let from = 0; from < names.length; from += 10)
    answers.push(...(await Promise.all(names.slice(from, from + 10).map((name) => call('POST', `/artists/${id}/aliases`, alias(name))))));
  expect(answers.map(({ status }) => status)).toEqual(names.map(() => 201));
  for (let i = 0; i < 63; i++) await call('POST', `/artists/${id}/albums`, { name: `Disco ${i}`, year: 1990 });

  const nameOf = ({ artist, album, name }: { artist?: { name: string }; album?: { name: string }; name?: string }) =>
    album?.name ?? artist?.name ?? name;
  for (const [query, wanted] of [
    ['charly garcia', 'Charly García'],
    ['divididos', 'Divididos'],
    ['los divididos', 'Divididos'],
    ['SODA STEREO', 'Soda Stereo'],
    ['virus', 'Virus'],
    ['fitopaez', 'Fito Páez'],
    ['moris', 'Moris'],
  ] as const)
    for (const target of ['search?q=', 'artists?q=', 'artists/suggestions?q=', 'artists/duplicates?name=']) {
      const { json } = await call('GET', `/${target}${encodeURIComponent(query)}`);
      expect([query, target, nameOf(json.data[0])]).toEqual([query, target, wanted]);
    }

  for (const query of [...famous, ...commonQueries]) await expectQuick(rockola, query);
  expect(await damage()).toEqual([]);
});
