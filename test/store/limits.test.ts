import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config.ts';
import { type Client, createLimits } from '../../src/http/limits.ts';
import { createTokens } from '../../src/http/tokens.ts';
import { Problem } from '../../src/model/problem.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';

const folder = mkdtempSync(join(tmpdir(), 'rockola-limits-'));
let store: Store;
beforeAll(async () => {
  const writer = new URL('../../src/writer.ts', import.meta.url);
  store = await openStore({ database: { engine: 'sqlite', path: join(folder, 'rockola.db') }, poolSize: 1, writer, report: () => {} });
});
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

test('resets of a password slow down by account, from whichever network, and by network', async () => {
  const tokens = createTokens(['a secret for tests of 32 bytes and more']);
  const verifiers = { config: readConfig({}), store, tokens, lastUsed: { note() {}, stop: async () => {} } };
  const { admitTry } = createLimits(verifiers, 'secret');
  const reset = async (network: string, email: string) => {
    const client: Client = { network, account: false, headers: {} };
    return admitTry(client, 'reset', email).then(
      () => 'admitted',
      (error) => (error instanceof Problem ? `${error.code} ${error.headers?.['Retry-After']} ${client.headers.RateLimit}` : error),
    );
  };
  for (const i of [1, 2, 3]) expect(await reset(`192.0.2.${i}`, 'ana@example.org')).toBe('admitted');
  expect(await reset('192.0.2.4', 'ANA@example.org')).toBe('too-many-requests 1 "reset-account";r=0;t=1');
  for (let i = 0; i < 20; i++) expect(await reset('192.0.2.9', `ana${i}@example.org`)).toBe('admitted');
  expect(await reset('192.0.2.9', 'other@example.org')).toBe('too-many-requests 1 "reset";r=0;t=1');
});
