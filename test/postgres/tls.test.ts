import { afterAll, describe, expect, test } from 'bun:test';
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../faults/until.ts';
import { makeCertificate } from '../support/certificate.ts';
import { ask, serverUrl } from '../support/databases.ts';
import { runToEnd, startRockola } from '../support/harness.ts';
import { startPostgres } from '../support/postgres/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'rockola-tls-'));
const ca = join(folder, 'ca.pem');
const server = await startPostgres();
await useCertificate(makeCertificate('127.0.0.1'));
await ask(server.url, 'alter system set ssl = on');
await ask(server.url, 'select pg_reload_conf()');
await until(async () => (await ask(server.url, 'show ssl'))[0]?.ssl === 'on', 'the server speaks no TLS');
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

async function useCertificate({ certificate, key }: ReturnType<typeof makeCertificate>): Promise<void> {
  writeFileSync(ca, certificate);
  const data = String((await ask(server.url, 'show data_directory'))[0]?.data_directory);
  const { uid, gid } = statSync(data);
  for (const [name, content] of Object.entries({ 'server.crt': certificate, 'server.key': key })) {
    writeFileSync(join(data, name), content, { mode: 0o600 });
    chownSync(join(data, name), uid, gid);
  }
}

const at = (host: string) => server.url.replace('127.0.0.1', host);
const refusedWith = async (settings: Record<string, string>) => {
  const { code, err } = await runToEnd({ PORT: '0', DATABASE_URL: server.url, ...settings });
  expect(code).toBe(1);
  expect(err.trim().split('\n').length).toBe(1);
  return err;
};

test.each([
  ['verified', '127.0.0.1', { ROCKOLA_DATABASE_CA: ca }],
  ['verified, as the setting says', '127.0.0.1', { ROCKOLA_DATABASE_CA: ca, ROCKOLA_DATABASE_TLS: 'verify' }],
  ['with any certificate', 'localhost', { ROCKOLA_DATABASE_TLS: 'require' }],
] as const)('all connections are encrypted, %s', async (_, host, settings) => {
  const rockola = await startRockola({ DATABASE_URL: at(host), ...settings });
  expect((await rockola.send('POST', '/artists', { name: 'Almendra' })).status).toBeOneOf([201, 401]);
  const filtered = await rockola.call('GET', '/api/v1/artists?decade=1970');
  expect(filtered.status).toBe(200);
  const rows = await ask(
    server.url,
    `select ssl, count(*) as n from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'rockola' group by 1`,
  );
  expect(rows.map(({ ssl }) => ssl)).toEqual([true]);
  expect(Number(rows[0]?.n)).toBeGreaterThan(3);
  expect((await rockola.cli(['account', 'list'])).code).toBe(0);
  expect(rockola.output()).not.toMatch(/warning/i);
  await rockola.stop();
});

describe('the start is refused, and the message says what to do', () => {
  test('if the certificate comes from no trusted authority', async () => {
    expect(await refusedWith({ ROCKOLA_DATABASE_TLS: 'verify' })).toMatch(
      /certificate of PostgreSQL .* is not trusted .* Set ROCKOLA_DATABASE_CA/,
    );
  });

  test('if the certificate is for another host', async () => {
    expect(await refusedWith({ DATABASE_URL: at('localhost'), ROCKOLA_DATABASE_CA: ca })).toContain('is for another host than localhost');
  });

  test('if the server offers no TLS', async () => {
    const { hostname, port } = new URL(serverUrl());
    const err = await refusedWith({ DATABASE_URL: serverUrl(), ROCKOLA_DATABASE_TLS: 'verify' });
    expect(err).toContain(`PostgreSQL at ${hostname}:${port} offers no TLS`);
    expect(err).toContain('ROCKOLA_DATABASE_TLS=off');
  });

  test('if the certificate is no longer valid', async () => {
    await useCertificate(makeCertificate('127.0.0.1', 0.5));
    await ask(server.url, 'select pg_reload_conf()');
    const isTaken = async () => !(await refusedWith({ ROCKOLA_DATABASE_CA: ca })).includes('expired');
    await until(async () => !(await isTaken()), 'an expired certificate is accepted');
  });
});
