import { afterAll, expect, test } from 'bun:test';
import { type Rockola, startRockola } from '../support/harness.ts';

const older = 'a'.repeat(32);
const newer = 'b'.repeat(32);
const started: Rockola[] = [];
afterAll(() => Promise.all(started.map((rockola) => rockola.stop())));

test('a secret is replaced with overlap: tokens of the old one live until it is removed', async () => {
  const rockola = await startRockola({ ROCKOLA_SECRET: older });
  started.push(rockola);
  const { token } = await rockola.person();
  const post = () => rockola.call('POST', '/api/v1/artists', { body: { name: 'x' }, token });
  expect((await post()).status).toBe(201);
  rockola.env.ROCKOLA_SECRET = `${newer},${older}`;
  await rockola.restart();
  expect((await post()).status).toBe(201);
  rockola.env.ROCKOLA_SECRET = newer;
  await rockola.restart();
  expect((await post()).status).toBe(401);
});
