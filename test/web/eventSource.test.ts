import { afterAll, expect, test } from 'bun:test';
import { until } from '../faults/until.ts';
import { changesPath } from '../support/eventStream.ts';
import { startRockola } from '../support/harness.ts';
import { openSlowLink } from '../support/slowLink.ts';
import { openBrowser } from './browser.ts';

const [browser, rockola] = await Promise.all([openBrowser(), startRockola({ ROCKOLA_STARTER: 'off' })]);
const link = await openSlowLink(rockola.url, 0);
afterAll(async () => {
  link.close();
  await Promise.all([browser.close(), rockola.stop()]);
});

const add = async (name: string) =>
  expect((await rockola.call('POST', '/api/v1/artists', { key: rockola.adminKey, body: { name } })).status).toBe(201);

test("a browser's EventSource reconnects by itself when its connection breaks, and misses nothing", async () => {
  const { page } = await browser.visit(link.url);
  await page.evaluate(`{
    globalThis.received = [];
    globalThis.source = new EventSource('${changesPath}');
    source.addEventListener('change', ({ data }) => received.push(JSON.parse(data).record.name));
  }`);
  await until(() => page.evaluate('source.readyState === EventSource.OPEN'), 'the stream is not open');
  const untilReceived = (count: number) =>
    until(async () => ((await page.evaluate('received')) as string[]).length >= count, 'a change did not arrive');
  const names = ['Almendra', 'Manal', 'Sumo', 'Virus', 'Moris'];
  for (const [i, name] of names.entries()) {
    // The connection breaks before every second change.
    if (i % 2 === 1) link.cut();
    await add(name);
    await untilReceived(i + 1);
  }
  expect(await page.evaluate('received')).toEqual(names);
});
