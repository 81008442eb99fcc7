import { afterAll, beforeAll, expect, test } from 'bun:test';
import { until } from '../faults/until.ts';
import { cookieOf, formSender } from '../support/forms.ts';
import { type Rockola, startRockola } from '../support/harness.ts';

/** The pages of changes name what they tell of, to those who may know it. */
let rockola: Rockola;
let editor: string;
beforeAll(async () => {
  rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
  const eva = await rockola.person();
  await rockola.sql(`update "user" set role = 'editor' where id = ${eva.id}`);
  editor = cookieOf(await formSender(rockola)('/sign-in', { email: eva.email, password: eva.password }));
});
afterAll(() => rockola?.stop());

const call = (method: string, path: string, body?: object) =>
  rockola.call(method, `/api/v1/artists${path}`, { key: rockola.adminKey, ...(body && { body }) });

async function linesOf(path: string, cookie = ''): Promise<string[]> {
  await until(async () => (await rockola.sql('select id from revision where seq is null')).length === 0, 'changes have no number yet');
  const answer = await fetch(rockola.url + path, { headers: { Accept: 'text/html', 'Accept-Language': 'en', Cookie: cookie } });
  const text = await answer.text();
  return [...text.matchAll(/<ol class="changes">(.*?)<\/ol>/gs)]
    .flatMap(([, list = '']) => [...list.matchAll(/<li>(.*?)<time/gs)])
    .map(([, line = '']) =>
      line
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );
}

test('a deleted record has its name for editors, and for everybody once it is back', async () => {
  const { id } = (await call('POST', '', { name: 'Los Pibes' })).json;
  await call('POST', `/${id}/albums`, { name: 'Uno', year: 1999 });
  await call('POST', `/${id}/members`, { credited: 'Ana' });
  await call('DELETE', `/${id}`);
  for (const path of ['/', '/changes']) {
    const lines = await linesOf(path);
    expect([path, ...lines.slice(0, 3).toSorted()]).toEqual([
      path,
      'Deleted album, no longer here',
      'Deleted artist, no longer here',
      'Deleted member, no longer here',
    ]);
    expect(lines.join().match(/Pibes|Uno|Ana|\d/)).toBe(null);
    const own = await linesOf(path, editor);
    expect([path, ...own.slice(0, 3).toSorted()]).toEqual([
      path,
      'Deleted Ana member, no longer here',
      'Deleted Los Pibes artist, no longer here',
      'Deleted Uno album, no longer here',
    ]);
    expect(own.at(-1)).toBe('Added Los Pibes artist, no longer here');
  }
  await call('POST', `/${id}/reversions`, { version: 1 });
  const lines = await linesOf('/changes');
  expect(lines.filter((line) => line.startsWith('Deleted')).toSorted()).toEqual([
    'Deleted Ana member',
    'Deleted Los Pibes artist',
    'Deleted Uno album',
  ]);
  const feed = await (await fetch(`${rockola.url}/changes.atom`, { headers: { 'Accept-Language': 'en' } })).text();
  expect(feed).toContain('<title>Deleted: Los Pibes (artist)</title>');
});

test('each page of a history has the name of its record', async () => {
  const { id } = (await call('POST', '', { name: 'Muy corregido' })).json;
  for (let i = 0; i < 22; i++) await call('PATCH', `/${id}`, { description: `Texto ${i}` });
  const titleOf = async (query = '', cookie = '') => {
    const answer = await fetch(`${rockola.url}/artists/${id}/history${query}`, { headers: { Accept: 'text/html', Cookie: cookie } });
    const text = await answer.text();
    const next = /href="(\?[^"]*)" rel="next"/.exec(text)?.[1] ?? '';
    return { title: /<title>(.*?) · Rockola/.exec(text)?.[1], next };
  };
  const first = await titleOf();
  expect([first.title, (await titleOf(first.next)).title]).toEqual(Array(2).fill('Historial de Muy corregido'));
  await call('DELETE', `/${id}`);
  expect((await titleOf('', editor)).title).toBe('Historial de Muy corregido');
});
