import { afterAll, expect, test } from 'bun:test';
import { readConfig } from '../../src/config/config.ts';
import { type Actor, scopes, system } from '../../src/model/actor.ts';
import { findAccountByEmail } from '../../src/operations/account.ts';
import { writes } from '../../src/operations/writes.ts';
import { openStore } from '../../src/store/open.ts';
import { codeIn } from '../support/failure.ts';
import { startRockola } from '../support/harness.ts';
import { threads } from '../support/threads.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
const ana = await rockola.person();
await rockola.end();
const store = await openStore({ ...readConfig(rockola.env), threads, report: console.error });
const actor: Actor = { accountId: ana.id, role: 'member', scopes, sessionId: 1n, keyId: null };
afterAll(async () => {
  await store.close();
  await rockola.stop();
});

const hashNow = async () => (await store.read(findAccountByEmail, ana.email))?.passwordHash as string;
const codeOf = (work: Promise<unknown>) => work.then(() => 'done', codeIn);
let keys = 0;
const logIn = (verifiedHash: string) =>
  codeOf(
    store.write(writes.startSession, system, {
      accountId: ana.id,
      verifiedHash,
      newHash: undefined,
      tokenHash: `sid ${++keys}`,
      keyHash: `hash ${keys}`,
      expiresAt: Date.now() + 60_000,
      device: '',
    }),
  );

test('a login, a new password and a deletion are refused if the password changed while it was compared', async () => {
  const before = await hashNow();
  expect(await logIn(before)).toBe('done');
  await store.write(writes.changePassword, actor, { verifiedHash: before, newHash: 'another hash', mail: null });
  expect(await logIn(before)).toBe('invalid-login');
  expect(await codeOf(store.write(writes.changePassword, actor, { verifiedHash: before, newHash: 'x', mail: null }))).toBe('invalid-input');
  expect(await codeOf(store.write(writes.deleteOwnAccount, actor, { verifiedHash: before }))).toBe('invalid-input');
  expect(await hashNow()).toBe('another hash');
});

test('a login is refused like a wrong password if the account was suspended while the password was compared', async () => {
  await store.write(writes.patchAccount, system, { id: ana.id, suspended: true });
  expect(await logIn('another hash')).toBe('invalid-login');
  await store.write(writes.patchAccount, system, { id: ana.id, suspended: false });
  expect(await logIn('another hash')).toBe('done');
});

test('a write or login that was under way when its account was deleted is refused', async () => {
  await store.write(writes.removeAccount, system, { id: ana.id });
  const newKey = { name: 'x', hash: 'x', scopes: [...scopes], expiresAt: null };
  expect(await codeOf(store.write(writes.createOwnKey, actor, newKey))).toBe('invalid-token');
  expect(await codeOf(store.write(writes.patchOwnAccount, actor, { name: 'x' }))).toBe('invalid-token');
  expect(await codeOf(store.write(writes.endAllSessions, actor, { keepOwn: false }))).toBe('invalid-token');
  expect(await logIn('another hash')).toBe('invalid-login');
  expect(await rockola.sql(`select id from api_key where user_id = ${ana.id}`)).toEqual([]);
});
