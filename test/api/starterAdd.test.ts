import { afterEach, expect, test } from 'bun:test';
import starter from '../../starter/artists.json' with { type: 'json' };
import { commandOf, type Rockola, startRockola } from '../support/harness.ts';

let rockola: Rockola;
afterEach(() => rockola.stop());

const artists = '/api/v1/artists';
const albumCount = starter.flatMap(({ albums }) => albums).length;
const idOf = (name: string) => 1001 + starter.findIndex((artist) => artist.name === name);
const send = (method: string, path: string, body?: unknown) => rockola.call(method, `${artists}${path}`, { body, key: rockola.adminKey });
const add = (...options: string[]) => rockola.cli(['starter', ...(options.length > 0 ? options : ['--add'])]);
const kept = async () => [
  await rockola.sql('select id, name, description, image, band, version from artist order by id'),
  await rockola.sql('select id, artist_id, name, year, version from album order by id'),
];
/** As in a store of the first generation: some artists and their albums never were there. */
async function forget(from: number, to: number): Promise<void> {
  await rockola.sql(`delete from album where artist_id between ${from} and ${to}`);
  await rockola.sql(`delete from artist where id between ${from} and ${to}`);
  await rockola.sql(`delete from revision where (kind = 'artist' and id between ${from} and ${to}) or artist_id between ${from} and ${to}`);
}
const last = (out: string) => out.trimEnd().split('\n').at(-1);

test('what is missing is added once; what people changed, deleted or made stays as it is', async () => {
  rockola = await startRockola({ ROCKOLA_STARTER: 'en' });
  const [sui, almendra, seru] = [idOf('Sui Generis'), idOf('Almendra'), idOf('Serú Girán')];
  await send('PATCH', `/${sui}`, { name: 'SG', description: 'mine' });
  await send('DELETE', `/${almendra}`);
  const albums = (await send('GET', `/${seru}/albums`)).json.data;
  await send('PATCH', `/${seru}/albums/${albums[0].id}`, { name: 'Another name' });
  await send('PATCH', `/${seru}/albums/${albums[1].id}`, { year: 2001 });
  await send('DELETE', `/${seru}/albums/${albums[2].id}`);
  const before = await kept();
  await forget(1020, 1029);
  const gone = starter.slice(19, 29);
  // Somebody made one of them by hand meanwhile.
  const [own, ...others] = gone as [(typeof gone)[number], ...typeof gone];
  await send('POST', '', { id: 5, name: `  ${own.name.toUpperCase()} `, description: 'by hand' });
  const there = await kept();

  const dry = await add('--dry-run');
  expect([dry.code, await kept()]).toEqual([0, there]);
  const albumsGone = gone.flatMap((artist) => artist.albums).length;
  expect(last(dry.out)).toBe(
    `9 artists and ${albumsGone} albums would be added; 300 artists of the starter catalogue were known, 3 differences left as they are.`,
  );

  const { code, out } = await add();
  expect([code, last(out)]).toEqual([
    0,
    `9 artists and ${albumsGone} albums were added; 300 artists of the starter catalogue were known, 3 differences left as they are.`,
  ]);
  expect(out).toContain(`artist ${almendra} "Almendra": left. It was deleted.`);
  expect(out).toContain(
    `album "${albums[1].name}" of artist ${seru} "Serú Girán": left. Its year is 2001 there, ${albums[1].year} in the starter catalogue.`,
  );
  expect(out).toContain(`album "${albums[2].name}" of artist ${seru} "Serú Girán": left. It was deleted.`);

  const [artistsNow = [], albumsNow = []] = await kept();
  const unaffected = (rows: Record<string, unknown>[], gone: (row: Record<string, unknown>) => boolean) => rows.filter((row) => !gone(row));
  const touched = (id: unknown) => Number(id) >= 1020 && Number(id) < 1030;
  expect(artistsNow.filter(({ id }) => Number(id) < 1310)).toEqual([...(there[0] ?? [])]);
  expect(albumsNow.filter(({ artist_id }) => Number(artist_id) < 1310 && Number(artist_id) !== 5)).toEqual(
    unaffected(before[1] ?? [], ({ artist_id }) => touched(artist_id)),
  );
  expect(artistsNow.filter(({ id }) => Number(id) >= 1310).map(({ name, description }) => [name, description])).toEqual(
    others.map(({ name, description_en }) => [name, description_en]),
  );
  const ofOwn = albumsNow.filter(({ artist_id }) => Number(artist_id) === 5).map(({ name }) => name);
  expect(ofOwn).toEqual(own.albums.map(({ name }) => name));

  const again = await add();
  expect(last(again.out)).toBe(
    '0 artists and 0 albums were added; 309 artists of the starter catalogue were known, 3 differences left as they are.',
  );
  expect(await kept()).toEqual([artistsNow, albumsNow]);
}, 60_000);

test('an empty store gets all, without its server too, and after a run that was cut short', async () => {
  rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
  await rockola.end();
  const all = `${starter.length} artists and ${albumCount} albums`;
  const [out] = [(await add('--dry-run')).out];
  expect(last(out)).toStartWith(`${all} would be added; 0 artists`);
  const cut = Bun.spawn(commandOf('starter', '--add'), { env: rockola.env, stdout: 'pipe', stderr: 'ignore' });
  for await (const _ of cut.stdout) break;
  cut.kill('SIGKILL');
  await cut.exited;
  await add();
  await rockola.restart();
  const { json } = await rockola.call('GET', `${artists}?sort=name&limit=1`);
  expect([json.meta.total, json.data[0].name]).toEqual([BigInt(starter.length), '2 Minutos']);
  expect(json.data[0].description).toStartWith('Grupo punk');
  expect((await rockola.sql('select count(*) as n from album')).map(({ n }) => Number(n))).toEqual([albumCount]);
  expect((await rockola.cli(['check'])).code).toBe(0);
}, 60_000);

test('two at once add nothing twice', async () => {
  rockola = await startRockola();
  await forget(1020, 1099);
  const both = await Promise.all([add(), add()]);
  expect(both.some(({ code }) => code === 0)).toBe(true);
  for (const { code, err } of both) if (code !== 0) expect(err).toContain('is being added by another command');
  await add();
  expect((await rockola.sql('select count(*) as n from artist')).map(({ n }) => Number(n))).toEqual([starter.length]);
  const { code, err } = await rockola.cli(['starter']);
  expect([code, err]).toEqual([1, expect.stringContaining('Use --add')]);
}, 60_000);
