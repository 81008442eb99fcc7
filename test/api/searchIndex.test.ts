import { afterAll, expect, test } from 'bun:test';
import { generation } from '../../src/model/search/generation.ts';
import { until } from '../faults/until.ts';
import { damageByCheck } from '../support/damage.ts';
import { ask, engine } from '../support/databases.ts';
import { startRockola } from '../support/harness.ts';
import { untilLogged } from '../support/logged.ts';
import { randomFrom } from '../support/random.ts';
import { retryWhenBusy } from '../support/retryWhenBusy.ts';
import { nonsense } from '../support/search/quick.ts';
import { seed } from '../support/seed.ts';

const rockola = await startRockola();
afterAll(() => rockola.stop());

const damage = () => damageByCheck(rockola);
const get = (path: string) => retryWhenBusy(() => rockola.call('GET', `/api/v1/${path}`));
const send = (method: string, path: string, body?: object) => retryWhenBusy(() => rockola.send(method, path, body));
const post = (body: object) => send('POST', '/artists', body);
const sqlite = engine === 'sqlite';

/** Damages to the index: the SQL that makes each, and the line of the check that must name it. */
const damages: [name: string, sql: string, line: RegExp][] = [
  ['a document is missing', 'delete from artist_index where id = 1001', /lacks artist 1001/],
  [
    'a document has no record',
    `insert into album_index select 9${'9'.repeat(6)}${sqlite ? ", 'x'" : ", 'x', '{}', '{}'"}`,
    /has album 9999999/,
  ],
  ['a name differs', `update artist_index set name_key = 'x' where id = 1002`, /artist 1002 with other words/],
  sqlite
    ? [
        'words are others',
        `insert or replace into artist_words (rowid, title, text) values (1003, 'x', '')`,
        /artist 1003 with other words/,
      ]
    : ['words differ', `update artist_index set words = '{x}' where id = 1003`, /artist 1003 with other words/],
  ['a word is missing', `delete from word where word = 'soda'`, /lacks the word "soda"/],
  sqlite
    ? ['a word has no forms', `delete from word_form where word = 'stereo'`, /forms of the word "stereo"/]
    : ['a word has no forms', `update word set forms = '{}' where word = 'stereo'`, /forms of the word "stereo"/],
  ...['alias', 'track'].flatMap((kind): [string, string, RegExp][] => [
    [`a ${kind} differs`, `update ${kind}_index set name_key = 'x'`, new RegExp(`has ${kind} \\d+ with other words`)],
    [`a ${kind} is missing`, `delete from ${kind}_index where id = (select max(id) from ${kind}_index)`, new RegExp(`lacks ${kind} \\d+`)],
  ]),
];

test('check finds every entry of the index that differs from the records, and a rebuild corrects it while searches go on', async () => {
  const album = `/artists/1001/albums/${await rockola.add('/artists/1001/albums', { name: 'Temas', year: 1973 })}`;
  for (const position of [1, 2]) await rockola.add(`${album}/tracks`, { position, title: `Quebracho ${position}` });
  expect(await damage()).toEqual([]);
  for (const [, sql] of damages) await rockola.sql(sql);
  const found = await damage();
  for (const [name, , fault] of damages) expect([name, found.some((line) => fault.test(line))]).toEqual([name, true]);
  const rebuilt = rockola.cli(['index', '--rebuild']);
  expect((await rockola.call('GET', '/api/v1/artists?q=spinetta')).status).toBe(200);
  expect(await rebuilt).toMatchObject({ code: 0, out: 'The search index is complete.\n' });
  expect(await damage()).toEqual([]);
});

/** The number of segments in which SQLite stores words: a search reads each of them. */
const countSegments = async (table: string) =>
  Number((await rockola.sql(`select count(distinct id >> 37) as n from ${table}_words_data where id >> 37 > 0`))[0]?.n);

test.skipIf(sqlite)('a rebuild updates the statistics with which PostgreSQL plans searches', async () => {
  await rockola.sql(`update pg_class set reltuples = -1 where relname in ('artist_index', 'album_index', 'word')`);
  expect((await rockola.cli(['index', '--rebuild'])).code).toBe(0);
  for (const table of ['artist_index', 'album_index', 'word']) {
    const [row] = await rockola.sql(
      `select reltuples::int as known, (select count(*)::int from ${table}) as there from pg_class where relname = '${table}'`,
    );
    expect([table, row?.known]).toEqual([table, row?.there]);
  }
});

test.skipIf(!sqlite)('a rebuild leaves the words of each kind in one segment', async () => {
  await rockola.send('POST', '/artists/1001/aliases', { name: 'Faunos', kind: 'short form' });
  expect((await rockola.cli(['index', '--rebuild'])).code).toBe(0);
  expect([await countSegments('artist'), await countSegments('album'), await countSegments('alias')]).toEqual([1, 1, 1]);
  expect(await damage()).toEqual([]);
});

test('each of many parallel additions with the same new words is in the index', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => post({ name: `Nuevo${i % 4} Vocablo${i % 3}`, description: 'inaudito' })),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect((await rockola.call('GET', '/api/v1/artists?q=vocablo1&limit=100')).json.data.length).toBeGreaterThanOrEqual(13);
  expect(await damage()).toEqual([]);
});

/** The ids of the artists that each kind of search finds. */
async function foundBy(name: string): Promise<string[][]> {
  const q = encodeURIComponent(name);
  const [search, list, suggestions, duplicates] = await Promise.all(
    [`search?q=${q}&kind=artist`, `artists?q=${q}`, `artists/suggestions?q=${q}`, `artists/duplicates?name=${q}`].map(get),
  );
  const ids = (found: { id?: unknown; artist?: { id: unknown } }[]) => found.map(({ artist, id }) => String(artist?.id ?? id));
  return [search?.json.data, list?.json.data, suggestions?.json.data, duplicates?.json.data].map(ids);
}

test(`every search finds the values of answered writes, and not the values that they replaced (seed ${seed})`, async () => {
  const random = randomFrom(seed);
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      const [first, second] = [nonsense(random), nonsense(random)];
      const { id } = (await post({ name: first })).json;
      expect(await foundBy(first)).toEqual([[`${id}`], [`${id}`], [`${id}`], [`${id}`]]);
      const path = `/api/v1/artists/${id}`;
      await rockola.send('PATCH', path, { name: second });
      expect([await foundBy(first), await foundBy(second)]).toEqual([
        [[], [], [], []],
        [[`${id}`], [`${id}`], [`${id}`], [`${id}`]],
      ]);
      await rockola.send('DELETE', path);
      expect(await foundBy(second)).toEqual([[], [], [], []]);
    }),
  );
  expect(await damage()).toEqual([]);
});

test(`while the index is rebuilt, an answered write is found at once and a deleted record is not (seed ${seed})`, async () => {
  const random = randomFrom(seed + 1);
  let rebuilding = true;
  let searchCount = 0;
  const rebuilds = (async () => {
    for (let n = 0; n < 2 || searchCount <= 100; n++) expect((await rockola.cli(['index', '--rebuild'])).code).toBe(0);
    rebuilding = false;
  })();
  const missed: string[] = [];
  async function expectFound(label: string, name: string, wanted: string[]): Promise<void> {
    searchCount++;
    const answer = await get(`artists?q=${name}`);
    const found = answer.json.data?.map(({ id }: { id: bigint }) => String(id)) ?? [answer.text];
    if (found.join() !== wanted.join()) missed.push(`${label} ${name}: ${found}`);
  }
  async function writer(): Promise<void> {
    while (rebuilding) {
      // Several writes before the first search, so that the index lags when a rebuild begins.
      const added = await Promise.all(Array.from({ length: 4 }, async () => (await post({ name: nonsense(random) })).json));
      for (const { name, id } of added) await expectFound('added', name, [`${id}`]);
      const [renamed, deleted] = added;
      const second = nonsense(random);
      await Promise.all([send('PATCH', `/artists/${renamed.id}`, { name: second }), send('DELETE', `/artists/${deleted.id}`)]);
      await Promise.all([
        expectFound('renamed', renamed.name, []),
        expectFound('renamed', second, [`${renamed.id}`]),
        expectFound('deleted', deleted.name, []),
      ]);
      await Bun.sleep(random.below(60));
    }
  }
  await Promise.all([rebuilds, ...Array.from({ length: 6 }, writer)]);
  expect(missed).toEqual([]);
  expect(await damage()).toEqual([]);
});

test('check reports an index that older rules made; the service rebuilds it with a line in the log, and searches go on', async () => {
  await rockola.sql(`update index_state set rules = 0`);
  await rockola.sql(sqlite ? `insert into word (word, named) values ('unusedword', 1)` : `delete from word where word = 'soda'`);
  expect(await damage()).toEqual([expect.stringMatching(new RegExp(`generation 0 .* this program has ${generation}`))]);
  await rockola.restart();
  expect((await rockola.call('GET', '/api/v1/search?q=spinetta')).status).toBe(200);
  const built = async () => {
    const [state] = await rockola.sql('select rules, kind from index_state');
    // Before the rebuild has begun, no kind is named.
    return BigInt(String(state?.rules)) === generation && state?.kind === null;
  };
  await until(built, 'the index was not built');
  expect(await damage()).toEqual([]);
  const [words] = await rockola.sql(`select count(*) as unused from word where word = 'unusedword'`);
  expect(Number(words?.unused)).toBe(0);
  await untilLogged(rockola);
  expect(rockola.output()).toContain('made by generation 0 of the rules for words');
});

test('an incomplete index reports its progress and is completed at the start', async () => {
  await rockola.sql(`update index_state set complete = 0, kind = 'artist', reached = 0, done = 0, records = 1297`);
  for (const path of ['search?q=soda', 'artists?q=soda', 'artists/suggestions?q=soda', 'artists/duplicates?name=soda']) {
    const refused = await rockola.call('GET', `/api/v1/${path}`);
    expect([path, refused.status, refused.json.detail]).toEqual([path, 503, expect.stringContaining('0 of 1297 records')]);
  }
  expect((await rockola.call('GET', '/api/v1/artists/1001')).status).toBe(200);
  await rockola.restart();
  while ((await rockola.call('GET', '/api/v1/search?q=soda')).status === 503) await Bun.sleep(50);
  expect(Number((await ask(rockola.env.DATABASE_URL ?? '', 'select complete from index_state'))[0]?.complete)).toBe(1);
  expect(await damage()).toEqual([]);
});
