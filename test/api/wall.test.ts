import { afterAll, expect, test } from 'bun:test';
import { until } from '../faults/until.ts';
import { allNumbered } from '../support/allNumbered.ts';
import { type Rockola, startRockola } from '../support/harness.ts';

/** The wall of the front page shows twelve artists, the same all day. */
const [rockola, empty] = await Promise.all([startRockola(), startRockola({ ROCKOLA_STARTER: 'off' })]);
await allNumbered(rockola);
afterAll(() => Promise.all([rockola.stop(), empty.stop()]));

const call = (method: string, path: string, body?: object, node = rockola) => node.send(method, `/artists${path}`, body);

async function stripsOf({ url }: Rockola = rockola): Promise<{ id: string; strip: string }[]> {
  const page = await (await fetch(`${url}/?fresh`, { headers: { Accept: 'text/html' } })).text();
  const [, wall = ''] = /<ul class="wall">(.*?)<\/ul>/s.exec(page) ?? [];
  return [...wall.matchAll(/<li class="strip.*?href="\/artists\/(\d+).*?<\/li>/gs)].map(([strip, id = '']) => ({ strip, id }));
}
const idsOf = async (node?: Rockola) => (await stripsOf(node)).map(({ id }) => id);

test('the wall shows artists of the whole catalogue, each with its first and latest album', async () => {
  const wall = await stripsOf();
  expect(new Set(wall.map(({ id }) => id)).size).toBe(12);
  for (const { strip, id } of wall) {
    const { data } = (await call('GET', `/${id}/albums?limit=100`)).json;
    const years = (data as { year: bigint }[]).map(({ year }) => Number(year)).sort((a, b) => a - b);
    const shown = [...strip.matchAll(/<span>(\d+)<\/span>/g)].map(([, year]) => Number(year));
    expect([id, ...shown]).toEqual([id, ...years.slice(0, 1), ...years.slice(1).slice(-1)]);
  }
  // The ids of the starter catalogue are in alphabetical order.
  const sixths = new Set(wall.map(({ id }) => Math.floor((Number(id) - 1001) / 52)));
  expect(sixths.size).toBeGreaterThan(2);
});

test('the wall stays the same when artists are added and after a restart, and leaves out a deleted artist', async () => {
  const before = await idsOf();
  await call('POST', '', { name: 'El primero' });
  for (const id of [2n, 9_000_000_000_000_000n]) await call('POST', '', { id, name: `El ${id}` });
  for (let i = 0; i < 5; i++) await call('PATCH', `/${before[0]}`, { description: `Texto ${i}` });
  expect(await idsOf()).toEqual(before);
  await rockola.restart();
  expect(await idsOf()).toEqual(before);
  await call('DELETE', `/${before[3]}`);
  const after = await idsOf();
  expect(after.slice(0, 11)).toEqual(before.filter((id) => id !== before[3]));
  expect([after.length, before.includes(after[11] ?? '')]).toEqual([12, false]);
});

test('the wall of a small catalogue has all its artists, up to twelve', async () => {
  const expected: string[] = [];
  for (let i = 1; i <= 14; i++) {
    expected.push(String((await call('POST', '', { name: `Nuevo ${i}` }, empty)).json.id));
    if (i === 3) await until(async () => (await idsOf(empty)).length === 3, 'the front page does not show three artists');
  }
  expect((await idsOf(empty)).toSorted()).toEqual(expected.slice(0, 12).toSorted());
});
