import { afterAll, expect, test } from 'bun:test';
import pg from 'pg';
import { system } from '../../src/model/actor.ts';
import type { Problem } from '../../src/model/problem.ts';
import { readAlbum } from '../../src/operations/album.ts';
import { readArtist } from '../../src/operations/artist.ts';
import { writes } from '../../src/operations/writes.ts';
import { openPostgres } from '../../src/store/postgres/engine.ts';
import { until } from '../faults/until.ts';
import { repetitionsFor } from '../support/amount.ts';
import { ask } from '../support/databases.ts';
import { codeIn } from '../support/failure.ts';
import { startRockola } from '../support/harness.ts';
import { newArtist } from '../support/newArtist.ts';

const rounds = repetitionsFor('ROUNDS', { short: 40, long: 400 });
// `node` is a second node, in this process: a test can give it several reads within one turn of the event loop.

const rockola = await startRockola();
const url = new URL(rockola.env.DATABASE_URL as string);
url.searchParams.set('application_name', 'node');
const node = await openPostgres({ url: url.href, poolSize: 2, readers: 1, create: false, report: () => {} });
const other = new pg.Client(url.href);
await other.connect();
const ids = await Promise.all(Array.from({ length: 8 }, (_, i) => add(`Artista ${i}`)));
afterAll(async () => {
  await other.end();
  await node.close();
  await rockola.stop();
});

async function add(name: string): Promise<bigint> {
  return (await node.write(writes.createArtist, system, { record: newArtist({ name }), requireId: false })).record.id;
}

const read = async (artistId: bigint) => node.read(readArtist, { artistId });
const nameOf = (artistId: bigint) => read(artistId).then(({ record }) => record.name, codeIn);

/** The server processes whose statement waits for a lock. The service reads artists for its index too, so `node` has another name. */
async function waiting(application = 'node'): Promise<number[]> {
  // Not on the connection that holds the lock: within its transaction the answer would never change.
  const rows = await ask(
    url.href,
    `select pid from pg_stat_activity
     where wait_event_type = 'Lock' and datname = current_database() and application_name = '${application}' and query like 'select id,name%'`,
  );
  return rows.map(({ pid }) => pid as number);
}

async function whileLocked(work: () => Promise<void>): Promise<void> {
  await other.query('begin; lock table artist in access exclusive mode');
  try {
    await work();
  } finally {
    await other.query('rollback');
  }
}

test('reads of one turn share one statement, and each gets its own result', async () => {
  const [first, second] = ids as [bigint, bigint];
  let names: Promise<string>[] = [];
  await whileLocked(async () => {
    names = [first, second, first, 999_999n].map(nameOf);
    await until(async () => (await waiting()).length > 0, 'no statement waits');
    expect(await waiting()).toHaveLength(1);
    expect(node.figures().postgres?.waiting).toBe(0);
  });
  expect(await Promise.all(names)).toEqual(['Artista 0', 'Artista 1', 'Artista 0', 'not-found']);
});

test('each read that waits for a connection is counted', async () => {
  const [first, second] = ids as [bigint, bigint];
  const names: Promise<string>[] = [];
  await whileLocked(async () => {
    for (const statements of [1, 2]) {
      names.push(nameOf(first));
      await until(async () => (await waiting()).length === statements, 'a statement does not wait');
    }
    names.push(nameOf(first), nameOf(second), nameOf(second));
    await until(async () => node.figures().postgres?.waiting === 3, 'three reads do not wait');
  });
  expect(await Promise.all(names)).toEqual(['Artista 0', 'Artista 0', 'Artista 0', 'Artista 1', 'Artista 1']);
  expect(node.figures().postgres?.waiting).toBe(0);
});

test('more reads than one statement takes are all answered', async () => {
  const many = Array.from({ length: 250 }, (_, i) => (i % 2 === 0 ? (ids[i % ids.length] as bigint) : BigInt(500_000 + i)));
  const expected = many.map((_, i) => (i % 2 === 0 ? `Artista ${i % ids.length}` : 'not-found'));
  expect(await Promise.all(many.map(nameOf))).toEqual(expected);
});

test('an album is found under its own artist only, even if the same turn asks for it under another artist', async () => {
  const [artistId, otherId] = ids as [bigint, bigint];
  const { json } = await rockola.send('POST', `/artists/${artistId}/albums`, { name: 'Único', year: 1971 });
  const nameUnder = (id: bigint) =>
    Promise.resolve(node.read(readAlbum, { artistId: id, albumId: json.id })).then(
      ({ record }) => record.name,
      (error: Problem) => error.code,
    );
  expect(await Promise.all([artistId, otherId, artistId].map(nameUnder))).toEqual(['Único', 'not-found', 'Único']);
});

test('a read sees every change that was answered before it, with any number of other reads', async () => {
  let reading = true;
  const crowd = ids.map(async (id) => {
    for (; reading; await Bun.sleep(1)) await nameOf(id);
  });
  const changing = ids.map(async (artistId, i) => {
    for (let round = 0; round < rounds; round++) {
      const name = `Artista ${i} ${round}`;
      await node.write(writes.patchArtist, system, { artistId, fields: { name }, conditions: {} });
      expect((await read(artistId)).record.name).toBe(name);
    }
  });
  try {
    await Promise.all(changing);
  } finally {
    reading = false;
  }
  await Promise.all(crowd);
});

test('a statement that fails fails each of its reads, and the next turn is served', async () => {
  let failed: Promise<string>[] = [];
  await whileLocked(async () => {
    failed = ids.map(nameOf);
    await until(async () => (await waiting()).length === 1, 'no statement waits');
    for (const pid of await waiting()) await other.query('select pg_cancel_backend($1)', [pid]);
    expect(await Promise.all(failed)).toEqual(ids.map(() => 'unavailable'));
  });
  expect(await Promise.all(ids.map(nameOf))).not.toContain('unavailable');
});

test('a client that disconnects does not affect other reads in the same statement', async () => {
  const leaving = new AbortController();
  const fetchAll = (signal?: AbortSignal) =>
    Promise.all(ids.map(async (id) => (await fetch(`${rockola.url}/api/v1/artists/${id}`, { signal: signal ?? null })).status));
  let left: Promise<unknown> = Promise.resolve();
  let stayed: Promise<number[]> = Promise.resolve([]);
  await whileLocked(async () => {
    left = fetchAll(leaving.signal).catch((error) => error);
    stayed = fetchAll();
    await until(async () => (await waiting('rockola')).length > 0, 'no statement waits');
    leaving.abort();
    expect(await left).toBeInstanceOf(Error);
  });
  expect(await stayed).toEqual(ids.map(() => 200));
});
