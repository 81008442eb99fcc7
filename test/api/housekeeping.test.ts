import { afterAll, expect, test } from 'bun:test';
import { createLastUsed } from '../../src/auth/lastUsed.ts';
import { readConfig } from '../../src/config/config.ts';
import { scopes, system } from '../../src/model/actor.ts';
import { writes } from '../../src/operations/writes.ts';
import { tidy } from '../../src/service/housekeeping.ts';
import { leftovers } from '../../src/store/housekeeping.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { until } from '../faults/until.ts';
import { engine } from '../support/databases.ts';
import { startRockola } from '../support/harness.ts';
import { threads } from '../support/threads.ts';

const day = 86_400_000;

const idsOf = async (table: string) => (await rockola.sql(`select id from ${table} order by id`)).map(({ id }) => Number(id));
const sessionsOfAna = async () =>
  (await rockola.sql(`select id from session where user_id = ${ana.id} order by id`)).map(({ id }) => Number(id));

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
const ana = await rockola.person();
const login = { body: { email: ana.email, password: ana.password } };
for (let i = 0; i < 3; i++) await rockola.call('POST', '/api/v1/user/login', login);
const ids = await sessionsOfAna();
await rockola.end();
let store: Store = await openStore({ ...readConfig(rockola.env), threads, report: console.error });
afterAll(async () => {
  await store.close();
  await rockola.stop();
});

test('30 days after their end, logins with their keys and revoked keys are deleted; expired links are deleted at once', async () => {
  const [ended, expired, recent, live] = ids;
  const now = Date.now();
  await rockola.sql(`update session set ended_at = ${now - 31 * day} where id = ${ended}`);
  await rockola.sql(`update session set expires_at = ${now - 31 * day} where id = ${expired}`);
  await rockola.sql(`update session set ended_at = ${now - 29 * day} where id = ${recent}`);
  const token = `insert into mail_token (hash, user_id, purpose, email, created_at, expires_at)`;
  await rockola.sql(`${token} values ('old', ${ana.id}, 'reset', 'x', 0, ${now - 1}), ('new', ${ana.id}, 'reset', 'x', 0, ${now + day})`);
  const [operatorKey] = await idsOf('api_key');
  await tidy(store, () => false);
  expect(await sessionsOfAna()).toEqual([recent, live] as number[]);
  const owners = await rockola.sql(`select session_id from api_key where session_id is not null order by session_id`);
  expect(owners.map(({ session_id }) => Number(session_id))).toEqual([recent, live] as number[]);
  expect(await idsOf('api_key')).toContain(operatorKey as number);
  expect(await rockola.sql(`select hash from mail_token where user_id = ${ana.id}`)).toEqual([{ hash: 'new' }]);
  await rockola.sql(`update api_key set revoked_at = ${now - 31 * day} where id = ${operatorKey}`);
  await tidy(store, () => false);
  expect(await idsOf('api_key')).not.toContain(operatorKey as number);
});

test('events of accounts are deleted after a year', async () => {
  const [first, second, ...others] = await idsOf('account_event');
  const now = Date.now();
  await rockola.sql(`update account_event set at = ${now - 366 * day} where id = ${first}`);
  await rockola.sql(`update account_event set at = ${now - 364 * day} where id = ${second}`);
  await tidy(store, () => false);
  expect(await idsOf('account_event')).toEqual([second as number, ...others]);
});

test('the outcome of a request with an idempotency key is deleted after a day', async () => {
  const now = Date.now();
  const rows = `('old', '', '{}', ${now - day - 1_000}), ('new', '', '{}', ${now - day + 60_000})`;
  await rockola.sql(`insert into idempotency_key (key, request, outcome, at) values ${rows}`);
  await tidy(store, () => false);
  expect(await rockola.sql('select key from idempotency_key')).toEqual([{ key: 'new' }]);
  await rockola.sql('delete from idempotency_key');
});

/** Adds `rows` expired rows of each kind. All have the same time, as after a command that ends the logins of all accounts. */
async function addExpired(rows: number): Promise<void> {
  const [past, user] = [Date.now() - 400 * day, ana.id];
  const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${rows})`;
  for (const [prefix, ended] of [
    ['a', String(past)],
    ['b', 'null'],
  ]) {
    const values = `'${prefix}' || i, ${user}, ${past}, ${ended === 'null' ? past : Date.now() + day}, ${ended}`;
    await rockola.sql(`insert into session (token_hash, user_id, created_at, expires_at, ended_at) ${numbers} select ${values} from n`);
  }
  const key = `insert into api_key (user_id, session_id, name, hash, scopes, created_at, revoked_at)`;
  await rockola.sql(`${key} select ${user}, id, '', 'of ' || token_hash, '', 0, null from session where created_at = ${past}`);
  await rockola.sql(`${key} ${numbers} select ${user}, null, '', 'lasting ' || i, '', 0, ${past} from n`);
  const token = 'insert into mail_token (hash, user_id, purpose, email, created_at, expires_at)';
  await rockola.sql(`${token} ${numbers} select 'left ' || i, ${user}, 'reset', 'x', 0, ${past} from n`);
  await rockola.sql(`insert into account_event (at, user_id, action) ${numbers} select ${past}, ${user}, 'left' from n`);
  await rockola.sql(`insert into tries (key, debt, at, ends_at) ${numbers} select 'left ' || i, 1, 0, ${past} from n`);
  await rockola.sql(`insert into idempotency_key (key, request, outcome, at) ${numbers} select 'left ' || i, '', '{}', ${past} from n`);
}

const tables = ['session', 'api_key', 'mail_token', 'account_event', 'tries', 'idempotency_key'];
const counts = () => Promise.all(tables.map(async (table) => Number((await rockola.sql(`select count(*) as n from ${table}`))[0]?.n)));
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b);

test('a step removes at most a few hundred rows of each kind, and the steps end when all due rows are gone', async () => {
  const before = await counts();
  await addExpired(450);
  for (const kind of leftovers) {
    for (let more = true; more; ) {
      const countBefore = sum(await counts());
      more = await store.write(writes.tidyUp, system, kind);
      const removed = countBefore - sum(await counts());
      if (removed > 400) expect([kind, removed]).toEqual([kind, 400]);
    }
  }
  expect(await counts()).toEqual(before);
});

test('two nodes can remove expired rows at the same time', async () => {
  const before = await counts();
  await addExpired(450);
  const other = engine === 'postgres' ? await openStore({ ...readConfig(rockola.env), threads, report: console.error }) : store;
  await Promise.all([tidy(store, () => false), tidy(other, () => false)]);
  expect(await counts()).toEqual(before);
  if (other !== store) await other.close();
});

test('housekeeping removes expired rows soon after a start', async () => {
  const before = await counts();
  await addExpired(450);
  await store.close();
  await rockola.restart();
  await until(async () => JSON.stringify(await counts()) === JSON.stringify(before), 'housekeeping was not done');
  await rockola.end();
  store = await openStore({ ...readConfig(rockola.env), threads, report: console.error });
});

test('many uses of a login in one period cause one write, and a stop writes the last use', async () => {
  const session = ids.at(-1) as number;
  const actor = { accountId: ana.id, role: 'member', scopes, sessionId: BigInt(session), keyId: null } as const;
  const errors: unknown[] = [];
  const lastUsed = createLastUsed(store, 100, (error) => errors.push(error));
  const before = store.figures().writes;
  for (let i = 0; i < 1000; i++) lastUsed.note(actor);
  await until(() => store.figures().writes > before, 'no use was noted');
  await Bun.sleep(300);
  expect(store.figures().writes - before).toBe(1);
  const from = Date.now();
  lastUsed.note(actor);
  const to = Date.now();
  await lastUsed.stop();
  expect(store.figures().writes - before).toBe(2);
  const [row] = await rockola.sql(`select last_used_at from session where id = ${session}`);
  expect(Number(row?.last_used_at)).toBeWithin(from, to + 1);
  expect(errors).toEqual([]);
});
