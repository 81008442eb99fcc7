import { afterAll, beforeAll, expect, test } from 'bun:test';
import { until } from '../faults/until.ts';
import { type Rockola, startRockola } from '../support/harness.ts';

let rockola: Rockola;
beforeAll(async () => {
  rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
});
afterAll(() => rockola.stop());

const add = async (path: string, body: Record<string, unknown>): Promise<bigint> =>
  (await rockola.call('POST', `/api/v1/artists${path}`, { key: rockola.adminKey, body })).json.id;

async function pageOf(id: bigint, language: string): Promise<string> {
  return (await fetch(`${rockola.url}/artists/${id}`, { headers: { 'Accept-Language': language } })).text();
}

/** What the section under a heading says, without its elements. */
function section(page: string, id: string): string {
  const [, inner = ''] = new RegExp(`<h2 id="${id}">(.*?)</section>`, 's').exec(page) ?? [];
  return inner.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|');
}

test('the page of a group names its members with roles and years, and that of a person the groups; each links to the other', async () => {
  const [group, person] = [await add('', { name: 'Serú Girán' }), await add('', { name: 'Charly García' })];
  const first = { person, credited: 'Charly', roles: ['keyboards', 'vocals'], from: '1978~', to: '1982', ended: true };
  await add(`/${group}/members`, first);
  await add(`/${group}/members`, { ...first, from: '1992', to: null, ended: false, roles: [] });
  await add(`/${group}/members`, { credited: '<b>Oscar</b> Moro', roles: ['drums'], note: 'desde el comienzo' });
  await add(`/${person}/aliases`, { name: 'Bicolor', kind: 'nickname', language: 'es' });
  await add(`/${person}/aliases`, { name: 'charli garsia', kind: 'search hint' });

  const spanish = await pageOf(group, 'es');
  expect(section(spanish, 'members')).toBe(
    'Integrantes|Charly|teclados, voz · hacia 1978–1982|Charly|desde 1992|&lt;b&gt;Oscar&lt;/b&gt; Moro|batería · desde el comienzo|',
  );
  expect(spanish).toContain(`href="/artists/${person}-charly-garcia"`);
  const english = await pageOf(person, 'en');
  expect(section(english, 'bands')).toBe('Played in|Serú Girán|keyboards, vocals · about 1978–1982|Serú Girán|since 1992|');
  expect(english).toContain(`href="/artists/${group}-seru-giran"`);
  expect(english).toContain('<bdi lang="es">Bicolor</bdi>');
  expect(english).not.toContain('garsia');

  await rockola.call('DELETE', `/api/v1/artists/${person}`, { key: rockola.adminKey });
  const alone = await pageOf(group, 'en');
  expect([section(alone, 'members').includes('Charly'), alone.includes('charly-garcia')]).toEqual([true, false]);
});

test('the list of changes names who a membership credits, and leads to the artist', async () => {
  const group = await add('', { name: 'Bubu' });
  await add(`/${group}/members`, { credited: 'Daniel Andreoli' });
  let page = '';
  // PostgreSQL numbers a change a moment after its answer.
  await until(async () => {
    page = await (await fetch(`${rockola.url}/changes`)).text();
    return page.includes('Daniel Andreoli');
  }, 'the list of changes has no membership');
  expect(page).toContain(`<a href="/artists/${group}"><bdi>Daniel Andreoli</bdi></a>`);
});
