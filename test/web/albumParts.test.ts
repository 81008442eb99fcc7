import { afterAll, expect, test } from 'bun:test';
import { cookieOf, formSender } from '../support/forms.ts';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
const { email, password } = await rockola.person();
const cookie = cookieOf(await formSender(rockola)('/sign-in', { email, password }));
afterAll(() => rockola.stop());

const add = (path: string, body: object) => rockola.add(`/artists${path}`, body);
const pageOf = async (path: string, language: string) =>
  (await fetch(`${rockola.url}/artists/${path}`, { headers: { 'Accept-Language': language } })).text();

/** The text of the section under a heading. */
function section(page: string, id: string): string {
  const [, inner = ''] = new RegExp(`<h2 id="${id}">(.*?)</section>`, 's').exec(page) ?? [];
  return inner.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|');
}

test('an album lists its credits, and its tracks by position; an artist lists the albums of others that credit this artist', async () => {
  const [band, guest] = [await add('', { name: 'Pescado Rabioso' }), await add('', { name: 'Luis Alberto Spinetta' })];
  const path = `${band}/albums/${await add(`/${band}/albums`, { name: 'Artaud', year: 1973 })}`;
  await add(`/${path}/credits`, { artist: guest, credited: 'Spinetta', role: 'author' });
  await add(`/${path}/credits`, { credited: '<b>Nadie</b>', role: 'guest' });
  await add(`/${path}/tracks`, { position: 2, title: 'Cementerio club', length: '4:55', featuring: '<i>Emilio</i>' });
  await add(`/${path}/tracks`, { position: 1, title: 'Todas las hojas son del viento' });
  const [spanish, english] = [await pageOf(path, 'es'), await pageOf(path, 'en')];
  expect(section(spanish, 'credits')).toBe('Quiénes participan|Nombre|Participación|Spinetta|autor|&lt;b&gt;Nadie&lt;/b&gt;|invitado|');
  expect(section(english, 'tracks')).toBe(
    'Tracks|No.|Title|Length|1|Todas las hojas son del viento|–|2|Cementerio club|featuring |&lt;i&gt;Emilio&lt;/i&gt;|4:55|',
  );
  expect(spanish).toContain(`<a href="/artists/${guest}-luis-alberto-spinetta"><bdi`);

  const guestPage = await pageOf(`${guest}`, 'en');
  expect(section(guestPage, 'also-on')).toBe('Also on|Album|Year|Role|Artaud|Pescado Rabioso|1973|author|');
  expect(guestPage).toContain(`href="/artists/${band}-pescado-rabioso/albums/${path.split('/').at(-1)}-artaud"`);
  for (const id of ['also-on', 'credits', 'tracks']) expect(await pageOf(`${band}`, 'en')).not.toContain(`id="${id}"`);

  await rockola.send('DELETE', `/artists/${guest}`);
  const afterDeletion = await pageOf(path, 'es');
  expect([section(afterDeletion, 'credits').includes('Spinetta'), afterDeletion.includes('luis-alberto')]).toEqual([true, false]);
});

test('an album of more than 200 tracks shows the first ones and how many are left', async () => {
  const band = await add('', { name: 'Los Largos' });
  const path = `${band}/albums/${await add(`/${band}/albums`, { name: 'Largo', year: 1999 })}`;
  for (let position = 1; position <= 203; position++) await add(`/${path}/tracks`, { position, title: `Tema ${position}` });
  const text = section(await pageOf(path, 'es'), 'tracks');
  expect([text.includes('Tema 200|'), text.includes('Tema 201|')]).toEqual([true, false]);
  expect(text).toEndWith('y 3 más|');
});

test('an album with a disputed year shows both years with their sources, its own year first', async () => {
  const band = await add('', { name: 'Soda Stereo' });
  const path = `${band}/albums/${await add(`/${band}/albums`, { name: 'Doble vida', year: 1988 })}`;
  const year = { about: 'album', supports: '/year' };
  await add(`/${path}/sources`, { ...year, text: '<b>La tapa</b>' });
  await add(`/${path}/sources`, { ...year, value: '1989', rank: 'disputed', url: 'https://example.org/a?b="c', quote: '<i>1989</i>' });
  const [spanish, english] = [await pageOf(path, 'es'), await pageOf(path, 'en')];
  expect(spanish).toMatch(/<span class="pill">1988<\/span>\s*<a class="sourced" href="#source-1">otras fuentes: 1989<\/a>/);
  expect(section(english, 'sources').replaceAll('| |add another', '')).toBe(
    'Sources|album, year – |&lt;b&gt;La tapa&lt;/b&gt;|album, year: |1989| (disputed) – |example.org| |&lt;i&gt;1989&lt;/i&gt;|',
  );
  const member = await add(`/${band}/members`, { credited: 'Zeta' });
  await add(`/${band}/sources`, { about: 'membership', record: member, text: 'x' });
  const identifier = await add(`/${band}/identifiers`, { scheme: 'discogs', value: '4712' });
  await add(`/${band}/sources`, { about: 'artist_identifier', record: identifier, text: 'y' });
  const page = await pageOf(`${band}`, 'en');
  expect(page).toMatch(/<a class="sourced" href="#source-1">1 source<\/a>/);
  expect(section(page, 'sources')).toContain('|artist identifier |4712| – |y|');
  expect(page).toContain(`href="/artists/${band}-soda-stereo/sources?about=membership&amp;record=${member}"`);
  expect(page).toContain(`/albums/${path.split('/').at(-1)}-doble-vida#sources">2 sources</a>`);
});

/** Facts that may have sources: the path under the artist, the list, and a record. */
const facts: ['' | '/albums', string, Record<string, unknown>][] = [
  ['', 'aliases', { name: 'Los Otros', kind: 'nickname' }],
  ['', 'identifiers', { scheme: 'discogs', value: '4711' }],
  ['', 'identifiers', { scheme: 'spotify', value: '4vqKjn8Vk3XNyAXLnKmbRI' }],
  ['', 'members', { credited: 'Alguien' }],
  ['/albums', 'credits', { credited: 'Alguien', role: 'guest' }],
  ['/albums', 'tracks', { position: 1, title: 'Uno' }],
  ['/albums', 'identifiers', { scheme: 'discogs-master', value: '4712' }],
];
const kindOf: Record<string, string> = { aliases: 'alias', members: 'membership', credits: 'credit', tracks: 'track' };

test.each(facts)('%s%s: a record links to its source, and the source to the filled-in form for another one', async (under, list, body) => {
  const band = await add('', { name: 'Los Citados' });
  const album = await add(`/${band}/albums`, { name: 'Citas', year: 1990 });
  const path = under ? `${band}/albums/${album}` : `${band}`;
  const record = await add(`/${path}/${list}`, body);
  const about = kindOf[list] ?? (under ? 'album_identifier' : 'artist_identifier');
  const source = await add(`/${path}/sources`, { about, record, text: 'Un libro' });
  const page = await pageOf(path, 'en');
  expect(page.split(`<a class="sourced" href="#source-${source}">1 source</a>`)).toHaveLength(2);
  const form = new RegExp(`href="([^"]*/sources\\?about=${about}&amp;record=${record})"`).exec(page)?.[1] as string;
  const shown = await (await fetch(rockola.url + form.replace('&amp;', '&'), { headers: { Cookie: cookie } })).text();
  expect(shown).toMatch(new RegExp(`<option value="${about}" selected`));
  expect(shown).toContain(`value="${record}"`);
});
