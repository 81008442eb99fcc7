import { afterAll, expect, test } from 'bun:test';
import { until } from '../faults/until.ts';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
afterAll(() => rockola.stop());

const add = (path: string, body: object) => rockola.add(`/artists${path}`, body);

async function pageOf(id: bigint, language: string): Promise<string> {
  return (await fetch(`${rockola.url}/artists/${id}`, { headers: { 'Accept-Language': language } })).text();
}

/** The text of the section under a heading, without drawings. */
function section(page: string, id: string): string {
  const [, inner = ''] = new RegExp(`<h2 id="${id}">(.*?)</section>`, 's').exec(page) ?? [];
  const drawings = /<svg.*?<\/svg>|<tfoot.*?<\/tfoot>|<td class="drawn" aria-hidden="true">\?<\/td>/gs;
  return inner
    .replace(drawings, '')
    .replace(/<[^>]+>/g, '|')
    .replace(/\|+/g, '|');
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
    'Integrantes|Nombre|Años|Charly|teclados, voz|hacia 1978–1982|desde 1992|&lt;b&gt;Oscar&lt;/b&gt; Moro|batería|desde el comienzo|–|',
  );
  expect(spanish).toContain(`href="/artists/${person}-charly-garcia"`);
  expect(spanish).toContain('<a href="#members">2 integrantes</a>');
  const english = await pageOf(person, 'en');
  expect(section(english, 'bands')).toBe('Played in|Band|Years|Serú Girán|keyboards, vocals|about 1978–1982|since 1992|');
  expect(english).toContain(`href="/artists/${group}-seru-giran"`);
  expect(english).toContain('<bdi lang="es">Bicolor</bdi>');
  expect(english).not.toContain('garsia');

  await rockola.send('DELETE', `/artists/${person}`);
  const afterDeletion = await pageOf(group, 'en');
  expect([section(afterDeletion, 'members').includes('Charly'), afterDeletion.includes('charly-garcia')]).toEqual([true, false]);
});

test('a person who was in a group several times has one row, which lists and draws each period', async () => {
  const group = await add('', { name: 'Los Redondos' });
  for (const [from, to, roles] of [
    ['1976', '1978', ['guitar']],
    ['1984', '2001', ['guitar', 'vocals']],
    [null, null, []],
  ])
    await add(`/${group}/members`, { credited: 'Skay', from, to, roles });
  const page = await pageOf(group, 'es');
  expect(section(page, 'members')).toBe('Integrantes|Nombre|Años|Skay|1976–1978|guitarra|1984–2001|guitarra, voz|–|');
  expect(page.match(/<rect [^>]*fill="url\(#members-decades\)"/g)).toHaveLength(2);
});

test('a group of more than 100 members shows the first ones and counts the others', async () => {
  const group = await add('', { name: 'Orquesta' });
  await Promise.all(Array.from({ length: 103 }, (_, i) => add(`/${group}/members`, { credited: `Músico ${i}`, from: `${1900 + i}` })));
  const page = await pageOf(group, 'es');
  expect([page.match(/<th scope="row">/g)?.length, page.includes('<p class="muted">y 3 más</p>')]).toEqual([100, true]);
  expect(page).toContain('<a href="#members">103 integrantes</a>');
  expect(page.length).toBeLessThan(80_000);
});

test("an artist's band links to the only artist of that name, else to the list of all artists with that band", async () => {
  const [person, alone] = [await add('', { name: 'Emilio', band: 'aquelarre' }), await add('', { name: 'Aquelarre' })];
  expect(await pageOf(person, 'es')).toContain(`<a href="/artists/${alone}-aquelarre"><bdi>aquelarre</bdi></a>`);
  await add('', { name: 'Aquelarre!' });
  expect(await pageOf(person, 'es')).toContain('<a href="/artists?band=aquelarre"><bdi>aquelarre</bdi></a>');
});

test('the pages of artists and albums show their details in the language of the page, and the list of bands shows years', async () => {
  const group = await add('', { name: 'Manal' });
  const album = await add(`/${group}/albums`, { name: 'El león', year: 1971 });
  const put = (path: string, body: object) => rockola.send('PUT', `/artists/${group}${path}/details`, body);
  await put('', { type: 'group', from: '1968~', to: '1971', ended: true, place: 'Buenos Aires', genres: ['singer-songwriter', 'blues'] });
  await put(`/albums/${album}`, { kind: 'live', released: '1971-05', label: 'RCA' });
  const facts = (page: string) =>
    [...page.matchAll(/<p class="facts">(.*?)<\/p>/gs)].map(([, inner = '']) => inner.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|'));
  expect(facts(await pageOf(group, 'es'))).toEqual(['|hacia 1968–1971|Buenos Aires|1 disco, 1971|', '|canción de autor| · |blues|']);
  // Places and genres lead to lists of the artists that have them.
  for (const [query, title] of [
    ['place=Buenos+Aires', 'Artistas: Buenos Aires'],
    ['genre=blues', 'Artistas: blues'],
  ]) {
    expect(await pageOf(group, 'es')).toContain(`href="/artists?${query}"`);
    const found = await (await fetch(`${rockola.url}/artists?${query}`, { headers: { 'Accept-Language': 'es' } })).text();
    expect([title, found.replaceAll(/<\/?bdi>/g, '').includes(`<h1>${title}</h1>`), found.includes(`/artists/${group}-manal`)]).toEqual([
      title,
      true,
      true,
    ]);
  }
  const page = await fetch(`${rockola.url}/artists/${group}/albums/${album}`, { headers: { 'Accept-Language': 'en' } });
  expect(facts(await page.text())).toEqual(['|1971|live|Album by |Manal|Released: May 1971|Label: |RCA|']);
  const list = await (await fetch(`${rockola.url}/bands?after=una+banda`, { headers: { 'Accept-Language': 'es' } })).text();
  expect(list).toContain(`<li><a href="/artists/${group}-manal"><bdi>Manal</bdi></a><small>hacia 1968–1971</small></li>`);
});

test('the family tree of an artist shows everyone within two memberships once, even if groups are members of each other', async () => {
  const ids = new Map<string, bigint>();
  let pairs = 0;
  for (const name of ['Raíz', 'Ana', 'Beto', 'Una', 'Dos', 'Lejos']) ids.set(name, await add('', { name }));
  const root = ids.get('Raíz') as bigint;
  for (const [group, person] of [
    'Raíz Ana',
    'Raíz Ana',
    'Raíz Beto',
    'Una Ana',
    'Una Beto',
    'Dos Beto',
    'Dos Raíz',
    'Raíz Dos',
    'Una Lejos',
  ].map((pair) => pair.split(' ').map((name) => ids.get(name) as bigint)))
    await add(`/${group}/members`, { person, credited: 'x', from: `${1980 + pairs++}` });
  const tree = await (await fetch(`${rockola.url}/artists/${root}-raiz/family`, { headers: { 'Accept-Language': 'es' } })).text();
  const list = /<section aria-labelledby="members">(.*?)<\/section>/s.exec(tree)?.[1] ?? '';
  expect(list.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|')).toBe('|Integrantes y sus otras bandas|Ana|Una|Beto|Una|Dos|');
  expect([tree.includes('Lejos'), tree.match(/<path /g)?.length]).toEqual([false, 5]);
  const withoutBand = await (await fetch(`${rockola.url}/artists/${await add('', { name: 'Sola' })}-sola/family`)).text();
  expect(withoutBand).toContain('<p class="muted">');
});

test('the list of changes shows the credited name of a membership, and links to the artist', async () => {
  const group = await add('', { name: 'Bubu' });
  const member = await add(`/${group}/members`, { credited: 'Daniel Andreoli' });
  // Two additions to one artist are one line, which only counts members. A later change of the member has a line with its name.
  await rockola.send('PATCH', `/artists/${group}/members/${member}`, { note: 'x' });
  let page = '';
  // PostgreSQL numbers a change a moment after its answer.
  await until(async () => {
    page = await (await fetch(`${rockola.url}/changes`)).text();
    return page.includes('Daniel Andreoli');
  }, 'the list of changes has no membership');
  expect(page).toContain(`<a href="/artists/${group}"><bdi>Daniel Andreoli</bdi></a>`);
});
