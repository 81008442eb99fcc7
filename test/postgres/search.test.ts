import { afterAll, expect, test } from 'bun:test';
import { damageByCheck } from '../support/damage.ts';
import { type Rockola, startRockola } from '../support/harness.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

const random = randomFrom(seed);
const path = '/api/v1/artists';

const first = await startRockola({ ROCKOLA_STARTER: 'off' });
const { DATABASE_URL = '' } = first.env;
const nodes: [Rockola, Rockola] = [first, await startRockola({ ROCKOLA_STARTER: 'off', DATABASE_URL })];
afterAll(async () => {
  await nodes[1].stop();
  await nodes[0].stop();
});

const words = ['Ñandú', 'Zorzal', 'Tordo', 'Hornero', 'Chingolo', 'Benteveo'] as const;
const name = () => `${random.pick(words)} ${random.pick(words)} ${random.below(20)}`;
const call = (node: Rockola, method: string, target: string, body?: unknown) =>
  node.call(method, target, { key: nodes[0].adminKey, ...(body !== undefined && { body }) });

/** Adds, renames, deletes and searches at random. @param others the locations of the artists that all workers use */
async function work(node: Rockola, others: string[]): Promise<void> {
  for (let i = 0; i < 25; i++) {
    const at = others.length > 0 ? random.pick(others as [string, ...string[]]) : undefined;
    const chosen = at === undefined ? 0 : random.below(5);
    if (chosen < 2) others.push((await call(node, 'POST', path, { name: name() })).headers.get('location') ?? '');
    else if (chosen === 2) await call(node, 'PATCH', at ?? '', { name: name(), description: name() });
    else if (chosen === 3 && random.below(3) === 0) await call(node, 'DELETE', at ?? '');
    else expect([200, 503]).toContain((await node.call('GET', `${path}?q=${encodeURIComponent(name())}`)).status);
  }
}

test('two nodes that write the same records and words can search meanwhile, and the index is correct at the end', async () => {
  const shared: string[] = [];
  await Promise.all(Array.from({ length: 4 }, (_, i) => work(nodes[i % 2] as Rockola, shared)));
  expect([seed, await damageByCheck(nodes[0])]).toEqual([seed, []]);
  for (const word of words) {
    const [one, other] = await Promise.all(nodes.map((node) => node.call('GET', `${path}?limit=100&q=${encodeURIComponent(word)}`)));
    expect([seed, other?.json]).toEqual([seed, one?.json]);
  }
});
