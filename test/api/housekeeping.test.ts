import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readConfig } from '../../src/config.ts';
import { createLastUsed } from '../../src/http/lastUsed.ts';
import { scopes, system } from '../../src/model/actor.ts';
import { tidyUp } from '../../src/operations/housekeeping.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { type Person, type Rockola, startRockola } from '../harness.ts';

const day = 86_400_000;
const writer = new URL('../../src/writer.ts', import.meta.url);

let rockola: Rockola;
let ana: Person;
let store: Store;
let ids: number[];

const idsOf = async (table: string) => (await rockola.sql(`select id from ${table} order by id`)).map(({ id }) => Number(id));
const sessionsOfAna = async () =>
  (await rockola.sql(`select id from session where user_id = ${ana.id} order by id`)).map(({ id }) => Number(id));

beforeAll(async () => {
  rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
  ana = await rockola.person();
  const login = { body: { email: ana.email, password: ana.password } };
  for (let i = 0; i < 3; i++) await rockola.call('POST', '/api/v1/user/login', login);
  ids = await sessionsOfAna();
  rockola.process.kill('SIGTERM');
  await rockola.process.exited;
  store = await openStore({ ...readConfig(rockola.env), writer, report: console.error });
});
afterAll(async () => {
  await store.close();
  await rockola.stop();
});

test('what is over for 30 days goes with its keys, and nothing else', async () => {
  const [ended, expired, recent, live] = ids;
  const now = Date.now();
  await rockola.sql(`update session set ended_at = ${now - 31 * day} where id = ${ended}`);
  await rockola.sql(`update session set expires_at = ${now - 31 * day} where id = ${expired}`);
  await rockola.sql(`update session set ended_at = ${now - 29 * day} where id = ${recent}`);
  const token = `insert into mail_token (hash, user_id, purpose, email, created_at, expires_at)`;
  await rockola.sql(`${token} values ('old', ${ana.id}, 'reset', 'x', 0, ${now - 1}), ('new', ${ana.id}, 'reset', 'x', 0, ${now + day})`);
  const [operatorKey] = await idsOf('api_key');
  expect(await store.change(tidyUp, system, null)).toBe(false);
  expect(await sessionsOfAna()).toEqual([recent, live] as number[]);
  const owners = await rockola.sql(`select session_id from api_key where session_id is not null order by session_id`);
  expect(owners.map(({ session_id }) => Number(session_id))).toEqual([recent, live] as number[]);
  expect(await idsOf('api_key')).toContain(operatorKey as number);
  expect(await rockola.sql('select hash from mail_token')).toEqual([{ hash: 'new' }]);
  await rockola.sql(`update api_key set revoked_at = ${now - 31 * day} where id = ${operatorKey}`);
  await store.change(tidyUp, system, null);
  expect(await idsOf('api_key')).not.toContain(operatorKey as number);
});

test('what happened to accounts is kept for a year', async () => {
  const [first, second, ...others] = await idsOf('account_event');
  const now = Date.now();
  await rockola.sql(`update account_event set at = ${now - 366 * day} where id = ${first}`);
  await rockola.sql(`update account_event set at = ${now - 364 * day} where id = ${second}`);
  expect(await store.change(tidyUp, system, null)).toBe(false);
  expect(await idsOf('account_event')).toEqual([second as number, ...others]);
});

test('uses are gathered: a thousand of them in a period are one write', async () => {
  const session = ids.at(-1) as number;
  const actor = { userId: ana.id, role: 'member', scopes, sessionId: BigInt(session), keyId: null } as const;
  const faults: unknown[] = [];
  const lastUsed = createLastUsed(store, 100, (error) => faults.push(error));
  const before = store.figures().changes;
  for (let i = 0; i < 1000; i++) lastUsed.note(actor);
  await Bun.sleep(450);
  expect(store.figures().changes - before).toBe(1);
  lastUsed.note(actor);
  await lastUsed.stop();
  expect(store.figures().changes - before).toBe(2);
  const [row] = await rockola.sql(`select last_used_at from session where id = ${session}`);
  expect(Math.abs(Number(row?.last_used_at) - Date.now())).toBeLessThan(10_000);
  expect(faults).toEqual([]);
});
