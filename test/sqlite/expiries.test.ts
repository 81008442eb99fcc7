import { afterAll, afterEach, expect, setSystemTime, test } from 'bun:test';
import { createLimits } from '../../src/limits/limit.ts';
import { type Actor, scopes, system } from '../../src/model/actor.ts';
import { noContext } from '../../src/model/context.ts';
import { hashLinkToken, makeLinkToken } from '../../src/model/linkToken.ts';
import { Problem } from '../../src/model/problem.ts';
import { hashSecret, makeApiKey, makeBearerToken } from '../../src/model/secret.ts';
import { checkLog } from '../../src/operations/check.ts';
import { changeOnce } from '../../src/operations/idempotencyKey.ts';
import { readLink } from '../../src/operations/linkToken.ts';
import { listSessions } from '../../src/operations/session.ts';
import { writes } from '../../src/operations/writes.ts';
import { type Leftover, leftovers } from '../../src/store/housekeeping.ts';
import { readOutbox } from '../../src/store/mail.ts';
import { openConnection } from '../../src/store/sqlite/database.ts';
import type { ReadOperation, Store } from '../../src/store/store.ts';
import { openApp } from '../support/inProcess.ts';
import { mailThrough } from '../support/mailServer.ts';
import { watchedStore } from '../support/watchedStore.ts';

/**
 * The program runs in this process, with its writes, so that a test can set the time. The tests check when the rows of each action expire,
 * and what each reader finds a millisecond before that moment, at it, and a millisecond after it.
 */
const start = Date.parse('2030-01-01T00:00:00Z');
const [second, hour, day] = [1_000, 3_600_000, 86_400_000];
const password = 'rock-n-roll';
const email = 'ana@example.org';

let networks = 0;
const app = await openApp({ ...mailThrough('smtp://127.0.0.1:9'), ROCKOLA_SESSION_HOURS: '5' });
const { database } = app.services.config;
if (database.engine !== 'sqlite') throw new Error('the app of the tests has another engine');
const connection = openConnection(database.path, 'write');
const watched = watchedStore(app.store, database, () => {});
const closeStore: () => void = watched.close;
// The store's own reads see only commits of its own writer, so the tests read through the connection that writes.
const read = ((operation: ReadOperation<unknown, unknown>, input: unknown) => operation(connection, input)) as Store['read'];
// Writes run one after the other, since there is only one connection for them.
let last: Promise<unknown> = Promise.resolve();
const write: Store['write'] = (...args) => {
  const done = last.then(() => watched.store.write(...args));
  last = done.catch(() => {});
  return done;
};
const store = { ...watched.store, read, write };
const limits = createLimits(store, 'secret');
const ask = app.appWith({ store, limits });
setSystemTime(start);
expect((await post('/api/v1/user/signup', { name: 'Ana', email, password })).status).toBe(201);
afterEach(() => setSystemTime());
afterAll(async () => {
  connection.close();
  closeStore();
  await app.close();
});

/** Sends a request from a new network, which has no counted tries. */
function post(path: string, body: unknown, headers: Record<string, string> = { 'X-API-Key': app.adminKey }): Promise<Response> {
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) };
  return ask(path, init, { address: `198.51.${++networks >> 8}.${networks & 255}` });
}

async function logIn(): Promise<{ token: string; api_key: string; expires_at: string; user: { id: number } }> {
  const answer = await post('/api/v1/user/login', { email, password });
  expect([answer.status, app.errors]).toEqual([200, []]);
  // The answer comes before its tries are deleted. Writes run one after the other, so this one ends after the deletion.
  await store.write(writes.ensureDigestKey, system, null);
  return (await answer.json()) as Awaited<ReturnType<typeof logIn>>;
}

const anaId = () => connection.get('select id from "user" where email = $1', email)?.id as bigint;
const lastId = (table: string) => connection.get(`select max(id) as id from ${table}`)?.id as bigint;
const takeMail = () => store.write(writes.takeMail, system, { tokenHash: hashLinkToken(makeLinkToken()) });

/** Every column that holds an expiry, with the primary key of its table. */
const expiryColumns: Record<string, string> = {
  'session.expires_at': 'id',
  'api_key.expires_at': 'id',
  'mail_token.expires_at': 'hash',
  'tries.ends_at': 'key',
  'mail.due_at': 'id',
  'webhook.due_at': 'id',
};

test('every column of the store with an expiry is tested here', () => {
  const columns = connection.all(
    `select m.name || '.' || c.name as name from sqlite_schema m, pragma_table_info(m.name) c
     where m.type = 'table' and c.name in ('expires_at', 'ends_at', 'due_at') order by 1`,
  ) as { name: string }[];
  expect(columns.map(({ name }) => name)).toEqual(Object.keys(expiryColumns).toSorted());
});

/** All expiries in the store, by column and row. */
function expiriesNow(): Map<string, string> {
  const found = Object.entries(expiryColumns).flatMap(([column, key]) => {
    const [table, name] = column.split('.') as [string, string];
    const rows = connection.all(`select ${key} as row, ${name} as at from ${table}`) as { row: bigint | string; at: bigint | null }[];
    return rows.map(({ row, at }): [string, string] => [`${column} ${row}`, at === null ? `${column} never` : `${column} ${Number(at)}`]);
  });
  return new Map(found);
}

/** The expiries that an action writes, each as its column and the seconds until then. */
async function expiriesWrittenBy(action: () => Promise<unknown>): Promise<string[]> {
  const before = expiriesNow();
  setSystemTime(start);
  await action();
  const written = [...expiriesNow()].filter(([row, end]) => before.get(row) !== end).map(([, end]) => end);
  return written.map((end) => end.replace(/\d+$/, (at) => `${(Number(at) - start) / second} s`)).toSorted();
}

/** The expiries of tries that end after these numbers of seconds. */
const tries = (...seconds: number[]) => seconds.map((left) => `tries.ends_at ${left} s`).toSorted();
const dayLong = 86_400;

/** The expiries that each action writes. */
const actions: Record<string, { act(): Promise<unknown>; writes: string[] }> = {
  'a sign-up': {
    act: () => post('/api/v1/user/signup', { name: 'Bea', email: 'bea@example.org', password }),
    writes: ['mail.due_at 0 s', ...tries(60, 14_400)],
  },
  'a login': {
    // The success removes its try, and the network of the login is known for 90 days.
    act: logIn,
    writes: ['api_key.expires_at 18000 s', 'session.expires_at 18000 s', ...tries(0, 90 * dayLong)],
  },
  'a login that fails': {
    act: () => post('/api/v1/user/login', { email, password: 'another' }),
    writes: tries(60, dayLong),
  },
  'a key without an end': {
    act: () => post('/api/v1/user/keys', { name: 'k', scopes: ['artists:write'] }),
    writes: ['api_key.expires_at never'],
  },
  'a key with an end': {
    act: () => post('/api/v1/user/keys', { name: 'k', scopes: ['artists:write'], expires_at: new Date(start + 7 * day).toISOString() }),
    writes: [`api_key.expires_at ${7 * dayLong} s`],
  },
  'a webhook': {
    act: () => post('/api/v1/user/webhooks', { url: 'https://radio.example.org/hook' }),
    writes: ['webhook.due_at 0 s'],
  },
  'a request for a new password': {
    act: () => post('/api/v1/user/password-reset-requests', { email }),
    writes: ['mail.due_at 0 s', ...tries(60, 3_600)],
  },
  'a request for a link to confirm an address': {
    act: async () => {
      const { token } = await logIn();
      await emptyOutbox();
      const written = await expiriesWrittenBy(() => post('/api/v1/user/verification-requests', {}, { Authorization: `Bearer ${token}` }));
      expect(written).toEqual(['mail.due_at 0 s', ...tries(60, 3_600, 2 * 14_400)]);
    },
    writes: [
      'api_key.expires_at 18000 s',
      'mail.due_at 0 s',
      'session.expires_at 18000 s',
      ...tries(0, 60, 3_600, 2 * 14_400, 90 * dayLong),
    ],
  },
  'the link of the operator for a new password': {
    act: () => store.write(writes.createResetLink, system, { email, tokenHash: hashLinkToken(makeLinkToken()) }),
    writes: ['mail_token.expires_at 1800 s'],
  },
  'the link to the page where the operator makes an account': {
    act: () => store.write(writes.createAdminLink, system, hashLinkToken(makeLinkToken())),
    writes: [`mail_token.expires_at ${dayLong} s`],
  },
};

async function emptyOutbox(): Promise<void> {
  for (let mail = await takeMail(); mail; mail = await takeMail()) await store.write(writes.removeMail, system, mail);
}

test.each(Object.keys(actions))('%s writes exactly the listed expiries', async (name) => {
  setSystemTime(start);
  await emptyOutbox();
  const { act, writes: written } = actions[name] as (typeof actions)[string];
  expect(await expiriesWrittenBy(act)).toEqual(written.toSorted());
});

test('a taken mail starts the lifetime of its link, and is due again after 1, 4, 9 … minutes', async () => {
  setSystemTime(start);
  await emptyOutbox();
  for (const [kind, life] of [
    ['verify', dayLong],
    ['reset', 1_800],
  ]) {
    connection.run(
      "insert into mail (kind, address, language, created_at, due_at, tries) values ($1, $2, 'es', $3, $3, 0)",
      kind as string,
      email,
      start,
    );
    const id = lastId('mail');
    for (let n = 1; n <= 16; n++) {
      connection.run('update mail set due_at = $1 where id = $2', start, id);
      const token = makeLinkToken();
      await store.write(writes.takeMail, system, { tokenHash: hashLinkToken(token) });
      const written = expiriesNow();
      expect(written.get(`mail.due_at ${id}`)).toBe(`mail.due_at ${start + 60 * n * n * second}`);
      expect(written.get(`mail_token.expires_at ${hashLinkToken(token)}`)).toBe(`mail_token.expires_at ${start + Number(life) * second}`);
    }
    connection.run('delete from mail');
  }
});

/** The result of a reader a millisecond before an expiry, at it, and a millisecond after it. */
async function resultsAround<T>(end: number, read: () => Promise<T> | T): Promise<T[]> {
  const seen: T[] = [];
  for (const off of [-1, 0, 1]) {
    setSystemTime(end + off);
    seen.push(await read());
  }
  return seen;
}

const statusWith = async (headers: Record<string, string>, path = '/api/v1/user') => (await ask(path, { headers })).status;

test('a login and its key work until the login expires, in the API, in its list and when it is ended; its cookie never causes a 500', async () => {
  setSystemTime(start);
  connection.run('update session set ended_at = 1 where ended_at is null');
  const { token, api_key, expires_at } = await logIn();
  const end = start + 5 * hour;
  expect(expires_at).toBe(new Date(end).toISOString());
  const page = { limit: 10n, offset: 0n };
  const listed = async () => {
    const { records, total } = await store.read(listSessions, { accountId: anaId(), now: Date.now(), page });
    return [records.length, total];
  };
  expect(await resultsAround(end, () => statusWith({ Authorization: `Bearer ${token}` }))).toEqual([200, 401, 401]);
  expect(await resultsAround(end, () => statusWith({ 'X-API-Key': api_key }))).toEqual([200, 401, 401]);
  expect(await resultsAround(end, () => statusWith({ Cookie: `__Host-rockola=${token}` }, '/account/logins'))).not.toContain(500);
  expect(await resultsAround(end, listed)).toEqual([
    [1, 1n],
    [0, 0n],
    [0, 0n],
  ]);
  const id = lastId('session');
  const actor: Actor = { accountId: anaId(), role: 'member', scopes, sessionId: null, keyId: null };
  const ended = async () => {
    const found = await store.write(writes.endSession, actor, id).then(
      () => true,
      (error) => (error instanceof Problem ? error.code : error),
    );
    connection.run('update session set ended_at = null where id = $1', id);
    return found;
  };
  // The guard reads the actor again, so the actor needs a key that does not expire.
  connection.run(
    'insert into api_key (user_id, session_id, name, hash, scopes, created_at, expires_at) values ($1, null, $2, $3, $4, 0, null)',
    ...[anaId(), 'k', hashSecret(makeApiKey()), scopes.join(' ')],
  );
  actor.keyId = lastId('api_key');
  expect(await resultsAround(end, ended)).toEqual([true, 'not-found', 'not-found']);
});

test('a key works until it expires, and a key without an expiry works for ever', async () => {
  setSystemTime(start);
  const end = start + 7 * day;
  const make = async (expires_at?: string) => {
    const made = await post('/api/v1/user/keys', { name: 'k', scopes: ['account'], ...(expires_at && { expires_at }) });
    return ((await made.json()) as { key: string }).key;
  };
  const [lasting, ending] = [await make(), await make(new Date(end).toISOString())];
  expect(await resultsAround(end, () => statusWith({ 'X-API-Key': ending }))).toEqual([200, 401, 401]);
  expect(await resultsAround(start + 1_000 * day, () => statusWith({ 'X-API-Key': lasting }))).toEqual([200, 200, 200]);
});

test('a link works until it expires, in whatever way it is used', async () => {
  const end = start + hour;
  const readers: Record<string, (token: string) => Promise<unknown>> = {
    'a look': async (token) => {
      const purpose = connection.get('select purpose from mail_token where hash = $1', hashLinkToken(token))?.purpose as 'verify';
      return (await store.read(readLink, { tokenHash: hashLinkToken(token), use: purpose, now: Date.now() })) !== undefined;
    },
    'a new password': (token) =>
      writeWorks(() => store.write(writes.resetPassword, system, { tokenHash: hashLinkToken(token), passwordHash: 'x', language: null })),
    'a confirmation': (token) =>
      writeWorks(() => store.write(writes.verifyAddress, system, { tokenHash: hashLinkToken(token), language: null })),
    'the first administrator': (token) =>
      writeWorks(() =>
        store.write(writes.createFirstAdmin, system, {
          tokenHash: hashLinkToken(token),
          name: 'A',
          email: `${token}@example.org`,
          passwordHash: 'x',
        }),
      ),
  };
  const operator = connection.get(`select id from "user" where email = 'operator@localhost'`)?.id as bigint;
  for (const [reader, read] of Object.entries(readers)) {
    const seen = await resultsAround(end, async () => {
      const token = makeLinkToken();
      const [account, purpose] =
        reader === 'the first administrator' ? [operator, 'reset'] : [anaId(), reader === 'a confirmation' ? 'verify' : 'reset'];
      connection.run('delete from mail_token');
      connection.run(
        'insert into mail_token (hash, user_id, purpose, email, created_at, expires_at) values ($1, $2, $3, $4, 0, $5)',
        ...[hashLinkToken(token), account, purpose, email, end],
      );
      return read(token);
    });
    expect([reader, seen]).toEqual([reader, [true, false, false]]);
  }
});

async function writeWorks(work: () => Promise<unknown>): Promise<boolean> {
  return work().then(
    () => true,
    (error) => {
      if (error instanceof Problem && error.code === 'invalid-input') return false;
      throw error;
    },
  );
}

test('an idempotency key repeats its outcome for a day, even if the store is full; after the day the request runs again', async () => {
  setSystemTime(start);
  const create = (key: string) => post('/api/v1/artists', { name: 'Una vez' }, { 'X-API-Key': app.adminKey, 'Idempotency-Key': key });
  const keys = ['"before"', '"then"', '"later"'];
  for (const key of keys) expect((await create(key)).status).toBe(201);
  let n = 0;
  const again = await resultsAround(start + day, async () => (await create(keys[n++] as string)).headers.get('idempotent-replayed'));
  expect(again).toEqual(['true', null, null]);
  const full = { ...store, write: () => Promise.reject(new Problem('storage-full', 'x')) } as unknown as Store;
  const keyed = { key: 'full', request: 'r', keepsRefusals: true };
  const actor: Actor = { accountId: 1n, role: 'admin', scopes, sessionId: null, keyId: 1n };
  const input = { record: { name: 'x', description: '', image: '', band: '' }, requireId: false };
  setSystemTime(start);
  await changeOnce(store, writes.createArtist, actor, input as never, { ...noContext, keyed });
  const readAgain = () =>
    changeOnce(full, writes.createArtist, actor, input as never, { ...noContext, keyed }).then(
      ({ replayed }) => replayed,
      (error: Problem) => error.code,
    );
  expect(await resultsAround(start + day, readAgain)).toEqual([true, 'storage-full', 'storage-full']);
});

test('an account logs in from a network it has used in the last ninety days, though strangers guess its password elsewhere', async () => {
  const address = 'known@example.org';
  const logInFrom = (network: string) => limits.admitTry({ network, body: 0, limits: [] }, 'login', address);
  setSystemTime(start);
  await (await logInFrom('192.0.2.1')).succeeded();
  setSystemTime(start + 90 * day - 2);
  for (let i = 0; i < 15; i++) await logInFrom(`203.0.113.${i}`).catch(() => {});
  const passes = () =>
    logInFrom('192.0.2.1').then(
      () => true,
      () => false,
    );
  expect(await resultsAround(start + 90 * day, passes)).toEqual([true, false, false]);
});

test('a mail that is requested again while it is being sent, at any time within a minute, is sent again', async () => {
  for (const later of [0, 1, 1_000, 59_999]) {
    setSystemTime(start);
    await emptyOutbox();
    connection.run(
      "insert into mail (kind, address, language, created_at, due_at, tries) values ('reset', $1, 'es', $2, $2, 0)",
      email,
      start,
    );
    const taken = await takeMail();
    setSystemTime(start + later);
    await store.write(writes.requestReset, system, { email, language: 'es' });
    await store.write(writes.removeMail, system, taken as NonNullable<typeof taken>);
    const left = connection.all("select due_at as due, tries from mail where kind = 'reset'");
    expect([later, left]).toEqual([later, [{ due: BigInt(start + later), tries: 0n }]]);
    connection.run('delete from mail');
  }
});

test('a new link ends the earlier link for its purpose, and not the link for the other purpose', async () => {
  setSystemTime(start);
  const insert = (purpose: string) =>
    connection.run(
      'insert into mail_token (hash, user_id, purpose, email, created_at, expires_at) values ($1, $2, $3, $4, 0, $5)',
      ...[`old ${purpose}`, anaId(), purpose, email, start + hour],
    );
  for (const [renewed, other] of [
    ['verify', 'reset'],
    ['reset', 'verify'],
  ]) {
    connection.run('delete from mail_token');
    connection.run('delete from mail');
    connection.run('update "user" set verified_at = null where id = $1', anaId());
    for (const purpose of ['verify', 'reset']) insert(purpose);
    connection.run(
      "insert into mail (kind, address, language, created_at, due_at, tries) values ($1, $2, 'es', 1, 1, 0)",
      renewed as string,
      email,
    );
    const tokenHash = hashLinkToken(makeLinkToken());
    await store.write(writes.takeMail, system, { tokenHash });
    const left = connection.all('select hash from mail_token order by hash').map(({ hash }) => hash);
    expect(left).toEqual([tokenHash, `old ${other}`].toSorted());
  }
  connection.run('delete from mail');
});

test('a mail can be taken from its due time on', async () => {
  setSystemTime(start);
  await emptyOutbox();
  const due = start + hour;
  connection.run(
    "insert into mail (kind, address, language, created_at, due_at, tries) values ('password-changed', 'x@example.org', 'es', 0, $1, 0)",
    due,
  );
  expect(await resultsAround(due, async () => (await store.read(readOutbox, Date.now())).due)).toEqual([false, true, true]);
  const taken = async () => {
    const mail = await takeMail();
    connection.run('update mail set due_at = $1', due);
    return mail !== undefined;
  };
  expect(await resultsAround(due, taken)).toEqual([false, true, true]);
  connection.run('delete from mail');
});

test('when the clock goes back, the times in the log of a record never decrease, and the check finds no damage', async () => {
  const send = (method: string, path: string, body?: object) =>
    ask(path, {
      method,
      headers: { 'X-API-Key': app.adminKey, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const artist = '/api/v1/artists/5000';
  const steps: [method: string, path: string, body?: object][] = [
    ['POST', '/api/v1/artists', { id: 5000, name: 'Reloj' }],
    ['POST', `${artist}/albums`, { id: 6000, name: 'Hora', year: 1970 }],
    ['PATCH', artist, { band: 'Reloj' }],
    ['PUT', artist, { name: 'Reloj', description: '', image: '', band: 'x' }],
    ['PATCH', `${artist}/albums/6000`, { year: 1971 }],
    ['POST', `${artist}/reversions`, { version: 1 }],
    ['DELETE', `${artist}/albums/6000`],
    ['POST', `${artist}/albums/6000/reversions`, { version: 1 }],
    ['DELETE', artist],
    ['POST', `${artist}/reversions`, { version: 1 }],
    ['DELETE', artist],
  ];
  for (const [n, [method, path, body]] of steps.entries()) {
    setSystemTime(start - n * hour);
    const { status } = await send(method, path, body);
    expect([method, path, status < 300]).toEqual([method, path, true]);
  }
  const rows = connection.all('select kind, id, version, at from revision where id in (5000, 6000) order by kind, id, version') as {
    kind: string;
    at: bigint;
  }[];
  expect([rows.length > steps.length, new Set(rows.map(({ at }) => Number(at) - start))]).toEqual([true, new Set([0, -hour])]);
  for (const kind of ['artist', 'album']) {
    const times = rows.filter((row) => row.kind === kind).map(({ at }) => at);
    expect([kind, times]).toEqual([kind, times.toSorted((a, b) => Number(a - b))]);
  }
  expect(await checkLog(connection, null)).toMatchObject({ damage: [] });
});

/** Each kind of row that housekeeping deletes. `insert` makes a row whose time is `at`; it stays for `keptFor` ms after that. */
const rows: Record<Leftover, { table: string; insert(at: number): void; keptFor: number }> = {
  'expired links': {
    table: 'mail_token',
    insert: (at) =>
      connection.run(
        `insert into mail_token (hash, user_id, purpose, email, created_at, expires_at) values ('x', 1, 'reset', 'x', 0, $1)`,
        at,
      ),
    keptFor: 0,
  },
  'ended logins': { table: 'session', insert: (at) => insertSession(start + 1_000 * day, at), keptFor: 30 * day },
  'expired logins': { table: 'session', insert: (at) => insertSession(at, null), keptFor: 30 * day },
  'revoked keys': {
    table: 'api_key',
    insert: (at) =>
      connection.run(
        `insert into api_key (user_id, name, hash, scopes, created_at, revoked_at) values (1, 'x', $1, '', 0, $2)`,
        hashSecret(makeApiKey()),
        at,
      ),
    keptFor: 30 * day,
  },
  'old events': {
    table: 'account_event',
    insert: (at) => connection.run(`insert into account_event (at, user_id, action) values ($1, 1, 'x')`, at),
    keptFor: 365 * day,
  },
  'old idempotency keys': {
    table: 'idempotency_key',
    insert: (at) => connection.run(`insert into idempotency_key (key, request, outcome, at) values ('x', '', '{}', $1)`, at),
    keptFor: day,
  },
  'expired counters of tries': {
    table: 'tries',
    insert: (at) => connection.run(`insert into tries (key, debt, at, ends_at) values ('x', 1, 0, $1)`, at),
    keptFor: 0,
  },
  'inputs of ended jobs': {
    table: 'job_chunk',
    insert: (at) => {
      insertChunk(at, 'input', { checkpoint: 'apply 0', started_at: at });
      insertChunk(at, 'report');
      // A plan that failed, or was done once, may be repeated, so these inputs stay.
      insertChunk(at, 'input', { started_at: at });
      insertChunk(at, 'input');
      addChunk('plan summary');
    },
    keptFor: 0,
  },
  'files of ended jobs': { table: 'job_chunk', insert: (at) => insertChunk(at, 'report'), keptFor: 7 * day },
  'ended jobs': { table: 'job', insert: (at) => insertJob(at), keptFor: 7 * day },
};

function insertChunk(endedAt: number, name: string, job = {}): void {
  insertJob(endedAt, job);
  addChunk(name);
}

/** Adds a chunk to the last job. */
function addChunk(name: string): void {
  connection.run(`insert into job_chunk (job_id, name, number, bytes) select max(id), $1, 0, '' from job`, name);
}

function insertJob(endedAt: number, { checkpoint = '', started_at = null as number | null } = {}): void {
  connection.run(
    `insert into job (kind, state, created_at, started_at, ended_at, done, cancel, parameters, checkpoint, run, leased_until)
     values ('x', 'failed', 0, $1, $2, 0, 0, '{}', $3, 1, 0)`,
    ...[started_at, endedAt, checkpoint],
  );
}

function insertSession(expiresAt: number, endedAt: number | null): void {
  connection.run(
    'insert into session (token_hash, user_id, created_at, expires_at, ended_at) values ($1, 1, 0, $2, $3)',
    ...[hashSecret(makeBearerToken()), expiresAt, endedAt],
  );
}

test.each(leftovers)('housekeeping removes %s once their time is over, and not before', async (leftover) => {
  const { table, insert, keptFor } = rows[leftover];
  const empty = () => {
    if (table === 'session') connection.run('delete from api_key where session_id is not null');
    connection.run(`delete from ${table}`);
  };
  empty();
  const removed = await resultsAround(start + keptFor, async () => {
    insert(start);
    const count = () => Number(connection.get(`select count(*) as n from ${table}`)?.n);
    const before = count();
    await store.write(writes.tidyUp, system, leftover);
    const deleted = before - count();
    empty();
    return deleted;
  });
  expect(removed).toEqual([0, 0, 1]);
});
