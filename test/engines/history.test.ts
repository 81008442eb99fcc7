import { afterAll, expect, test } from 'bun:test';
import { artist } from '../../src/model/artist.ts';
import type { ChangeQuery, Position } from '../../src/model/change.ts';
import { listChanges } from '../../src/operations/change.ts';
import { listHistory, readAt, readHistoric } from '../../src/operations/revision.ts';
import type { Reader } from '../../src/store/store.ts';
import { type Engine, openEngines } from './stores.ts';

const long = 'largo '.repeat(500);
const [few, many] = [
  { id: 1n, versions: 12 },
  { id: 2n, versions: 10_000 },
];

const { engines, close } = await openEngines();
for (const { sql } of engines)
  for (const { id, versions } of [few, many]) {
    const members = (name: string, more = '') => `'{"name":"' || ${name} || '","image":"","band":""${more}}'`;
    const row = (version: string, action: string, content: string, unchanged: string) =>
      `${id} * 100000 + ${version}, ${id} * 100000 + ${version}, ${version} * 10, 'artist', ${id}, ${version}, '${action}', 1, ${content}, ${unchanged}`;
    await sql(`with recursive n(i) as (select 2 union all select i + 1 from n where i < ${versions})
      insert into revision (seq, changeset, at, kind, id, version, action, shape, members, unchanged)
      select ${row('1', 'create', members("'1'", `,"description":"${long}"`), 'null')}
      union all select ${row('i', 'update', members('i'), `'{"description":1}'`)} from n`);
  }
afterAll(() => close());

/** The number of statements and rows of a read, and its result. */
async function costOf<T>({ store }: Engine, work: (reader: Reader) => Promise<T>) {
  const cost = { statements: 0, rows: 0 };
  const found = await store.snapshot((reader) => {
    const note = <R>(rows: R[]) => {
      cost.statements++;
      cost.rows += rows.length;
      return rows;
    };
    const get: Reader['get'] = async (sql, ...values) => note([await reader.get(sql, ...values)])[0];
    return work({ engine: reader.engine, get, all: async (sql, ...values) => note(await reader.all(sql, ...values)) });
  }, null);
  return { cost, found };
}

test('a page of the history takes no more statements and rows with 10,000 versions than with 12, at any position', async () => {
  const pageOf = (engine: Engine, id: bigint, after: bigint | undefined) =>
    costOf(engine, (reader) => listHistory(reader, artist, { id, limit: 10n, after, evenDeleted: false }));
  for (const engine of engines) {
    const { cost, found } = await pageOf(engine, few.id, undefined);
    expect([found?.rows.length, found?.more, cost]).toEqual([10, true, { statements: 3, rows: 13 }]);
    for (const after of [undefined, 9_000n, 5_000n, 12n]) {
      const page = await pageOf(engine, many.id, after);
      const newest = Number(after ?? 10_001n) - 1;
      expect(page.found?.rows.map(({ changes }) => changes[0]?.to)).toEqual(Array.from({ length: 10 }, (_, i) => String(newest - i)));
      expect(page.cost.statements).toBeLessThanOrEqual(cost.statements);
      expect(page.cost.rows).toBeLessThanOrEqual(cost.rows);
    }
  }
});

test('a page of changes takes few statements at any position and with any filter; a filter by time adds a binary search', async () => {
  const query = { limit: 10n, order: 'asc' as const, after: undefined, kind: undefined, user: undefined, since: undefined };
  for (const engine of engines) {
    const cost = async (parameters: Partial<ChangeQuery>) =>
      (await costOf(engine, (reader) => listChanges(reader, { ...query, ...parameters }))).cost;
    const all = await cost({});
    expect(all.statements).toBeLessThanOrEqual(2);
    for (const parameters of [{ after: { seq: 205_000n, at: 50_000 } }, { order: 'desc' as const }, { kind: 'artist' as const }])
      expect((await cost(parameters)).statements).toBeLessThanOrEqual(all.statements + 1);
    expect((await cost({ kind: 'album' })).statements).toBeLessThanOrEqual(2 * 5 + 2);
    expect((await cost({ since: 70_000 })).statements).toBeLessThanOrEqual(all.statements + 1 + 18);
    expect((await cost({ kind: 'album' })).rows).toBeLessThanOrEqual(12);
    expect((await cost({ since: 0 })).statements).toBeLessThanOrEqual(all.statements + 1 + 18);
  }
});

test('a list of changes whose filter matches nothing can be followed to the end of the log', async () => {
  for (const engine of engines) {
    const found = [];
    let more = true;
    for (let after: Position | undefined; more; ) {
      const query = { limit: 10n, order: 'asc' as const, after, kind: 'album' as const, user: undefined, since: undefined };
      const page = await engine.store.snapshot((reader) => listChanges(reader, query), null);
      ({ after, more } = page);
      found.push(after?.seq);
    }
    expect(found).toEqual([209_988n, 210_000n]);
  }
});

test('reading any version takes at most five statements', async () => {
  for (const engine of engines)
    for (const version of [1n, 2n, 5_000n, 10_000n]) {
      const { cost, found } = await costOf(engine, (reader) => readHistoric(reader, artist, { id: many.id, version, evenDeleted: false }));
      expect(found?.record?.description).toBe(long);
      expect(cost.statements).toBeLessThanOrEqual(5);
    }
});

test('the version at a time is found by a binary search', async () => {
  for (const engine of engines)
    for (const at of [10, 15, 50_000, 99_999, 100_000]) {
      const { cost, found } = await costOf(engine, (reader) => readAt(reader, artist, { id: many.id, at, evenDeleted: false }));
      expect(found?.version).toBe(BigInt(Math.floor(at / 10)));
      expect(cost.statements).toBeLessThanOrEqual(14 + 4);
    }
});
