import { afterAll, beforeEach, expect, test } from 'bun:test';
import { system } from '../../src/model/actor.ts';
import { artist } from '../../src/model/artist.ts';
import { checkLog } from '../../src/operations/check.ts';
import { readVersion } from '../../src/operations/history.ts';
import { writes } from '../../src/operations/writes.ts';
import { repetitionsFor } from '../support/amount.ts';
import { each, times } from '../support/each.ts';
import { newAlbum } from '../support/newAlbum.ts';
import { newArtist } from '../support/newArtist.ts';
import { type Engine, openEngines } from './stores.ts';

const renames = repetitionsFor('RENAMES', { short: 100, long: 400 });
const albumsGone = repetitionsFor('DELETED_ALBUMS', { short: 200, long: 3_000 });
const { engines, close } = await openEngines();
afterAll(() => close());
beforeEach(async () => {
  for (const { empty } of engines) await empty();
});

const onEach = (work: (engine: Engine) => Promise<void>) => async () => {
  for (const engine of engines) await work(engine);
};
const add = ({ store }: Engine, name: string, description = '') =>
  store.write(writes.createArtist, system, { record: { ...newArtist({ name }), description }, requireId: false });
const rename = ({ store }: Engine, artistId: bigint, name: string) =>
  store.write(writes.patchArtist, system, { artistId, fields: { name }, conditions: {} });
const damageIn = async ({ store }: Engine) => [...(await store.checkIntegrity()), ...(await store.snapshot(checkLog, null)).damage];

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The bytes of all tables and indexes on the disk, including free space that can be used again. */
async function size({ name, sql }: Engine): Promise<number> {
  const statement =
    name === 'SQLite'
      ? 'select page_count * page_size as bytes from pragma_page_count, pragma_page_size'
      : `select sum(pg_total_relation_size(oid)) as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
  return Number((await sql(statement))[0]?.bytes);
}

test(
  `${renames} renames of an artist with a text of 80 KB take less than 20 KB each, and every version can be read`,
  onEach(async (engine) => {
    // Random, so that no engine can compress it.
    const text = Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString('base64');
    const { record } = await add(engine, 'Almendra', text);
    const before = await size(engine);
    for (let n = 2; n <= renames + 1; n++) await rename(engine, record.id, `Almendra ${n}`);
    expect((await size(engine)) - before).toBeLessThan(renames * 20_000);
    for (const version of [1n, 2n, BigInt(renames / 2), BigInt(renames + 1)]) {
      const found = await engine.store.read((reader) => readVersion(reader, artist, { id: record.id, version }), null);
      expect(found?.record).toEqual({ ...record, name: version === 1n ? 'Almendra' : `Almendra ${version}` });
    }
    expect(await damageIn(engine)).toEqual([]);
  }),
);

test(
  `deleting an artist with ${albumsGone} albums logs a row for each, in one write, at little cost`,
  onEach(async (engine) => {
    const { store, sql } = engine;
    const { id: artistId } = (await add(engine, 'Almendra')).record;
    await add(engine, 'another');
    const album = (name: string) => store.write(writes.createAlbum, system, { artistId, record: newAlbum({ name }), requireId: false });
    // One at a time: PostgreSQL refuses a change of an artist that waits too long for others of it.
    const adding = await timeOf(() => each(times(albumsGone), (n) => album(`Album ${n}`), 1));
    const deleting = await timeOf(() => store.write(writes.deleteArtist, system, { artistId, conditions: {} }));
    console.log(`${engine.name}: ${albumsGone} albums are added in ${Math.round(adding)} ms, deleted in ${Math.round(deleting)} ms`);
    // On a slow machine the additions are slow too.
    expect(deleting).toBeLessThan(Math.max(1_000, adding));
    const gone = await sql(
      `select kind, version, artist_id, members, count(*) as n, count(distinct changeset) as changesets, count(distinct id) as ids
       from revision where action = 'delete' group by kind, version, artist_id, members order by n`,
    );
    expect(gone.map((row) => ({ ...row, n: Number(row.n), changesets: Number(row.changesets), ids: Number(row.ids) })) as object[]).toEqual(
      [
        { kind: 'artist', version: 2, artist_id: null, members: null, n: 1, changesets: 1, ids: 1 },
        { kind: 'album', version: 2, artist_id: Number(artistId), members: null, n: albumsGone, changesets: 1, ids: albumsGone },
      ],
    );
    expect(await sql(`select distinct changeset from revision where action = 'delete'`)).toHaveLength(1);
    expect(await damageIn(engine)).toEqual([]);
  }),
);

test(
  'each write has a changeset of its own',
  onEach(async (engine) => {
    const { id } = (await add(engine, 'Almendra')).record;
    await Promise.all([add(engine, 'Sumo'), rename(engine, id, 'Almendra 2'), add(engine, 'Virus')]);
    const [counts] = await engine.sql('select count(*) as n, count(distinct changeset) as changesets from revision');
    expect([Number(counts?.n), Number(counts?.changesets)]).toEqual([4, 4]);
  }),
);

test(
  'new kinds and actions need no new table, and a check accepts them',
  onEach(async (engine) => {
    await add(engine, 'Almendra');
    await engine.sql(
      `insert into revision (seq, changeset, at, kind, id, version, action, shape, members, reverts, comment, source)
       values (1000, 1000, 0, 'label', 1, 1, 'merge', 1, '{}', 1, 'why', 'https://example.org')`,
    );
    expect((await engine.store.snapshot(checkLog, null)).damage).toEqual([]);
  }),
);

test(
  'the check finds a log that lacks a long text, and one that cannot be read',
  onEach(async (engine) => {
    const { id } = (await add(engine, 'Almendra', 'largo '.repeat(100))).record;
    await rename(engine, id, 'Almendra 2');
    expect(await damageIn(engine)).toEqual([]);
    const [{ members } = {}] = await engine.sql('select members from revision where version = 1');
    const notAsLogged = `artist ${id} does not agree with the revision log`;
    for (const [broken, found] of [
      [`'{"name":"Almendra","image":"","band":""}'`, ['1 of', '2 of', notAsLogged]],
      [`'{"name'`, ['1 of', '2 of', notAsLogged]],
      [`'${members}'`, []],
    ] as const) {
      await engine.sql(`update revision set members = ${broken} where version = 1`);
      const { damage } = await engine.store.snapshot(checkLog, null);
      expect(damage).toEqual(found.map((part) => expect.stringContaining(part)));
    }
    await engine.sql('update revision set shape = 2 where version = 1');
    expect((await engine.store.snapshot(checkLog, null)).damage).toContain(`revision 1 of artist ${id} is damaged: shape 2 is not known`);
  }),
);

test(
  'the check finds a version that differs from the version that it restores',
  onEach(async (engine) => {
    const { id: artistId } = (await add(engine, 'Almendra', 'largo '.repeat(100))).record;
    await rename(engine, artistId, 'Almendra 2');
    await engine.store.write(writes.revertArtist, system, { artistId, version: 1n, conditions: {} });
    expect(await damageIn(engine)).toEqual([]);
    await engine.sql('update revision set reverts = 2 where version = 3');
    expect(await damageIn(engine)).toEqual([expect.stringContaining('it differs from version 2, which it restores')]);
  }),
);
