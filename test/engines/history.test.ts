import { afterAll, beforeAll, expect, test } from 'bun:test';
import { artist } from '../../src/model/artist.ts';
import { readArtistAt } from '../../src/operations/artist.ts';
import { listHistory, readHistoric } from '../../src/operations/revision.ts';
import type { Reader } from '../../src/store/store.ts';
import { type Engine, openEngines } from './stores.ts';

let engines: Engine[];
let close: () => Promise<void>;
const long = 'largo '.repeat(500);
const [few, many] = [
  { id: 1n, versions: 12 },
  { id: 2n, versions: 10_000 },
];

beforeAll(async () => {
  ({ engines, close } = await openEngines());
  for (const { sql } of engines)
    for (const { id, versions } of [few, many]) {
      const members = (name: string, more = '') => `'{"name":"' || ${name} || '","image":"","band":""${more}}'`;
      const row = (version: string, action: string, of: string, unchanged: string) =>
        `${id} * 100000 + ${version}, ${id} * 100000 + ${version}, ${version} * 10, 'artist', ${id}, ${version}, '${action}', 1, ${of}, ${unchanged}`;
      await sql(`with recursive n(i) as (select 2 union all select i + 1 from n where i < ${versions})
        insert into revision (seq, changeset, at, kind, id, version, action, shape, members, unchanged)
        select ${row('1', 'create', members("'1'", `,"description":"${long}"`), 'null')}
        union all select ${row('i', 'update', members('i'), `'{"description":1}'`)} from n`);
    }
}, 60_000);
afterAll(() => close());

/** How many statements and rows a read takes, and what it finds. */
async function costOf<T>({ store }: Engine, work: (reader: Reader) => Promise<T>) {
  const cost = { statements: 0, rows: 0 };
  const found = await store.snapshot((reader) => {
    const note = <R>(rows: R[]) => {
      cost.statements++;
      cost.rows += rows.length;
      return rows;
    };
    const get: Reader['get'] = async (sql, ...values) => note([await reader.get(sql, ...values)])[0];
    return work({ get, all: async (sql, ...values) => note(await reader.all(sql, ...values)) });
  }, null);
  return { cost, found };
}

test('a page of the newest, the middle and the oldest of 10,000 versions takes what one of 12 takes', async () => {
  const pageOf = (engine: Engine, id: bigint, after: bigint | undefined) =>
    costOf(engine, (reader) => listHistory(reader, artist, { id, limit: 10n, after, evenDeleted: false }));
  for (const engine of engines) {
    const { cost, found } = await pageOf(engine, few.id, undefined);
    expect([found?.rows.length, found?.more, cost]).toEqual([10, true, { statements: 4, rows: 13 }]);
    for (const after of [undefined, 9_000n, 5_000n, 12n]) {
      const page = await pageOf(engine, many.id, after);
      const newest = Number(after ?? 10_001n) - 1;
      expect(page.found?.rows.map(({ changes }) => changes[0]?.to)).toEqual(Array.from({ length: 10 }, (_, i) => String(newest - i)));
      expect(page.cost.statements).toBeLessThanOrEqual(cost.statements);
      expect(page.cost.rows).toBeLessThanOrEqual(cost.rows);
    }
  }
});

test('one version takes five statements at most, whichever it is', async () => {
  for (const engine of engines)
    for (const version of [1n, 2n, 5_000n, 10_000n]) {
      const { cost, found } = await costOf(engine, (reader) => readHistoric(reader, artist, { id: many.id, version, evenDeleted: false }));
      expect(found?.record?.description).toBe(long);
      expect(cost.statements).toBeLessThanOrEqual(5);
    }
});

test('the version of a moment takes as many statements as their number has binary digits', async () => {
  for (const engine of engines)
    for (const at of [10, 15, 50_000, 99_999, 100_000]) {
      const { cost, found } = await costOf(engine, (reader) => readArtistAt(reader, { artistId: many.id, at, evenDeleted: false }));
      expect(found?.version).toBe(BigInt(Math.floor(at / 10)));
      expect(cost.statements).toBeLessThanOrEqual(14 + 4);
    }
});
