import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limitFields } from '../../src/http/limitFields.ts';
import type { Client } from '../../src/limits/client.ts';
import { createLimits } from '../../src/limits/limit.ts';
import { Problem } from '../../src/model/problem.ts';
import { openStore } from '../../src/store/open.ts';
import { openConnection } from '../../src/store/sqlite/database.ts';
import { threads } from '../support/threads.ts';

const folder = mkdtempSync(join(tmpdir(), 'rockola-limits-'));
const store = await openStore({
  database: { engine: 'sqlite', path: join(folder, 'rockola.db') },
  poolSize: 1,
  threads,
  readers: 1,
  report: () => {},
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

test('password resets are limited by account, over all networks, and by network', async () => {
  const { admitTry } = createLimits(store, 'secret');
  const reset = async (network: string, email: string) => {
    const client: Client = { network, body: 0, limits: [] };
    return admitTry(client, 'reset', email).then(
      () => 'admitted',
      (error) =>
        error instanceof Problem ? `${error.code} ${error.facts.retryAfter} ${limitFields(error.facts.limits ?? []).RateLimit}` : error,
    );
  };
  /** The first refusal. On a busy machine a pause of 1 s may be over before a try, and the next pause is twice as long. */
  const refusal = async (network: string, email: string) => {
    for (let tries = 0; tries < 5; tries++) {
      const outcome = await reset(network, email);
      if (outcome !== 'admitted') return outcome;
    }
    return 'admitted';
  };
  for (const i of [1, 2, 3]) expect(await reset(`192.0.2.${i}`, 'ana@example.org')).toBe('admitted');
  expect(await refusal('192.0.2.4', 'ANA+1@example.org')).toMatch(/^too-many-requests (1|2|4|8|16) "reset-account";r=0;t=\1$/);
  for (let i = 0; i < 20; i++) expect(await reset('192.0.2.9', `ana${i}@example.org`)).toBe('admitted');
  expect(await refusal('192.0.2.9', 'other@example.org')).toMatch(/^too-many-requests (1|2|4|8|16) "reset";r=0;t=\1$/);
});

test('an address with any characters in it shares no counter with another address or a network', async () => {
  const { admitTry } = createLimits(store, 'secret');
  const logIn = async (network: string, email: string) =>
    admitTry({ network, body: 0, limits: [] }, 'login', email).then(
      () => true,
      () => false,
    );
  await (await admitTry({ network: '203.0.113.5', body: 0, limits: [] }, 'login', 'victim@x.org')).succeeded();
  for (const mark of ['\n', ',', '","', '\0', '', '\n\n'])
    for (let i = 0; i < 12; i++) await logIn(`198.51.100.${i}`, `victim@x.org${mark}203.0.113.5`);
  for (let i = 0; i < 5; i++) expect([i, await logIn('203.0.113.5', 'victim@x.org')]).toEqual([i, true]);
});

test('after the clock is set back, a refused try restarts the pause that refuses it, and no other pause', async () => {
  const { admitTry } = createLimits(store, 'secret');
  const reset = () => admitTry({ network: '192.0.2.77', body: 0, limits: [] }, 'reset', 'clock@example.org').catch((error) => error);
  for (let i = 0; i < 3; i++) await reset();
  const connection = openConnection(join(folder, 'rockola.db'), 'write');
  const ahead = BigInt(Date.now() + 86_400_000);
  connection.run('update tries set at = $1 where debt > 0', ahead);
  expect(((await reset()) as Problem).code).toBe('too-many-requests');
  expect(connection.get('select count(*) as again from tries where debt > 0 and at < $1', ahead)).toEqual({ again: 1n });
  connection.close();
});
