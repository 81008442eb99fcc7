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
const damage = () => damageByCheck(rockola);

async function addAlbum(name: string, artist = 'Tacuara'): Promise<{ artist: string; album: string; id: string }> {
  const artistPath = `/artists/${(await call('POST', '/artists', { name: artist })).json.id}`;
  const { id } = (await call('POST', `${artistPath}/albums`, { name, year: 1973 })).json;
  return { artist: artistPath, album: `${artistPath}/albums/${id}`, id: String(id) };
}
const addTrack = async (album: string, title: string, position = 1) =>
  `${album}/tracks/${(await call('POST', `${album}/tracks`, { position, title })).json.id}`;

type Found = { album: { id: unknown; name: string } | null; matched: { member: string; text: string; ranges: unknown }[] };
const search = async (q: string): Promise<Found[]> => (await call('GET', `/search?q=${encodeURIComponent(q)}`)).json.data;
const foundBy = async (q: string) => (await search(q)).map(({ album }) => String(album?.id)).join();

describe('a track', () => {
  test(`finds its album at once after each change, and no longer after its deletion (seed ${seed})`, async () => {
    const { artist, album, id } = await addAlbum('Ombú');
    const [first, second] = [nonsense(random), nonsense(random)];
    const person = await rockola.person('Eve');
    let path = '';
    let since = '';
    const steps: [name: string, change: () => Promise<unknown>, first: boolean, second: boolean][] = [
      ['added', async () => (path = await addTrack(album, `${first} pampa`)), true, false],
      ['renamed', () => call('PATCH', path, { title: second }), false, true],
      ['replaced', () => call('PUT', path, { position: 1, title: first, length: '', isrc: '', featuring: '' }), true, false],
      ['deleted', () => call('DELETE', path), false, false],
      ['restored', () => call('POST', `${path}/reversions`, { version: 2n }), false, true],
      ['deleted with its album', () => call('DELETE', album), false, false],
      ['restored with its album', () => call('POST', `${album}/reversions`, { version: 1n }), false, true],
      ['deleted with its artist', () => call('DELETE', artist), false, false],
      ['restored with its artist', () => call('POST', `${artist}/reversions`, { version: 1n }), false, true],
      ['changed by another', () => call('PATCH', path, { title: first }, person.key), true, false],
      ['undone', () => call('POST', `/user/accounts/${person.id}/reversions`, { since }), false, true],
    ];
    for (const [name, change, hasFirst, hasSecond] of steps) {
      if (name === 'changed by another') since = new Date().toISOString();
      await change();
      expect([name, await foundBy(first), await foundBy(second)]).toEqual([name, hasFirst ? id : '', hasSecond ? id : '']);
    }
    expect(await damage()).toEqual([]);
    expect((await rockola.cli(['index', '--rebuild'])).code).toBe(0);
    expect([await foundBy(second), await damage()]).toEqual([id, []]);
  });

  test('is the matching text for its title, a word, an unfinished or misspelt word, and together with artist or album', async () => {
    const { album, id } = await addAlbum('Lapacho', 'Guarumba Seis');
    await addTrack(album, 'Querandinazo del Chañar');
    for (const q of [
      'querandinazo del chañar',
      'chanar',
      'querandin',
      'kerandinaso',
      'guarumba chañar',
      'guarumba kerandinaso',
      'lapacho querandinazo',
    ]) {
      const [found] = await search(q);
      const matched = found?.matched.find(({ member }) => member === 'track');
      expect([q, String(found?.album?.id), matched?.text]).toEqual([q, id, 'Querandinazo del Chañar']);
    }
    expect((await search('chanar'))[0]?.matched).toEqual([{ member: 'track', text: 'Querandinazo del Chañar', ranges: [[17n, 23n]] }]);
  });

  test('ranks below artists and albums with the same name, even for a misspelt word', async () => {
    const { album } = await addAlbum('Aguaribay');
    for (const [i, title] of ['Zorzalina', 'Timbosal', 'Currumbé'].entries()) await addTrack(album, title, i + 1);
    await call('POST', '/artists', { name: 'Zorzalina' });
    const other = await addAlbum('Timbosal', 'Caldén');
    await call('POST', '/artists', { name: 'Kurrunbé' });
    expect((await search('zorzalina'))[0]?.album).toBeNull();
    expect(String((await search('timbosal'))[0]?.album?.id)).toBe(other.id);
    expect((await search('kurrunbe'))[0]?.album).toBeNull();
    expect((await search('currunbee'))[0]?.album).toBeNull();
  });
});

const trackCount = repetitionsFor('ALBUM_TRACKS', { short: 300, long: 999 });

test('searches stay quick with an album of hundreds of tracks with common words', async () => {
  const { album } = await addAlbum('Mil temas');
  const titles = Array.from(
    { length: trackCount },
    (_, i) => `${Array.from({ length: 30 }, () => common[random.below(common.length)]).join(' ')} ${i}`,
  );
  // PostgreSQL makes changes of an album one after the other, and refuses a change that waits too long.
  for (let from = 0; from < titles.length; from += 10)
    await Promise.all(titles.slice(from, from + 10).map((title, i) => addTrack(album, title.slice(0, 200), from + i + 1)));
  await call('POST', '/artists', { name: 'Charly García' });
  expect((await search('charly garcia'))[0]?.album).toBeNull();
  for (const query of commonQueries) await expectQuick(rockola, query);
});
