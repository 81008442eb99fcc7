import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type FactKind, kindRows, kinds, parentOf } from '../../src/model/record.ts';
import { type FormPage, formPaths, ofKinds, type RowKind, rowKinds, type SitePage, sitePaths } from '../../src/web/paths.ts';
import { each, times } from '../support/each.ts';
import { addFact } from '../support/facts.ts';
import { cookieOf, formSender } from '../support/forms.ts';
import { startRockola } from '../support/harness.ts';
import { addJob } from '../support/jobs.ts';
import { addAccounts } from '../support/many.ts';

/** Every page with a list has the same rows as the API: with no row, one row, one page or several, and with every filter. */
const rockola = await startRockola({ ROCKOLA_STARTER: 'off', ROCKOLA_PICTURES: 'click' });
const ana = await rockola.person();
await rockola.sql(`update "user" set role = 'admin' where id = ${ana.id}`);
const cookie = cookieOf(await formSender(rockola)(formPaths.signIn, { email: ana.email, password: ana.password }));
/** The login of the browser. */
const login = BigInt((await rockola.sql('select max(id) as id from session'))[0]?.id as number);
const picture = 'https://example.org/uno.jpg';
const post = async (path: string, body: object) => (await rockola.call('POST', `/api/v1${path}`, { key: ana.key, body })).json.id as bigint;
const send = (method: string, path: string, body: unknown) => rockola.call(method, path, { key: ana.key, body });
const artist = await post('/artists', { name: 'Una', image: picture });
const album = await post(`/artists/${artist}/albums`, { name: 'Uno', year: 1900, image: picture });
const member = await post(`/artists/${artist}/members`, { credited: 'Una' });
afterAll(() => rockola.stop());

type Found = Record<string, unknown> & { id: bigint };
type List = {
  path: () => string;
  /** Finds a row in the page; its groups identify the row. */
  row: RegExp;
  /** The same list of the API. */
  api: () => string;
  /** The identity of a row of the API. */
  name?: (found: Found) => string;
  /** The filters of the page, by query, and the rows of the API that each of them leaves. "?" stands for no filter. */
  queries?: Record<string, (found: Found) => boolean>;
  /** The page shows at most this many rows. */
  maxRows?: number;
  /** The page shows several rows as one, which has the number of the last of them. */
  merged?: (found: Found[]) => Found[];
  /** The order of the page, if it is not that of the API. */
  order?: (a: Found, b: Found) => number;
};

const all = () => true;
const usedAt = ({ last_used_at, created_at }: Found) => Date.parse(String(last_used_at ?? created_at));
/** The login of the browser first, then the most recently used. */
const byUse = (a: Found, b: Found) => Number(b.id === login) - Number(a.id === login) || usedAt(b) - usedAt(a);
const ofKind = (wanted: string) => (found: Found) => found.kind === wanted;
/** Changes of one write are shown as one row. So are successive changes with the same account, artist and action. */
function edits(found: Found[]): Found[] {
  const artistOf = ({ artist_id, id }: Found) => artist_id ?? id;
  const isOne = (later: Found, earlier: Found) =>
    later.changeset === earlier.changeset ||
    (later.user === earlier.user && (later.user === null || (artistOf(later) === artistOf(earlier) && later.action === earlier.action)));
  return found.filter((change, i) => {
    const next = found[i + 1];
    return next === undefined || !isOne(change, next);
  });
}
const changes: Pick<List, 'row' | 'name' | 'queries' | 'merged'> = {
  row: /<li id="c(\d+)"/g,
  name: ({ seq }) => String(seq),
  merged: edits,
  queries: { '?kind=album': ofKind('album'), '?kind=artist': ofKind('artist'), '?kind=membership': ofKind('membership') },
};
const versions = { row: /<li id="v(\d+)"/g, name: ({ version }: Found) => String(version) };

/** The kinds of fact with several records under one artist or album. */
const rowFacts = rowKinds.filter((kind): kind is Exclude<RowKind, 'album'> => kind !== 'album');

function rowsOf(kind: FactKind): List {
  const { segment } = kindRows[kind];
  const path = () => `/artists/${artist}${parentOf(kind) === 'album' ? `/albums/${album}` : ''}/${segment}`;
  return { path, row: new RegExp(`href="[^"]*/${segment}/(\\d+)/edit"`, 'g'), api: path };
}

/** The forms that add facts also list the existing ones. */
type WithFacts = Exclude<Extract<FormPage, `add${string}`>, 'addArtist' | 'addAlbum'>;
type Lists = Record<SitePage, List | undefined> & Record<WithFacts, List> & Partial<Record<FormPage, List>>;

/** Undefined for a page whose rows are not compared. */
const lists: Lists = {
  front: undefined,
  random: undefined,
  statistics: undefined,
  dumps: undefined,
  docs: undefined,
  docsSection: undefined,
  manifest: undefined,
  openSearch: undefined,
  search: {
    path: () => '/search?q=fila',
    row: /<h2 class="found"><a href="[^"]*?(\d+)[^/"]*"/g,
    api: () => '/search?q=fila',
    name: ({ artist, album }) => String(((album ?? artist) as Found).id),
    queries: { '&kind=album': ofKind('album'), '&kind=artist': ofKind('artist') },
  },
  artists: {
    path: () => sitePaths.artists,
    row: /<p class="name[^"]*"><a href="\/artists\/(\d+)/g,
    api: () => '/artists?sort=name',
    queries: {
      '?band=filas': ({ band }) => band === 'Filas',
      '?letter=f': ({ name }) => String(name).startsWith('F'),
      '?decade=1900': ({ id }) => id === artist,
      '?decade=1900&letter=u': ({ id }) => id === artist,
      '?decade=1900&letter=f': () => false,
    },
  },
  albums: {
    path: () => sitePaths.albums,
    row: /<a class="front[^"]*" href="[^"]*\/albums\/(\d+)/g,
    api: () => '/albums?sort=year',
    queries: {
      '?decade=1900': ({ year }) => Number(year) < 1910,
      '?year=1900&letter=u': ({ id }) => id === album,
      '?letter=f': ({ name }) => String(name).startsWith('F'),
    },
    order: (a, b) => Number(a.year) - Number(b.year),
  },
  bands: {
    path: () => sitePaths.bands,
    row: /<li><a href="\/artists\/(\d+)[^"]*"><bdi>/g,
    api: () => '/artists?type=group&sort=name',
  },
  artistAtom: undefined,
  artist: {
    path: () => `/artists/${artist}-una`,
    row: /<a class="front[^"]*" href="[^"]*\/albums\/(\d+)/g,
    api: () => `/artists/${artist}/albums`,
  },
  album: {
    path: () => `/artists/${artist}-una/albums/${album}-uno`,
    row: /<a class="front[^"]*" href="[^"]*\/albums\/(\d+)/g,
    api: () => `/artists/${artist}/albums`,
    queries: { '?': ({ id }) => id !== album },
  },
  family: undefined,
  ...ofKinds('historyOf', kinds, () => undefined),
  historyOfArtist: { path: () => `/artists/${artist}/history`, api: () => `/artists/${artist}/revisions`, ...versions },
  historyOfAlbum: {
    path: () => `/artists/${artist}/albums/${album}/history`,
    api: () => `/artists/${artist}/albums/${album}/revisions`,
    ...versions,
  },
  historyOfMembership: {
    path: () => `/artists/${artist}/members/${member}/history`,
    api: () => `/artists/${artist}/members/${member}/revisions`,
    ...versions,
  },
  ...ofKinds('add', rowFacts, rowsOf),
  changes: { path: () => sitePaths.changes, api: () => '/changes?order=desc', ...changes },
  accountChanges: { path: () => `/accounts/${ana.id}/changes`, api: () => `/changes?order=desc&user=${ana.id}`, ...changes },
  atom: {
    path: () => sitePaths.atom,
    row: /<id>[^<]*#c(\d+)<\/id>/g,
    api: () => '/changes?order=desc',
    name: ({ seq }) => String(seq),
    merged: edits,
    maxRows: 30,
  },
  sitemap: undefined,
  robots: undefined,
  accountKeys: { path: () => formPaths.accountKeys, row: /name="revoke" value="(\d+)"/g, api: () => '/user/keys' },
  accountWebhooks: { path: () => formPaths.accountWebhooks, row: /name="delete" value="(\d+)"/g, api: () => '/user/webhooks' },
  accountSessions: { path: () => formPaths.accountSessions, row: /name="end" value="(\d+)"/g, api: () => '/user/sessions', order: byUse },
  adminJobs: { path: () => formPaths.adminJobs, row: /name="cancel" value="(\d+)"/g, api: () => '/jobs' },
  adminAccounts: {
    path: () => formPaths.adminAccounts,
    row: /<a href="\/admin\/accounts\/(\d+)"/g,
    api: () => '/user/accounts',
    queries: { '?search=nAME 1': ({ name }) => String(name).startsWith('Name 1'), '?search=nobody': () => false },
  },
};

const ask = async (path: string) => {
  const answer = await fetch(rockola.url + path, { headers: { Accept: 'text/html', Cookie: cookie }, redirect: 'manual' });
  return { status: answer.status, policy: answer.headers.get('content-security-policy') ?? '', text: await answer.text() };
};

/** The rows of a page and of the pages that follow it. */
async function rowsFrom(path: string, row: RegExp): Promise<string[]> {
  const rows: string[] = [];
  const asked = new Set<string>();
  for (let next: string | undefined = path; next !== undefined; ) {
    const { status, text } = await ask(next);
    const pageRows = [...text.matchAll(row)].map(([, ...names]) => names.join(' '));
    // A link to a next page leads to further rows.
    expect([next, status, asked.has(next), pageRows.length > 0 || next === path]).toEqual([next, 200, false, true]);
    rows.push(...pageRows);
    asked.add(next);
    const link = /<a [^>]*href="(\?[^"]*)" rel="next"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    next = link && `${path.split('?')[0]}${link}`;
  }
  return rows;
}

async function foundBy(path: string): Promise<Found[]> {
  const found: Found[] = [];
  for (let next: string | null = `/api/v1${path}${path.includes('?') ? '&' : '?'}limit=100`; next !== null; ) {
    const page: { data: Found[]; meta: { next: string | null } } = (await rockola.call('GET', next, { token: ana.token })).json;
    found.push(...page.data);
    next = page.meta.next;
  }
  return found;
}

/** Makes all lists longer: to `to` rows of each sort, but keys and logins only to 100, the limit of an account. */
async function grow(from: number, to: number): Promise<void> {
  const added = times(to - from).map((i) => from + i);
  await each(added, (i) => post('/artists', { name: `Fila ${i}`, band: 'Filas' }));
  await each(added, (i) => post('/artists', { name: `Ene ${i}` }));
  await rockola.sql(`insert into membership (id, artist_id, credited, roles, note, version, changed_at)
    select id + 1000000, id, 'Ana', '[]', '', 1, 1 from artist where name like 'Ene %' and id not in (select artist_id from membership)`);
  // The page of an artist orders albums by year, the API by id.
  for (const i of added) await post(`/artists/${artist}/albums`, { name: `Fila ${i}`, year: 1910 + i });
  for (const i of added) {
    for (const kind of rowFacts) await addFact(send, kind, { artistId: artist, albumId: album });
    await rockola.call('PATCH', `/api/v1/artists/${artist}/members/${member}`, { key: ana.key, body: { note: `${i}` } });
    await rockola.call('PATCH', `/api/v1/artists/${artist}`, { key: ana.key, body: { description: `${i}` } });
    await rockola.call('PATCH', `/api/v1/artists/${artist}/albums/${album}`, { key: ana.key, body: { image: `${picture}?${i}` } });
  }
  for (const _ of added) await addJob(rockola, ana.id);
  for (const i of added.filter((i) => i < 97)) {
    await rockola.sql(`insert into api_key (user_id, name, hash, scopes, created_at) values (${ana.id}, 'k', 'key ${i}', 'account', 1)`);
    await rockola.sql(
      `insert into session (user_id, token_hash, created_at, expires_at, device) values (${ana.id}, 'login ${i}', ${((i * 37) % 97) * 60_000}, ${Date.now() + 3_600_000}, '')`,
    );
  }
  await rockola.sql(`delete from "user" where id > 1000000`);
  if (to > 0) await addAccounts(rockola, to);
}

describe.each([
  [0, 0],
  [0, 1],
  [1, 11],
  [11, 101],
])('with first %d, now %d rows of each kind:', (from, to) => {
  beforeAll(() => grow(from, to));

  test.each(Object.entries(lists).flatMap(([name, list]) => (list ? [[name, list] as const] : [])))(
    '%s shows all rows',
    async (_, { path, row, api, name = ({ id }) => String(id), queries = {}, maxRows = Infinity, order, merged = (rows) => rows }) => {
      const found = await foundBy(api());
      for (const [query, fits] of Object.entries({ ...(queries['?'] === undefined && { '': all }), ...queries })) {
        const fitting = merged(found.filter(fits));
        const wanted = (order ? fitting.toSorted(order) : fitting).map(name).slice(0, maxRows);
        const shown = await rowsFrom(path() + query, row);
        expect([query, ...shown]).toEqual([query, ...wanted]);
      }
    },
  );
});

const pages = Object.entries({ ...sitePaths, ...formPaths })
  .filter(([name, path]) => !path.includes(':') || name in lists)
  .map(([name, path]) => [name, lists[name as SitePage]?.path ?? (() => path)] as const);
/** Pages without a language, or without a link to the other one. */
const files = ['sitemap', 'robots', 'manifest', 'openSearch'];
const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`;

describe.each(pages.filter(([name]) => ![...files, 'random', 'atom', 'signIn', 'signUp'].includes(name)))('%s', (name, path) => {
  test('is in the language that its address asks for, and links to the other', async () => {
    for (const [language, other] of [
      ['es', 'en'],
      ['en', 'es'],
    ] as const) {
      const { text } = await ask(withQuery(path(), `lang=${language}`));
      expect(/<html lang="(\w+)"/.exec(text)?.[1]).toBe(language);
      expect(text).toMatch(new RegExp(`<a href="[^"]*[?;&]lang=${other}" lang="${other}" hreflang="${other}"`));
    }
  });

  test('shows pictures of other hosts only with records, and only if its address asks for them', async () => {
    const [without, asked] = [await ask(path()), await ask(withQuery(path(), 'pictures=on'))];
    const hasPictures = ['artist', 'album', 'albums'].includes(name);
    for (const [{ text, policy }, shows] of [
      [without, false],
      [asked, hasPictures],
    ] as const)
      expect([text.includes('class="picture"'), policy.includes("img-src 'self' https:")]).toEqual([shows, shows]);
    expect(without.text.includes('href="?pictures=on"')).toBe(hasPictures);
    expect(asked.text.includes('href="?pictures=on"')).toBe(false);
  });
});

/** Requests a page as a browser without a session does, and does not decompress the body. */
const visit = (path: string, method: string) =>
  fetch(rockola.url + path, { method, redirect: 'manual', decompress: false, headers: { Accept: 'text/html', 'Accept-Encoding': 'gzip' } });

test.each(pages)(
  '%s has the same headers for HEAD as for GET, and a Vary that names the request headers it depends on',
  async (name, path) => {
    const [got, head] = [await visit(path(), 'GET'), await visit(path(), 'HEAD')];
    const body = (await got.arrayBuffer()).byteLength;
    const fields = ({ headers }: Response) =>
      Object.fromEntries(
        [...headers].filter(([field]) => !['x-request-id', 'date', 'content-length', name === 'random' ? 'location' : ''].includes(field)),
      );
    expect([head.status, fields(head)]).toEqual([got.status, fields(got)]);
    if (body > 0) expect(head.headers.get('content-length')).toBe(String(body));
    if (name in sitePaths && !['sitemap', 'robots', 'random'].includes(name))
      for (const field of ['Accept-Language', 'Cookie', 'Accept-Encoding']) expect(got.headers.get('vary')?.split(', ')).toContain(field);
  },
);
