import { afterAll, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { repetitionsFor } from '../support/amount.ts';
import { startRockola } from '../support/harness.ts';
import { longText, textsThatGrew } from '../support/longText.ts';
import { createMeter } from './cost/meter.ts';
import { encodeRequest } from './cost/request.ts';

/** The most bytes of a page without texts of users. */
const bare = 40_000;
/** The most bytes that a character of these texts may add. */
const perCharacter = 30;
/** The most CPU time of a page without texts of users, in ms. */
const bareTime = 20;
/** The most CPU time that a character of these texts may add, in µs. */
const timePerCharacter = 1;

const get = (target: string) => meter(encodeRequest({ method: 'GET', target, headers: { Accept: 'text/html' } }));
const rockola = await startRockola();
const meter = createMeter(rockola.process.pid, Number(new URL(rockola.url).port));
for (let i = 0; i < 100; i++) await get('/');
afterAll(() => rockola.stop());

/**
 * Adds an artist whose texts are all made of one text, with albums, members, other names and versions.
 *
 * @returns its path and its number of characters
 */
async function fill(text: string): Promise<{ path: string; length: number }> {
  const clean = text.replaceAll('\0', '').toWellFormed();
  const [name, band, image] = [`grown ${clean}`.slice(0, 200), clean.slice(0, 200), `https://a.b/${encodeURI(clean)}`.slice(0, 2_000)];
  const note = clean.slice(0, 500);
  const withWellFormed = (body: Record<string, string | number>) =>
    Object.fromEntries(Object.entries(body).map(([key, value]) => [key, typeof value === 'string' ? value.toWellFormed() : value]));
  const send = async (method: string, path: string, body: Record<string, string | number>) => {
    const comment = `"${encodeURI(clean).replace(/["\\]/g, '').slice(0, 400)}"`;
    const answer = await rockola.send(method, path, withWellFormed(body), { 'Change-Comment': comment });
    expect([answer.status < 300, answer.text]).toEqual([true, answer.text]);
    return answer.json;
  };
  const { id } = await send('POST', '/api/v1/artists', { name, band, image, description: clean });
  const path = `/artists/${id}`;
  for (let i = 0; i < 3; i++) await send('POST', `/api/v1${path}/albums`, { name, image, year: 1970 + i });
  for (let i = 0; i < 3; i++) await send('POST', `/api/v1${path}/members`, { credited: name, note, from: `${1970 + i}` });
  for (const kind of ['nickname', 'former name']) await send('POST', `/api/v1${path}/aliases`, { name, kind, language: 'es-x-ruido' });
  await send('PATCH', `/api/v1${path}`, { description: `${clean.slice(0, 9_000)} x ${clean.slice(9_100)}` });
  await send('PATCH', `/api/v1${path}`, { description: '' });
  await send('PATCH', `/api/v1${path}`, { description: clean });
  return { path, length: 4 * clean.length + 10 * (name.length + band.length + image.length) + 3 * note.length };
}

/** The characters of all texts so far: lists show earlier records, too. */
let filled = 0;

async function judge(text: string): Promise<void> {
  const { path, length: added } = await fill(text);
  filled += added;
  const album = /\/albums\/\d+/.exec((await (await fetch(rockola.url + path)).text()) ?? '')?.[0];
  const pages = [
    path,
    `${path}/history`,
    `${path}${album}`,
    `${path}${album}/history`,
    '/',
    '/changes',
    '/changes.atom',
    '/artists',
    '/bands',
    '/sitemap.xml',
    '/search?q=grown',
    `/search?q=${encodeURIComponent(text.replaceAll('\0', '').slice(0, 60).toWellFormed())}`,
  ];
  for (const page of pages) {
    const length = page.startsWith(path) ? added : filled;
    let cost = await get(page);
    if (cost.status === 301) cost = await get(new URL((await fetch(rockola.url + page)).url).pathname);
    const { answer, status } = cost;
    expect([page, status, answer, answer <= bare + perCharacter * length]).toEqual([page, 200, answer, true]);
    const isFast = ({ cpu }: { cpu: number }) => cpu <= bareTime + (timePerCharacter * length) / 1_000;
    // A different query each time, since a repeated page is cached.
    for (let tries = 0; tries < 5 && !isFast(cost); tries++) cost = await get(page.includes('?') ? page : `${page}?again=${tries}`);
    expect([page, cost.cpu, isFast(cost)]).toEqual([page, cost.cpu, true]);
  }
}

test.if(existsSync('/proc/self/schedstat'))(
  'the size and the time of each page, feed and search stay in proportion to the texts in it',
  async () => {
    for (const text of textsThatGrew) await judge(text);
    await fc.assert(fc.asyncProperty(longText, judge), { numRuns: repetitionsFor('GROWN_TEXTS', { short: 5, long: 100 }) });
  },
);
