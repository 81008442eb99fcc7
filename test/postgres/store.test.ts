import { afterAll, describe, expect, test } from 'bun:test';
import pg from 'pg';
import { system } from '../../src/model/actor.ts';
import { noContext } from '../../src/model/context.ts';
import { Problem } from '../../src/model/problem.ts';
import { listArtists } from '../../src/operations/artist.ts';
import { checkLog } from '../../src/operations/check.ts';
import { createRecord } from '../../src/operations/record.ts';
import { writes } from '../../src/operations/writes.ts';
import { setEmail } from '../../src/store/account.ts';
import { artists } from '../../src/store/artist.ts';
import { createPool } from '../../src/store/postgres/connections.ts';
import { openPostgres } from '../../src/store/postgres/engine.ts';
import { migrations } from '../../src/store/postgres/migrations.ts';
import { runTransaction } from '../../src/store/postgres/transaction.ts';
import { listRevisions } from '../../src/store/revision.ts';
import { registerWrites, type Store, type Transaction } from '../../src/store/store.ts';
import { until } from '../faults/until.ts';
import { faults } from '../sqlite/faults.ts';
import { makeDatabase } from '../support/databases.ts';
import { codeIn } from '../support/failure.ts';
import { newArtist } from '../support/newArtist.ts';

const reports: string[] = [];

const database = await makeDatabase('');
const url = database.settings.DATABASE_URL as string;
const open = () => openPostgres({ url, poolSize: 10, readers: 2, create: true, report: (message) => reports.push(message) });
// Three nodes that start together on an empty database.
const nodes = await Promise.all([open(), open(), open()]);
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await database.drop();
});

const node = (i: number) => nodes[i % nodes.length] as Store;
const artist = (name: string) => ({ record: newArtist({ name }), requireId: false });
const codeOf = (promise: Promise<unknown>) => promise.then(() => 'committed', codeIn);

async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

test('migrations run once when nodes start together', async () => {
  const rows = await withClient((client) => client.query('select number from migration order by number'));
  expect(rows.rows).toEqual(migrations.map(({ number }) => ({ number })));
});

test('of parallel changes to one address only one succeeds', async () => {
  const person = (i: number) => ({ name: 'x', email: `x${i}@example.org`, passwordHash: null, role: 'member' as const, verified: true });
  const users = await Promise.all(Array.from({ length: 9 }, (_, i) => node(i).write(writes.signUp, system, person(i))));
  const { take } = registerWrites({ take: (tx, _, id: bigint) => setEmail(tx, id, 'Wanted@example.org', 'wanted@example.org') });
  const taken = await Promise.all(users.map(({ id }, i) => node(i).write(take, system, id)));
  expect(taken.filter(Boolean)).toHaveLength(1);
});

test('a refused change or a failed statement does not close the pooled connection', async () => {
  const pool = createPool(url, 1);
  const worker = async () => (await pool.query('select pg_backend_pid() as id')).rows[0]?.id;
  const first = await worker();
  const refuse = (tx: Transaction) => faults.refuse.run(tx, system, 'refused');
  expect([await codeOf(runTransaction(pool, refuse)), await worker()]).toEqual(['precondition-failed', first]);
  const wrong = async (tx: Transaction) => tx.get('select 1 / 0');
  expect([await codeOf(runTransaction(pool, wrong)), await worker()]).toEqual([expect.stringContaining('division by zero'), first]);
  await pool.end();
});

test('a refused change writes nothing', async () => {
  expect(await codeOf(node(0).write(faults.refuse, system, 'refused'))).toBe('precondition-failed');
  expect(await codeOf(node(0).write(faults.throwError, system, 'broken'))).toContain('a defect after writing');
  expect(await codeOf(node(0).write(writes.createArtist, system, artist('kept')))).toBe('committed');
  const { records, total } = await node(1).read(listArtists, { limit: 10n, offset: 0n, after: undefined });
  expect([records.map(({ name }) => name), total]).toEqual([['kept'], 1n]);
});

test('a refusal that is stored rolls back the writes before it', async () => {
  const keyed = { ...noContext, keyed: { key: 'a', request: 'b', keepsRefusals: true } };
  const refused = (): Promise<unknown> => node(0).write(faults.refuseOnce, system, 'taken back', keyed);
  const problem = await refused();
  expect(problem).toEqual({ problem: { code: 'precondition-failed', detail: 'refused after writing', facts: {} }, replayed: false });
  expect(await refused()).toEqual({ ...(problem as object), replayed: true });
  const { records } = await node(1).read(listArtists, { limit: 10n, offset: 0n, after: undefined });
  expect(records.map(({ name }) => name)).toEqual(['kept']);
});

test('anyone who follows the revision log misses nothing while transactions race', async () => {
  const seen: bigint[] = [];
  const found = new Set<string>();
  let after = 0n;
  let racing = true;
  const follow = async () => {
    const read = async () => node(2).read((reader) => listRevisions(reader, after, 100), null);
    const page = await read().catch((error) => (error instanceof Problem && error.code === 'unavailable' ? [] : Promise.reject(error)));
    for (const change of page) {
      seen.push(change.seq);
      found.add(`${change.kind} ${change.id} ${change.version}`);
    }
    after = page.at(-1)?.seq ?? after;
    return page.length;
  };
  const follower = (async () => {
    while (racing) if ((await follow()) === 0) await Bun.sleep(5);
  })();
  const { slow } = registerWrites({
    async slow(tx, actor, name: string) {
      const made = await createRecord(tx, actor, artists, artist(name));
      await tx.get('select pg_sleep($1::float8 / 1000)', Math.floor(Math.random() * 60));
      return made.record.id;
    },
  });
  // On a slow machine the pool may refuse a write as `unavailable`. Then nothing was changed, and the write is sent again.
  const write = (i: number): Promise<bigint> =>
    node(i)
      .write(slow, system, `race ${i}`)
      .catch((error) => (error instanceof Problem && error.code === 'unavailable' ? write(i) : Promise.reject(error)));
  const ids = await Promise.all(Array.from({ length: 200 }, (_, i) => write(i)));
  const unnumbered = () => withClient((client) => client.query('select 1 from revision where seq is null'));
  await until(async () => (await unnumbered()).rowCount === 0, 'revisions have no number yet');
  racing = false;
  await follower;
  while ((await follow()) > 0);
  for (const id of ids) expect(found.has(`artist ${id} 1`)).toBe(true);
  expect(seen).toEqual(seen.map((_, i) => BigInt(i + 1)));
});

/** Makes a barrier: the first `size` callers wait for each other; later callers continue at once. */
function barrier(size: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let arrived = 0;
  return () => {
    if (++arrived === size) resolve();
    return promise;
  };
}

test('a transaction that lost a race runs again as a whole, and its caller sees only the success', async () => {
  let attempts = 0;
  const { contended } = registerWrites({ contended: contend });
  const together = barrier(3);
  async function contend(tx: Transaction) {
    attempts++;
    await tx.run('set transaction isolation level serializable');
    const row = await tx.get(`select band from artist where name = 'kept'`);
    await together();
    await tx.run(`update artist set band = $1 where name = 'kept'`, `${row?.band}x`);
  }
  await Promise.all([0, 1, 2].map((i) => node(i).write(contended, system, null)));
  const rows = await withClient((client) => client.query(`select band from artist where name = 'kept'`));
  expect(rows.rows[0].band).toBe('xxx');
  expect(attempts).toBeGreaterThan(3);
  await withClient((client) => client.query(`update artist set band = '' where name = 'kept'`));
});

test('deadlocked transactions run again', async () => {
  const pair = await Promise.all([
    node(0).write(writes.createArtist, system, artist('left')),
    node(0).write(writes.createArtist, system, artist('right')),
  ]);
  const [left, right] = pair.map(({ record }) => record.id);
  const retries = () => [node(0), node(1)].reduce((sum, node) => sum + (node.figures().postgres?.retries ?? 0), 0);
  const before = retries();
  const together = barrier(2);
  const { lockBoth } = registerWrites({
    async lockBoth(tx, _, [first, second]: [bigint, bigint]) {
      await tx.get('select 1 from artist where id = $1 for update', first);
      await together();
      await tx.get('select 1 from artist where id = $1 for update', second);
    },
  });
  await Promise.all([
    node(0).write(lockBoth, system, [left as bigint, right as bigint]),
    node(1).write(lockBoth, system, [right as bigint, left as bigint]),
  ]);
  expect(retries()).toBeGreaterThan(before);
});

describe('a commit whose outcome is unknown is answered as such', () => {
  test('if the wait for a synchronous standby is cancelled', async () => {
    await withClient(async (admin) => {
      await admin.query(`alter system set synchronous_standby_names = 'nobody'`);
      await admin.query('select pg_reload_conf()');
      const pool = createPool(url, 1, { pipeline: true });
      const commit = () =>
        codeOf(
          runTransaction(pool, async (tx) => {
            await tx.run('set local synchronous_commit = on');
            await createRecord(tx, system, artists, artist('unreplicated'));
          }),
        );
      const cancel = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep' and datname = current_database()`;
      try {
        // Until the server has read its new settings, commits do not wait.
        let outcome = 'committed';
        while (outcome === 'committed') {
          const made = commit();
          const cancelling = setInterval(() => void admin.query(cancel), 50);
          outcome = await made.finally(() => clearInterval(cancelling));
        }
        expect(outcome).toBe('unavailable');
      } finally {
        await pool.end();
        await admin.query('alter system reset synchronous_standby_names');
        await admin.query('select pg_reload_conf()');
      }
    });
  });

  test('if the connection is lost', async () => {
    const pool = createPool(url, 1, { pipeline: true });
    const work = runTransaction(pool, async (tx) => {
      await createRecord(tx, system, artists, artist('lost'));
      await tx.get('select pg_terminate_backend(pg_backend_pid())');
    });
    expect(await codeOf(work)).toBe('unavailable');
    expect(await codeOf(runTransaction(pool, async (tx) => void (await createRecord(tx, system, artists, artist('next')))))).toBe(
      'committed',
    );
    await pool.end();
  });
});

test('the total and the revision log agree with the tables on every node', async () => {
  expect(await node(0).checkIntegrity()).toEqual([]);
  expect((await node(1).snapshot(checkLog, null)).damage).toEqual([]);
});

test('a new id skips the ids that clients have requested, up to the largest int64, whatever the query plan', async () => {
  const create = (id: bigint | undefined) =>
    node(0).write(writes.createArtist, system, { record: { ...artist('x').record, id }, requireId: false });
  await create(9223372036854775807n);
  const first = (await create(undefined)).record.id;
  for (const next of [1n, 2n, 3n]) await create(first + next);
  // After `analyze`, PostgreSQL knows that the table is small and plans to read all of it.
  await withClient((client) => client.query('analyze revision'));
  expect((await create(undefined)).record.id).toBe(first + 4n);
});

test('a pooler that mixes sessions is refused, and the refusal names the setting to change', async () => {
  const pool = createPool(url, 1, { pipeline: true });
  const work = () => runTransaction(pool, async (tx) => tx.get('select 1 as one'), {}).catch((error) => error);
  await work();
  await pool.query('deallocate all');
  expect(await work()).toMatchObject({ code: 'unavailable', message: expect.stringContaining('Set its pool_mode to session') });
  await pool.end();
});
