import { afterAll, describe, expect, test } from 'bun:test';
import { z } from 'zod';
import { apiRoutes } from '../../src/api/routes.ts';
import { type FactKind, factKinds, isSingle, kindRows, parentOf } from '../../src/model/record.ts';
import { allNumbered } from '../support/allNumbered.ts';
import { examples } from '../support/facts.ts';
import { startRockola } from '../support/harness.ts';
import { addJob } from '../support/jobs.ts';
import { addAccounts } from '../support/many.ts';

const artist = '/api/v1/artists/60';
const album = `${artist}/albums/400`;

type Row = Record<string, unknown> & { id: bigint };
/** A list of the API. `name` identifies a row. `order`: the sort key of a row; without it the order is not tested. */
type List = {
  path: string;
  by?: 'ana' | 'admin';
  name?: (row: Row) => unknown;
  order?: (row: Row) => bigint | string;
  descending?: true;
  takesAfter?: false;
};
const id = (row: Row) => row.id;
const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
const ana = await rockola.person();
const post = async (path: string, body: object) => {
  const { status, text } = await rockola.call('POST', path, {
    body,
    key: ana.key,
    headers: path.includes('user') ? {} : { 'If-None-Match': '*' },
  });
  if (status !== 201 && status !== 200) throw new Error(`${path}: ${text}`);
};
// The artists are added in no order of id, name or band.
for (const [id, name, band] of [
  [40, 'Manal', 'Manal'],
  [10, 'Zas', 'almendra'],
  [50, 'Abuelos', 'Virus'],
  [20, 'Ñandú', 'Sumo'],
  [60, 'manal', 'Ángel'],
  [30, 'Él', 'Zas'],
  [70, 'Manal', 'Manal'],
] as const)
  await post('/api/v1/artists', { id, name, band });
for (const id of [400, 100, 500, 200, 600, 300]) await post(`${artist}/albums`, { id, name: `Manal ${1000 - id}`, year: 1970 });

const listOf = (kind: FactKind) => `${parentOf(kind) === 'artist' ? artist : album}/${kindRows[kind].segment}`;
const recordOf = (kind: FactKind) => (isSingle(kind) ? listOf(kind) : `${listOf(kind)}/400`);

for (const kind of factKinds) {
  const { whole, change } = examples[kind];
  const person = kind === 'membership' && { person: 40 };
  if (isSingle(kind)) await rockola.call('PUT', listOf(kind), { body: whole(), key: ana.key });
  // With more, a page could not have all changes.
  else for (const id of [400, 100, 300]) await post(listOf(kind), { id, ...whole(), ...person });
  for (const body of [change(), { ...whole(), ...person }, change()]) await rockola.call('PATCH', recordOf(kind), { body, key: ana.key });
}
for (const n of [0, 1, 2]) {
  await rockola.call('PATCH', artist, { body: { description: `${n}` }, key: ana.key });
  await rockola.call('PATCH', album, { body: { year: 1971 + n }, key: ana.key });
}
for (let i = 0; i < 5; i++) {
  await post('/api/v1/user/webhooks', { url: 'https://example.org/' });
  await post('/api/v1/user/keys', { name: `key ${9 - i}`, scopes: ['account'] });
  await post('/api/v1/user/login', { email: ana.email, password: ana.password });
}
await addAccounts(rockola, 5);
for (let i = 0; i < 5; i++) await addJob(rockola, ana.id);
await allNumbered(rockola);
afterAll(() => rockola.stop());

/** The versions of a record, the newest first. */
const versionsAt = (path: string): List => ({
  path,
  name: ({ version }) => version,
  order: ({ version }) => version as bigint,
  descending: true,
});

const lists: Record<string, List> = {
  listArtists: { path: '/api/v1/artists', order: id },
  findAlbums: { path: '/api/v1/albums', order: id },
  listAlbums: { path: `${artist}/albums`, order: id },
  listBands: { path: '/api/v1/bands', name: ({ band }) => band },
  listChanges: { path: '/api/v1/changes', name: ({ seq }) => seq, order: ({ seq }) => seq as bigint },
  listArtistRevisions: versionsAt(`${artist}/revisions`),
  listAlbumRevisions: versionsAt(`${album}/revisions`),
  listBandsOf: { path: '/api/v1/artists/40/bands', order: id },
  ...Object.fromEntries(
    factKinds.flatMap((kind) => [
      [`list${kindRows[kind].name}Revisions`, versionsAt(`${recordOf(kind)}/revisions`)],
      ...(isSingle(kind) ? [] : [[`list${kindRows[kind].list}`, { path: listOf(kind), order: id }]]),
    ]),
  ),
  listKeys: { path: '/api/v1/user/keys', by: 'ana', order: id },
  listWebhooks: { path: '/api/v1/user/webhooks', by: 'ana', order: id },
  listSessions: { path: '/api/v1/user/sessions', by: 'ana', order: id },
  listJobs: { path: '/api/v1/jobs', by: 'ana', order: ({ id }) => id as bigint, descending: true },
  listAccounts: { path: '/api/v1/user/accounts', by: 'admin', order: id },
  search: {
    path: '/api/v1/search?q=manal',
    name: ({ kind, artist, album }) => `${kind} ${((album ?? artist) as Row).id}`,
    takesAfter: false,
  },
};
/** The same operations with other parameters. */
const variants: Record<string, List> = {
  'listArtists by name': { path: '/api/v1/artists?sort=name' },
  'findAlbums of a decade by year': { path: '/api/v1/albums?decade=1970&sort=year' },
  'listAlbums with those that credit the artist': { path: `${artist}/albums?credited=true`, order: id },
  'listArtists by a filter': { path: '/api/v1/artists?band=manal', order: id },
  'listArtists by a search': { path: '/api/v1/artists?q=manal', takesAfter: false },
  'listChanges from the newest': {
    path: '/api/v1/changes?order=desc',
    name: ({ seq }) => seq,
    order: ({ seq }) => seq as bigint,
    descending: true,
  },
  'listChanges of albums': { path: '/api/v1/changes?kind=album', name: ({ seq }) => seq, order: ({ seq }) => seq as bigint },
  'listAccounts by a search': { path: '/api/v1/user/accounts?search=name', by: 'admin', order: id },
};

test('every list of the API is tested here', () => {
  const hasPages = ({ query }: { query?: unknown }) =>
    query instanceof z.ZodObject && 'limit' in query.shape && ('offset' in query.shape || 'after' in query.shape);
  const known = apiRoutes(8).flatMap((route) => (hasPages(route) ? [route.operation] : []));
  expect(Object.keys(lists).toSorted()).toEqual(known.toSorted());
});

describe.each(Object.entries({ ...lists, ...variants }))('%s', (_, { path, by, name = id, order, descending, takesAfter = true }) => {
  const ask = async (query: string) => {
    const key = by && { ana: ana.key, admin: rockola.adminKey }[by];
    const target = query.startsWith('/') ? query : `${path}${path.includes('?') ? '&' : '?'}${query}`;
    const { status, json, text } = await rockola.call('GET', target, key === undefined ? {} : { key });
    if (status !== 200) throw new Error(`${target}: ${text}`);
    return {
      names: (json.data as Row[]).map(name),
      meta: json.meta as { next: string | null; total?: bigint; limit: bigint },
      rows: json.data as Row[],
    };
  };

  test('is in its documented order', async () => {
    const { rows, names } = await ask('limit=100');
    expect([rows.length > 1, new Set(names).size]).toEqual([true, names.length]);
    if (!order) return;
    const sorted = rows.toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
    expect(names).toEqual((descending ? sorted.toReversed() : sorted).map(name));
  });

  test('has the same rows at every page length; only the last page may be shorter, and it has no `next`', async () => {
    const { names: all, meta } = await ask('limit=100');
    expect([meta.limit, meta.next]).toEqual([100n, null]);
    expect((await ask('')).meta.limit).toBe(10n);
    for (const limit of new Set([1, 2, all.length - 1, all.length, all.length + 1])) {
      const lengths: number[] = [];
      const seen: unknown[] = [];
      for (let next: string | null = `limit=${limit}`; next; ) {
        const page = await ask(next);
        seen.push(...page.names);
        lengths.push(page.names.length);
        if (page.meta.total !== undefined) expect(page.meta.total).toBe(BigInt(all.length));
        next = page.meta.next;
      }
      expect([limit, seen]).toEqual([limit, all]);
      const pageCount = Math.ceil(all.length / limit);
      expect([limit, lengths]).toEqual([limit, Array.from({ length: pageCount }, (_, n) => Math.min(limit, all.length - n * limit))]);
    }
  });

  test('can be read from an offset and after an id', async () => {
    const { names: all, meta } = await ask('limit=100');
    if (meta.total === undefined) return;
    for (const offset of [0, 1, all.length - 1, all.length, all.length + 1]) {
      const page = await ask(`offset=${offset}&limit=2`);
      expect([offset, page.names, page.meta.next === null]).toEqual([offset, all.slice(offset, offset + 2), offset + 2 >= all.length]);
    }
    if (!takesAfter || order !== id) return;
    for (const [n, rowId] of all.entries()) {
      for (const [idBefore, from] of [
        [(rowId as bigint) - 1n, n],
        [rowId as bigint, n + 1],
      ] as const) {
        const page = await ask(`after=${idBefore}&limit=2`);
        expect([idBefore, page.names]).toEqual([idBefore, all.slice(from, from + 2)]);
      }
    }
  });
});
