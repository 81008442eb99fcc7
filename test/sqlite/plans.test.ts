import { afterAll, expect, spyOn, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { system } from '../../src/model/actor.ts';
import { albumFilters, albumQuery, albumSorts } from '../../src/model/albumQuery.ts';
import { artistQuery, isFiltered, optional } from '../../src/model/artistQuery.ts';
import { noContext } from '../../src/model/context.ts';
import { knownTypes } from '../../src/model/kinds.ts';
import { kindRows, kinds } from '../../src/model/record.ts';
import { countMatchingAlbums, listMatchingAlbums } from '../../src/store/albumList.ts';
import { countMatching, listMatching } from '../../src/store/artistList.ts';
import { countBands, listBands } from '../../src/store/band.ts';
import { findNewestOf, findOneInSet, listDecades, listNewestPast } from '../../src/store/harvest.ts';
import { leftovers, tidyUp } from '../../src/store/housekeeping.ts';
import { appendDeletions, appendRestorations, findRevisions, listRestored } from '../../src/store/revision.ts';
import { openConnection } from '../../src/store/sqlite/database.ts';
import { migrate } from '../../src/store/sqlite/migrate.ts';
import { migrations } from '../../src/store/sqlite/migrations.ts';
import type { Transaction, Value } from '../../src/store/store.ts';
import { listShared, listTouched, listTouchedOf } from '../../src/store/undo.ts';
import { listDueWebhooks } from '../../src/store/webhook.ts';
import { filterExamples } from '../support/filterExamples.ts';

const folder = mkdtempSync(join(tmpdir(), 'rockola-plans-'));
const connection = openConnection(join(folder, 'r.db'), 'write');
migrate(connection, migrations);
connection.run(`insert into "user" (name, email, normal_email, role, created_at) values ('', 'a', 'a', 'member', 0)`);
connection.run(
  `insert into session (token_hash, user_id, created_at, expires_at, ended_at) values ('a', 1, 0, 1, 1), ('b', 1, 0, 1, null)`,
);
afterAll(() => {
  connection.database.close();
  rmSync(folder, { recursive: true });
});

/** Notes SQLite's query plan for each statement. */
function explaining(plans: string[]): Transaction {
  const explain = (sql: string, values: Value[]) =>
    plans.push(...connection.all(`explain query plan ${sql}`, ...values).map(({ detail }) => String(detail)));
  const run = (sql: string, ...values: Value[]) => {
    explain(sql, values);
    return connection.all(sql, ...values);
  };
  return {
    engine: 'sqlite',
    now: Date.now(),
    context: noContext,
    forUpdate: '',
    index() {},
    lock() {},
    undo() {},
    tryLock: () => true,
    nextId: () => 0n,
    changeset: undefined,
    nextChangeset: '',
    all: run,
    get: (sql, ...values) => run(sql, ...values)[0],
    run: (sql, ...values) => void run(sql, ...values),
  };
}

test.each(leftovers)('%s are found by an index, however many other rows there are', async (leftover) => {
  const plans: string[] = [];
  await tidyUp(explaining(plans), system, leftover);
  expect(plans.filter((line) => line.startsWith('SEARCH')).length).toBeGreaterThan(1);
  // A select from a subquery scans the result of the subquery.
  expect(plans.filter((line) => line.startsWith('SCAN') && line !== 'SCAN oldest')).toEqual([]);
  expect(plans.filter((line) => line.includes('TEMP B-TREE') && !plans.includes('SCAN oldest'))).toEqual([]);
});

const byVersion = 'USING COVERING INDEX sqlite_autoindex_revision_1 (kind=? AND id=?)';
const span = { accountId: 1n, since: 0, until: 1 };

test('the changes of an account are found by an index, however many changes others made', async () => {
  const plans: string[] = [];
  await listTouched(explaining(plans), 'artist', span, 0n, 500);
  expect(plans.filter((line) => / [a-z] USING/.test(line))).toEqual([
    'SEARCH r USING INDEX revision_of_account (user_id=? AND at>? AND at<?)',
    `SEARCH n ${byVersion}`,
    `SEARCH b ${byVersion.replace('COVERING ', '')}`,
  ]);
});

test('the other reads of an undo’s plan use an index', async () => {
  const plans: string[] = [];
  await listTouchedOf(explaining(plans), 'artist', span, [1n]);
  await listShared(explaining(plans), 'album', span, { kind: 'artist', ids: [1n] }, 500);
  await listShared(explaining(plans), 'album_details', span, { kind: 'album', ids: [1n] }, 500);
  await findRevisions(explaining(plans), 'artist', [{ id: 1n, version: 1n }]);
  expect(plans.filter((line) => line.startsWith('SEARCH')).length).toBeGreaterThan(5);
  expect(plans.filter((line) => /^SCAN (revision|r|n|b)\b/.test(line))).toEqual([]);
});

test('records that are restored with their parent are found by the parent, however many other deleted records there are', async () => {
  const plans: string[] = [];
  const tx = { ...explaining(plans), changeset: 1n };
  for (const [kind, above] of below)
    for (const ancestor of above) {
      await appendDeletions(tx, knownTypes[kind], { kind: ancestor, id: 1n }, null);
      await appendRestorations(tx, kind, { kind: ancestor, id: 1n }, { changeset: 1n, accountId: null });
      await listRestored(tx, kind, { kind: ancestor, id: 1n }, { after: 0n, limit: 500 });
    }
  expect(plans.filter((line) => line.includes(' USING INDEX revision_of_a')).length).toBe(2 * below.flatMap(([, above]) => above).length);
  expect(plans.filter((line) => /^SCAN|revision_1 \(kind=\?(?: AND id>\?)?\)$/.test(line))).toEqual([]);
});

test('every foreign key has an index, so that the deletion of a referenced row reads no other rows', () => {
  const missing = connection.all(`
    select t.name as "table", k."from" as "column" from sqlite_schema t, pragma_foreign_key_list(t.name) k where t.type = 'table'
    except select t.name, c.name from sqlite_schema t, pragma_index_list(t.name) i, pragma_index_info(i.name) c where i.partial = 0 and c.seqno = 0`);
  expect(missing).toEqual([]);
  expect(connection.all(`select t.name from sqlite_schema t, pragma_foreign_key_list(t.name) k`).length).toBeGreaterThan(20);
});

/** The kinds of records below other records, each with the kinds above it. */
const below = kinds.map((kind) => [kind, kindRows[kind].above] as const).filter(([, above]) => above.length > 0);

test('a harvest reads a window of the log by its key, and the rest by indexes', async () => {
  const plans: string[] = [];
  const reader = explaining(plans);
  for (const set of [{}, { kind: 'album', decade: 1970 }] as const) {
    await listNewestPast(reader, { seq: 7n, window: 9, limit: 2 }, { ...set, from: 1, until: 2 });
    await findOneInSet(reader, set);
  }
  await findNewestOf(reader, 'album', 1n);
  await listDecades(reader);
  const ofTables = plans.filter((line) => /^(SCAN|SEARCH) (revision|album|artist|[lmt])\b/.test(line));
  expect(ofTables.filter((line) => line.startsWith('SCAN'))).toEqual([]);
  expect([...new Set(ofTables.filter((line) => / (revision|album) /.test(line)))]).toEqual([
    'SEARCH revision USING INTEGER PRIMARY KEY (rowid>?)',
    'SEARCH album USING COVERING INDEX album_of_decade (<expr>>?)',
    'SEARCH revision USING INDEX sqlite_autoindex_revision_1 (kind=? AND id=?)',
    'SEARCH album USING COVERING INDEX album_of_decade',
  ]);
});

test('an index skips the webhooks that are at the newest change, however many there are', async () => {
  const plans: string[] = [];
  await listDueWebhooks(explaining(plans), { now: 1, newest: 1n, busy: [], limit: 1 });
  expect(plans.filter((line) => line.includes(' webhook '))).toEqual([
    'SEARCH webhook USING INTEGER PRIMARY KEY (rowid=?)',
    'SEARCH webhook USING INDEX webhook_behind (seq<?)',
    'SEARCH webhook USING INDEX webhook_behind (seq>?)',
    'SCAN webhook USING INDEX webhook_asked',
  ]);
});

/** Each filter alone, filters that go together, and each order. */
const lists = [
  ...['sort=name', 'sort=-updated', 'sort=-id', 'type=person'],
  ...filterExamples(optional).map(([name, value]) => `${name}=${value}`),
  ...['updated_since=2020-01-01T00:00:00Z&sort=-updated', 'updated_since=2020-01-01T00:00:00Z&sort=name', 'decade=1970&sort=-name'],
  ...[
    'has=image&sort=updated',
    'band=x&has=image&year=1970',
    'year=1990&decade=1980',
    'year=1990&has=image',
    'ids=1,2&band=x',
    'type=group&decade=1970',
    'place=x&type=group',
    'genre=rock&active=1975',
    'type=group&sort=name',
    'place=x&genre=rock&active=1975',
    'active=1975&sort=name',
  ],
];
/**
 * Whether a line of a plan reads a whole table. The names are those of parts of a statement. The indexes of the records with an image and
 * of memberships may be read whole.
 */
const readsWholeTable = (line: string) =>
  /^SCAN (?!(?:found|matching|counted|bands|CONSTANT ROW)\b)(?!.*(?:VIRTUAL TABLE|artist_with_image$|membership_of_artist$))/.test(line);

test.each(lists)('artists by %s are found by an index, whether they are sorted or read in order', async (text) => {
  const { limit, offset, sort, after: _, ...filter } = artistQuery.parse(Object.fromEntries(new URLSearchParams(text)));
  const after = sort === 'id' ? 7n : { sort, filter: '', id: 7n, key: '5' };
  const page = { limit, offset, after, sort };
  const found: string[] = [];
  const inOrder: string[] = [];
  if (isFiltered(filter)) await countMatching(explaining(found), filter);
  await listMatching(explaining(found), filter, page, true);
  await listMatching(explaining(inOrder), filter, page, false);
  expect([...found, ...inOrder].filter(readsWholeTable).filter((line) => !found.includes(line.replace('SCAN', 'CO-ROUTINE')))).toEqual([]);
  expect(inOrder.filter((line) => line.includes('TEMP B-TREE'))).toEqual([]);
});

test.each(['type=group&decade=1970', 'place=x&type=group', 'genre=rock&active=1975'])(
  'artists by %s are counted without reading an artist',
  async (text) => {
    const plan: string[] = [];
    await countMatching(explaining(plan), artistQuery.parse(Object.fromEntries(new URLSearchParams(text))));
    expect(plan.filter((line) => line.includes(' a USING'))).toEqual([]);
  },
);

test.each([
  ['place=x', 'artist_details_by_place (place=?)'],
  ['active=1975', 'artist_details_by_years (<expr><?)'],
  ['genre=rock', 'SEARCH g USING PRIMARY KEY (genre=?)'],
  ['type=person&sort=name', 'artist_details_by_type (type=?)'],
])('artists by %s are read only through an index', async (text, index) => {
  const { limit, offset, sort, after: _, ...filter } = artistQuery.parse(Object.fromEntries(new URLSearchParams(text)));
  const plans: string[] = [];
  await listMatching(explaining(plans), filter, { limit, offset, after: undefined, sort }, true);
  expect(plans.filter((line) => /\b(d|g|artist_details)\b/.test(line)).slice(0, 1)).toEqual([expect.stringContaining(index)]);
});

test.each([
  '',
  ...filterExamples(albumFilters.optional).map(([name, value]) => `${name}=${value}`),
  'year=1973&decade=1970',
  'identifier=spotify:4vqKjn8Vk3XNyAXLnKmbRJ&decade=1970',
])('albums by %s and any order are found by an index', async (text) => {
  for (const sort of albumSorts) {
    const { limit, offset, ...filter } = albumQuery.parse({ ...Object.fromEntries(new URLSearchParams(text)), sort });
    const page = { limit, offset, sort, after: sort === 'id' ? 7n : { sort, filter: '', id: 7n, key: '1973 x' } };
    const [found, inOrder]: [string[], string[]] = [[], []];
    await countMatchingAlbums(explaining(found), filter);
    if (albumFilters.isFiltered(filter)) await listMatchingAlbums(explaining(found), filter, page, true);
    await listMatchingAlbums(explaining(inOrder), filter, page, false);
    // Without a filter, up to 10,000 albums are counted.
    if (text === '')
      expect(found).toEqual([expect.stringContaining('CO-ROUTINE'), expect.stringContaining('SCAN b USING COVERING INDEX'), 'SCAN found']);
    else expect(found.filter(readsWholeTable)).toEqual([]);
    expect(inOrder.filter(readsWholeTable).filter((line) => !line.startsWith('SCAN b USING INDEX'))).toEqual([]);
    expect(inOrder.filter((line) => line.includes('TEMP B-TREE'))).toEqual([]);
  }
});

test('a connection prepares a statement again only after 500 others', () => {
  const prepared = spyOn(connection.database, 'prepare');
  const ask = (n: number) => connection.get(`select ${n} as n`)?.n;
  for (let n = 0; n < 501; n++) expect(ask(n)).toBe(BigInt(n));
  expect(prepared).toHaveBeenCalledTimes(501);
  ask(500);
  expect(prepared).toHaveBeenCalledTimes(501);
  expect(ask(0)).toBe(0n);
  expect(prepared).toHaveBeenCalledTimes(502);
  prepared.mockRestore();
});

test('a page of bands takes one step of an index for each band', async () => {
  const plans: string[] = [];
  await listBands(explaining(plans), 'x', 10, 0);
  await countBands(explaining(plans));
  expect(plans.filter(readsWholeTable)).toEqual([]);
  expect(plans.filter((line) => line.startsWith('SEARCH')).every((line) => line.includes('artist_by_band'))).toBe(true);
});
