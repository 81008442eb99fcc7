import { afterAll, expect, test } from 'bun:test';
import { type Span, type UndoOutcome, type UndoPosition, undoStart } from '../../src/model/undo.ts';
import { checkLog } from '../../src/operations/check.ts';
import { type UndoPart, undoAccount } from '../../src/operations/undo.ts';
import { planUndo, type UndoQuery } from '../../src/operations/undoPlan.ts';
import { writes } from '../../src/operations/writes.ts';
import { repetitionsFor } from '../support/amount.ts';
import { each, times } from '../support/each.ts';
import { newAlbum } from '../support/newAlbum.ts';
import { newArtist } from '../support/newArtist.ts';
import { actorOf, addAccounts } from './accounts.ts';
import { type Engine, openEngines } from './stores.ts';

const [ana, eve, editor] = [901n, 902n, 903n];
const { engines, close } = await openEngines();
await Promise.all(engines.map(addAccounts));
afterAll(() => close());

const fields = newArtist({ name: 'Almendra', description: 'largo '.repeat(30) });
const addArtist = async ({ store }: Engine, by: bigint) =>
  (await store.write(writes.createArtist, actorOf(by), { record: { id: undefined, ...fields }, requireId: false })).record.id;
const addAlbum = async ({ store }: Engine, by: bigint, artistId: bigint) =>
  (
    await store.write(writes.createAlbum, actorOf(by), {
      artistId,
      record: newAlbum({}),
      requireId: false,
    })
  ).record.id;
const rename = ({ store }: Engine, by: bigint, artistId: bigint, name: string) =>
  store.write(writes.patchArtist, actorOf(by), { artistId, fields: { name }, conditions: {} });
const deleteArtist = ({ store }: Engine, by: bigint, artistId: bigint) =>
  store.write(writes.deleteArtist, actorOf(by), { artistId, conditions: {} });

/** Undoes all changes of an account by repeated requests. @returns the numbers of records and requests, and the longest part in ms */
async function undoAll(
  { store }: Engine,
  by: bigint,
  span: Span,
): Promise<{ undone: number; left: number; requests: number; longest: number }> {
  const result = { undone: 0, left: 0, requests: 0, longest: 0 };
  const write = async (part: UndoPart) => {
    const start = performance.now();
    const outcome = await store.write(writes.undoPart, actorOf(by), part);
    result.longest = Math.max(result.longest, performance.now() - start);
    return outcome;
  };
  for (let after: UndoPosition | null = undoStart; after !== null; result.requests++) {
    const plan = (query: UndoQuery) => store.snapshot(planUndo, query);
    const { undone, left, next }: UndoOutcome = await undoAccount({ ...span, after, dryRun: false }, { plan, write });
    result.undone += undone.length;
    result.left += left.length;
    after = next;
  }
  return result;
}

const records = async ({ sql }: Engine) => [
  await sql('select id, name, description, image, band from artist order by id'),
  await sql('select id, artist_id, name, year, image from album order by id'),
];

/** Even the short form makes more changes than one request undoes. */
const changesMade = repetitionsFor('UNDO_CHANGES', { short: 1_000, long: 4_000 });
const albumsBack = repetitionsFor('UNDO_ALBUMS', { short: 600, long: 3_000 });

test(`${changesMade} changes of one account are all undone, and undoing the undo restores them`, async () => {
  for (const engine of engines) {
    const scaled = (n: number) => times((n * changesMade) / 10_000);
    const byAna = await each(scaled(1_000), () => addArtist(engine, ana));
    const large = await addArtist(engine, ana);
    const albums = await each(scaled(700), () => addAlbum(engine, ana, large));
    const before = await records(engine);

    await each(byAna, (id) => rename(engine, eve, id, 'X'));
    await each(byAna, (id) => rename(engine, eve, id, 'Y'));
    await each(byAna.slice(0, byAna.length / 2), (id) => deleteArtist(engine, eve, id));
    await deleteArtist(engine, eve, large);
    const byEve = await each(scaled(2_300), () => addArtist(engine, eve));
    const albumsByEve = await each(byEve.slice(0, byEve.length / 2), (id) => addAlbum(engine, eve, id));
    await each(byEve, (id) => rename(engine, eve, id, 'X'));
    await each(albumsByEve.slice(0, -1), () => addArtist(engine, eve));
    const [changes] = await engine.sql(`select count(*) as n from revision where user_id = ${eve}`);
    expect(Number(changes?.n)).toBeGreaterThanOrEqual(changesMade);
    const after = await records(engine);

    const span = { accountId: eve, since: 0, until: Date.now() };
    const start = performance.now();
    const undone = await undoAll(engine, editor, span);
    console.log(`${engine.name}: ${undone.undone} records, ${Math.round(performance.now() - start)} ms`, undone);
    expect(undone).toMatchObject({ undone: byAna.length + albums.length + 1 + byEve.length + 2 * albumsByEve.length - 1, left: 0 });
    expect(await records(engine)).toEqual(before);
    expect(await undoAll(engine, editor, span)).toMatchObject({ undone: 0, left: 0 });
    expect((await engine.store.snapshot(checkLog, null)).damage).toEqual([]);

    expect(await undoAll(engine, 0n, { ...span, accountId: editor, until: Date.now() })).toMatchObject({
      left: 0,
    });
    expect(await records(engine)).toEqual(after);
    expect(await engine.store.checkIntegrity()).toEqual([]);
    expect((await engine.store.snapshot(checkLog, null)).damage).toEqual([]);
  }
});

test('an undo skips records that another undo has reverted since the plan, and leaves those that were changed', async () => {
  for (const engine of engines) {
    const since = Date.now();
    const byAna = await each(times(30), () => addArtist(engine, ana));
    await Bun.sleep(2);
    await each(byAna, (id) => rename(engine, eve, id, 'X'));
    const byEve = await addArtist(engine, eve);
    await addAlbum(engine, eve, byEve);
    const span = { accountId: eve, since, until: Date.now() };
    const plan = await engine.store.snapshot(planUndo, { ...span, after: undoStart, limit: 500 });
    const run = (by: bigint) =>
      undoAccount(
        { ...span, after: undoStart, dryRun: false },
        { plan: async () => plan, write: (part) => engine.store.write(writes.undoPart, actorOf(by), part) },
      );
    const done = await run(editor);
    expect([done.undone.length, done.left]).toEqual([32, []]);
    await rename(engine, ana, byAna[0] as bigint, 'Y');
    const { undone, left } = await run(ana);
    expect<unknown>([engine.name, undone, left.map(({ id, reason }) => [id, reason])]).toEqual([
      engine.name,
      [],
      [[byAna[0], 'changed-since']],
    ]);
  }
});

test('an undo deletes an artist with 999 deleted albums, but not one that has more albums than a plan reads', async () => {
  for (const engine of engines) {
    for (const [albums, steps, left] of [
      [999, 'delete', 0],
      [1_001, undefined, 1],
    ] as const) {
      const since = Date.now();
      const artistId = await addArtist(engine, eve);
      const [newest] = await engine.sql('select coalesce(max(id), 0) as id from revision');
      // Created by one account, changed by another, deleted by the first.
      await engine.sql(
        `insert into revision (changeset, at, user_id, kind, id, version, action, artist_id, shape, members)
         with recursive a(id) as (select ${newest?.id} + 1 union all select id + 1 from a where id < ${newest?.id} + ${albums}),
           v(version, by, action, members) as (values (1, ${eve}, 'create', '{"name":"Uno","year":1969,"image":""}'),
             (2, ${ana}, 'update', '{"name":"Dos","year":1969,"image":""}'), (3, ${eve}, 'delete', null))
         select 1, ${since}, v.by, 'album', a.id, v.version, v.action, ${artistId}, 1, v.members from a cross join v order by v.version, a.id`,
      );
      const span = { accountId: eve, since, until: Date.now() };
      const plan = await engine.store.snapshot(planUndo, { ...span, after: { phase: 'deletions', id: 0n }, limit: 500 });
      expect<unknown>([engine.name, albums, plan.steps[0]?.action, plan.left.map(({ reason }) => reason)]).toEqual([
        engine.name,
        albums,
        steps,
        left ? ['has-albums'] : [],
      ]);
    }
  }
});

test(`an artist with ${albumsBack} albums is restored in one write`, async () => {
  for (const engine of engines) {
    const { store } = engine;
    const artistId = await addArtist(engine, ana);
    await each(times(albumsBack), () => addAlbum(engine, ana, artistId));
    const before = await records(engine);
    await deleteArtist(engine, eve, artistId);
    const start = performance.now();
    await store.write(writes.revertArtist, actorOf(editor), { artistId, version: 1n, conditions: {} });
    console.log(engine.name, `${Math.round(performance.now() - start)} ms`);
    expect(await records(engine)).toEqual(before);
    expect(await engine.sql(`select distinct changeset from revision where action = 'restore' and artist_id = ${artistId}`)).toHaveLength(
      1,
    );
    expect((await store.snapshot(checkLog, null)).damage).toEqual([]);
  }
});
