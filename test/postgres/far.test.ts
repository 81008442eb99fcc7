import { afterAll, expect, test } from 'bun:test';
import { apiRoutes } from '../../src/api/routes.ts';
import { scopes } from '../../src/model/actor.ts';
import { factKinds } from '../../src/model/record.ts';
import { formPaths, sitePaths } from '../../src/web/paths.ts';
import { repetitionsFor } from '../support/amount.ts';
import { makeDatabase } from '../support/databases.ts';
import { each, times } from '../support/each.ts';
import { addFact } from '../support/facts.ts';
import { cookieOf, formSender } from '../support/forms.ts';
import { type Answer, type CallOptions, startRockola } from '../support/harness.ts';
import { addImport } from '../support/jobs.ts';
import { silentMailServer } from '../support/links.ts';
import { requestsTo } from '../support/requests.ts';
import { retryWhenBusy } from '../support/retryWhenBusy.ts';
import { openSlowLink } from '../support/slowLink.ts';

/** Delay in each direction, in ms. A round trip of 5 ms is one within a cloud region, and longer than one between its zones. */
const delay = 2.5;
/**
 * The limit of round trips: a quarter of a second at 5 ms each. A request that treated `many` records one by one would exceed it.
 */
const maxTrips = 50;
/** No request takes longer on a busy machine, in ms. */
const maxMs = 60_000;
const many = repetitionsFor('FAR_RECORDS', { short: 100, long: 300 });

// The artists `withAlbums` and `deleted` have many albums, and `withVersions` has many versions.

const text = (n: number) => `${n} ${'largo '.repeat(150)}`;
const send = async (method: string, path: string, body?: object, by: CallOptions = { key }): Promise<Answer> => {
  const answer = await retryWhenBusy(() => rockola.call(method, path, { ...by, body }));
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
  return answer;
};
const add = async (name: string, description = '') =>
  (await send('POST', '/api/v1/artists', { name, description })).headers.get('location') as string;
const addAlbums = (artist: string) =>
  each(times(many), (n) =>
    send('POST', `${artist}/albums`, { name: `Disco ${n}`, year: 1970, image: `https://example.org/${'x'.repeat(600)}${n}` }),
  );

const database = await makeDatabase('', 'postgres');
const link = await openSlowLink(database.settings.DATABASE_URL as string, 0);
const rockola = await startRockola(
  { ...database.settings, ...silentMailServer, DATABASE_URL: link.url, ROCKOLA_STARTER: 'off' },
  { variant: { altered: ['patientWatch'] } },
);
const owner = await rockola.person('Owner');
const vandal = await rockola.person('Eve');
await send('PATCH', `/api/v1/user/accounts/${owner.id}`, { role: 'admin' }, { key: rockola.adminKey });
const key = (await send('POST', '/api/v1/user/keys', { name: 'far', scopes }, { token: owner.token })).json.key;
const editor = await rockola.person('Ed');
await send('PATCH', `/api/v1/user/accounts/${editor.id}`, { role: 'admin' }, { key: rockola.adminKey });
const cookie = cookieOf(await formSender(rockola)('/sign-in', { email: editor.email, password: editor.password }));
const withAlbums = await add('Almendra', text(0));
const deleted = await add('Aquelarre', text(0));
const withVersions = await add('Virus', text(0));
for (const artist of [withAlbums, deleted]) {
  const albums = (await addAlbums(artist)).map(({ headers }) => headers.get('location') as string);
  // After this the newest version of an album leaves out its long text, which an older version has.
  await each(albums, (album, n) => send('PATCH', album, { year: 1971 + (n % 30) }));
}
await send('DELETE', deleted);
for (const n of times(many)) await send('PATCH', withVersions, n % 10 === 0 ? { description: text(n) } : { band: `Banda ${n}` });
const artists = await each(times(many), (n) => add(`Artista ${n}`, text(n)));
await each(artists, (path) => send('PATCH', path, { name: 'X' }, { key: vandal.key }));
afterAll(async () => {
  await rockola.stop();
  link.close();
  await database?.drop();
});

/** Measures a request. The database is slow only while it runs. */
async function measure(name: string, request: () => Promise<{ status: number }>) {
  link.setWait(delay);
  const trips = link.countTrips();
  const start = performance.now();
  const { status } = await request();
  const found = { name, status, trips: trips(), ms: performance.now() - start };
  link.setWait(0);
  return found;
}

function expectFast(found: Awaited<ReturnType<typeof measure>>[], limit = maxTrips): void {
  expect(found.filter(({ status, trips, ms }) => status >= 400 || trips > limit || ms > maxMs)).toEqual([]);
}

/** The most costly requests to a route. The test also sends a request with a fresh record to each route. */
const worst: Record<string, () => [path: string, body?: object][]> = {
  listArtists: () =>
    ['limit=100', 'limit=100&offset=200', 'limit=100&sort=name', 'limit=100&has=image'].map((query) => [`/api/v1/artists?${query}`]),
  search: () => ['artista', 'disco', 'almendra disco', 'zzz'].map((q) => [`/api/v1/search?q=${q}&limit=100`]),
  listChanges: () => ['limit=100', 'limit=100&order=asc', `limit=100&user=${vandal.id}`].map((query) => [`/api/v1/changes?${query}`]),
  listArtistRevisions: () => [[`${withVersions}/revisions?limit=100`]],
  listAlbums: () => [[`${withAlbums}/albums?limit=100`], [`${withAlbums}/albums?limit=100&offset=200`]],
  listAccounts: () => [['/api/v1/user/accounts?limit=100']],
  revertArtist: () => [[`${deleted}/reversions`, { version: 1 }]],
  deleteArtist: () => [[deleted]],
};

test('every operation of the API takes few round trips, also with many records', async () => {
  const requests = requestsTo(rockola, owner, key);
  const found: Awaited<ReturnType<typeof measure>>[] = [];
  for (const { operation, method, path } of apiRoutes(8).toSorted((a, b) => order(a.operation) - order(b.operation))) {
    const usual: [string, (object | undefined)?] = [await requests.targetOf(operation, path), await requests.bodyOf(operation)];
    for (const [target, body] of [usual, ...(worst[operation]?.() ?? [])])
      found.push(
        await measure(`${operation} ${target.slice(0, 80)}`, () =>
          rockola.call(method.toUpperCase(), target, { key, body, headers: requests.headersOf(operation) }),
        ),
      );
  }
  expectFast(found);
});

/** Operations that end the account or its logins come last. */
const order = (operation: string) =>
  ['revertArtist', 'deleteArtist', 'endSessions', 'changePassword', 'deleteOwnAccount'].indexOf(operation);

test('every page takes few round trips, also with many records on it', async () => {
  const id = (path: string) => path.split('/').at(-1) as string;
  const album = id((await rockola.call('GET', `${withAlbums}/albums?limit=1`)).json.data[0].id.toString());
  const change = (await rockola.call('GET', '/api/v1/changes?limit=1')).json.data[0].seq;
  const ids: Record<string, unknown> = {
    album,
    change,
    account: vandal.id,
    section: 'artists',
    import: await addImport(rockola, editor.id),
  };
  for (const kind of factKinds)
    ids[kind] = await addFact((method, path, body) => send(method, path, body as object, { key: rockola.adminKey }), kind, {
      artistId: id(withAlbums),
      albumId: album,
    });
  const fillIn = (artist: string) => (path: string) =>
    path.replace(/:(\w+)/g, (_, name: string) => String(name === 'artist' ? id(artist) : ids[name]));
  const paths = Object.values({ ...sitePaths, ...formPaths }).map((path) =>
    /\/(undo|redact)$/.test(path) ? `${path}?version=1&how=back` : path,
  );
  const fromTables = [...paths.map(fillIn(withAlbums)), fillIn(withVersions)(sitePaths.historyOfArtist)];
  const more = ['/?lang=es', '/search?q=disco', '/artists?page=3', `/changes?user=${vandal.id}`];
  const headers = { Cookie: cookie, Accept: 'text/html' };
  const get = (path: string) => measure(path, () => fetch(rockola.url + path, { headers, redirect: 'manual' }));
  const found = [];
  for (const path of [...fromTables, ...more]) found.push(await get(path));
  expectFast(found);
});

test('an undo of some hundred records takes few round trips, by API and page', async () => {
  const since = '2020-01-01T00:00:00Z';
  const path = `/api/v1/user/accounts/${vandal.id}/reversions`;
  const form = { since: since.slice(0, -1) };
  const page = () => formSender(rockola)(`/accounts/${vandal.id}/undo`, form, { cookie });
  expectFast([
    await measure('dry run', () => rockola.send('POST', path, { since, dry_run: true })),
    await measure('dry run on the page', page),
  ]);
  // 20 round trips for each transaction of 50 records, and 20 to find them. One by one, each record would take a transaction.
  const run = await measure('run', () => rockola.send('POST', path, { since }));
  expectFast([run], (many / 50) * 20 + 20);
});
