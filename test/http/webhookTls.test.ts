import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../faults/until.ts';
import { makeCertificate } from '../support/certificate.ts';
import { startRockola } from '../support/harness.ts';
import { startHookTarget } from '../support/hookTarget.ts';
import { hooks, makeHook } from '../support/webhooks.ts';

const [right, wrong] = ['localhost', 'hooks.example.org'].map((name) => makeCertificate(name)) as [Made, Made];
type Made = ReturnType<typeof makeCertificate>;
const targets = [right, wrong].map(({ certificate: cert, key }) => startHookTarget(true, { cert, key }));
const folder = mkdtempSync(join(tmpdir(), 'rockola-hook-tls-'));
const trusted = join(folder, 'trusted.pem');
writeFileSync(trusted, right.certificate + wrong.certificate);
const rockola = await startRockola({ ROCKOLA_OUTBOUND: 'any', NODE_EXTRA_CA_CERTS: trusted });
afterAll(async () => {
  await rockola.stop();
  for (const target of targets) await target.stop();
  rmSync(folder, { recursive: true });
});

test('a webhook is called only if the certificate of its target names the host, even if the certificate is trusted', async () => {
  const [good, bad] = targets as [(typeof targets)[0], (typeof targets)[0]];
  const ana = await rockola.person();
  await makeHook(rockola, ana, { url: good.url });
  const { json } = await rockola.call('POST', hooks, { token: ana.token, body: { url: bad.url } });
  const attempts = async () => (await rockola.call('GET', `${hooks}/${json.id}/attempts`, { token: ana.token })).json.data;
  await until(async () => (await attempts()).length > 0, 'no call was made');
  expect((await attempts())[0]).toMatchObject({ status: null, failure: 'certificate' });
  expect(bad.all).toEqual([]);
});
