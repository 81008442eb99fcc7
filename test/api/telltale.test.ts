import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { apiRoutes } from '../../src/api/routes.ts';
import { createPasswords } from '../../src/auth/password.ts';
import { createLimits } from '../../src/limits/limit.ts';
import { ask as askDatabase, engine, makeDatabase } from '../support/databases.ts';
import { type Ask, openApp } from '../support/inProcess.ts';
import { watchedStore } from '../support/watchedStore.ts';

/**
 * Operations that must not reveal whether an address has an account. A sign-up reveals it, since by contract it refuses a taken address.
 */
const operations: Record<string, { status: number; bodyOf(kind: string): object }> = {
  logIn: { status: 401, bodyOf: (kind) => ({ password: kind === 'barred' ? 'rock-n-roll' : 'rock-n-rolL' }) },
  requestPasswordReset: { status: 202, bodyOf: () => ({}) },
};
const revealing = ['signUp'];
const suspended = 'This account is suspended. Ask the operator of the service to reinstate it.';
const wrong = 'The e-mail address or the password is wrong.';

/** Kinds of addresses, each with the SQL that changes its new account. `undefined`: the address has no account. */
const kinds: Record<string, string | undefined> = {
  known: '',
  SHOUTED: '',
  confirmed: 'verified_at = 1',
  suspended: 'suspended_at = 1',
  // Suspended too, but the login has the right password.
  barred: 'suspended_at = 1',
  bare: 'password_hash = null',
  leaving: `pending_email = 'wanted@example.org'`,
  wanted: undefined,
  unknown: undefined,
};
const emailOf = (kind: string) => `${kind}@example.org`;

const folder = mkdtempSync(join(tmpdir(), 'rockola-telltale-'));
const mail = { SMTP_URL: 'smtp://127.0.0.1:1', ROCKOLA_MAIL_FROM: 'r@example.org', ROCKOLA_PUBLIC_URL: 'https://rock.example.org' };
const statements: string[] = [];
const database = await makeDatabase(folder);
const app = await openApp({ ...database.settings, ...mail });
const sql = (statement: string) => askDatabase(database.settings.DATABASE_URL as string, statement);
const post = (send: Ask, path: string, body: object, address?: string) =>
  send(
    path,
    { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) },
    address === undefined ? {} : { address },
  );
for (const [kind, change] of Object.entries(kinds)) if (change !== undefined) await makeAccount(emailOf(kind), change);
const watched = watchedStore(app.store, app.services.config.database, (statement) => statements.push(statement));
const { store } = watched;
const passwords = createPasswords(1, 100, () => statements.push('hash'));
const ask = app.appWith({ store, passwords, limits: createLimits(store, 'a secret for tests') });
afterAll(async () => {
  watched.close();
  await app.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

async function makeAccount(email: string, change: string): Promise<void> {
  const { status } = await post(app.ask, '/api/v1/user/signup', { name: 'Ana', email, password: 'rock-n-roll' });
  expect(status).toBe(201);
  if (change) await sql(`update "user" set ${change} where normal_email = '${email}'`);
}

/** The number of rows of each table. */
async function countRows(): Promise<Record<string, number>> {
  const tables =
    engine === 'sqlite'
      ? `select name from sqlite_schema where type = 'table'`
      : `select table_name as name from information_schema.tables where table_schema = 'public'`;
  const names = (await sql(tables)).map(({ name }) => String(name));
  const counts = await sql(names.map((name) => `select '${name}' as name, count(*) as rows from "${name}"`).join(' union all '));
  return Object.fromEntries(counts.map(({ name, rows }) => [name, Number(rows)]));
}

async function addedRows(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await countRows();
  await work();
  const after = await countRows();
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, rows]) => (rows === before[name] ? [] : [[name, rows - (before[name] ?? 0)]])),
  );
}

const routes = apiRoutes(8);

test('every public operation with an address in its body is compared here', () => {
  const known = routes.filter(({ needs, body }) => !needs && body instanceof z.ZodObject && 'email' in body.shape);
  expect(known.map(({ operation }) => operation).sort()).toEqual([...Object.keys(operations), ...revealing].sort());
});

describe.each(Object.entries(operations))('%s', (operation, { status, bodyOf }) => {
  const path = routes.find((route) => route.operation === operation)?.path as string;

  test('runs the same statements and answers alike for every kind of address, the first time and the next', async () => {
    const seen = [];
    for (const [i, kind] of Object.keys(kinds).entries()) {
      for (const time of ['first', 'next']) {
        statements.length = 0;
        let shown: { detail?: string; [name: string]: unknown } = {};
        const rows = await addedRows(async () => {
          const answer = await post(ask, path, { email: emailOf(kind), ...bodyOf(kind) }, `192.0.2.${i}`);
          // Seconds until a retry depend on the time of the request.
          const headers = [...answer.headers].filter(([name]) => !['date', 'x-request-id', 'ratelimit'].includes(name));
          shown = { status: answer.status, headers, ...((await answer.json().catch(() => ({}))) as object), instance: '' };
          // The answer says that the account is suspended only after the right password.
          if (operation === 'logIn' && kind === 'barred') shown.detail = shown.detail?.replace(suspended, wrong);
        });
        seen.push({ kind, time, shown, rows, statements: [...statements] });
      }
    }
    for (const { kind, time, ...rest } of seen) {
      const ofKnown = seen.find((other) => other.kind === 'known' && other.time === time);
      expect({ kind, time, ...rest }).toEqual({ ...ofKnown, kind, time } as never);
    }
    expect(seen[0]).toMatchObject({ shown: { status }, rows: { tries: 2 } });
    expect(seen[0]?.statements.filter((statement) => statement.startsWith('write '))).toContain('write countTry');
  });
});
