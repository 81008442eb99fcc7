import { afterAll, expect, test } from 'bun:test';
import { allNumbered } from '../support/allNumbered.ts';
import { cookieOf, formSender } from '../support/forms.ts';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off', ROCKOLA_TIME_ZONE: 'America/Argentina/Buenos_Aires' });
const eva = await rockola.person();
await rockola.sql(`update "user" set role = 'editor' where id = ${eva.id}`);
const editor = cookieOf(await formSender(rockola)('/sign-in', { email: eva.email, password: eva.password }));
afterAll(() => rockola.stop());

const call = (method: string, path: string, body?: object) => rockola.send(method, `/artists${path}`, body);

async function pageOf(path: string, cookie = ''): Promise<string> {
  const answer = await fetch(rockola.url + path, { headers: { Accept: 'text/html', 'Accept-Language': 'en', Cookie: cookie } });
  return answer.text();
}

async function linesOf(path: string, cookie = ''): Promise<string[]> {
  await allNumbered(rockola);
  const text = await pageOf(path, cookie);
  return [...text.matchAll(/<ol class="changes">(.*?)<\/ol>/gs)]
    .flatMap(([, list = '']) => [...list.matchAll(/<li id="c\d+">(.*?)<time/gs)])
    .map(([, line = '']) =>
      line
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    );
}

test('name and comment of a deleted record are shown to editors only, and to everybody once it is restored', async () => {
  const { id } = (await call('POST', '', { name: 'Los Pibes' })).json;
  await call('POST', `/${id}/albums`, { name: 'Uno', year: 1999 });
  await call('POST', `/${id}/members`, { credited: 'Ana' });
  await rockola.send('DELETE', `/artists/${id}`, undefined, { 'Change-Comment': '"slander"' });
  for (const [path, button] of [
    ['/', ''],
    ['/changes', ' Hide the comment'],
  ] as const) {
    expect([path, ...(await linesOf(path)).slice(0, 2)]).toEqual([
      path,
      'Account 1 deleted 1 artist (no longer here) , 1 album and 1 member',
      'Account 1 added 1 artist (no longer here) , 1 album and 1 member',
    ]);
    expect((await linesOf(path, editor)).slice(0, 2)).toEqual([
      `Account 1 deleted Los Pibes , 1 album and 1 member slander${button}`,
      'Account 1 added Los Pibes (no longer here) , 1 album and 1 member',
    ]);
  }
  expect(await (await fetch(`${rockola.url}/changes.atom`)).text()).not.toContain('slander');
  await call('POST', `/${id}/reversions`, { version: 1 });
  await rockola.send('PATCH', '/user', { public_name: 'Ana <3' });
  const { id: deletedAccount } = await rockola.person();
  await rockola.sql(`update revision set user_id = ${deletedAccount} where artist_id = ${id} and kind = 'album' and version = 1`);
  const removed = await rockola.send('DELETE', `/user/accounts/${deletedAccount}`);
  expect(removed.status).toBe(204);
  expect(await linesOf('/changes')).toEqual([
    'Ana &lt;3 restored Los Pibes , 1 album and 1 member',
    'Ana &lt;3 deleted Los Pibes , 1 album and 1 member slander',
    'Ana &lt;3 added the member Ana of Los Pibes',
    'A deleted account added the album Uno (1999) of Los Pibes',
    'Ana &lt;3 added Los Pibes',
  ]);
  const changes = (await rockola.call('GET', `/api/v1/changes?artist=${id}&order=desc`)).json.data;
  expect(changes.map(({ user_name }: { user_name: string }) => user_name)).toEqual([...Array(7).fill('Ana <3'), null, 'Ana <3']);
  for (const path of ['/changes.atom', `/artists/${id}/changes.atom`]) {
    const feed = await (await fetch(rockola.url + path, { headers: { 'Accept-Language': 'en' } })).text();
    expect(feed).toContain('<title>Ana &lt;3 deleted Los Pibes, 1 album and 1 member</title>');
  }
});

test('changes are filtered by kind and by week, in the time zone of the site; a write of 2,500 records is one line', async () => {
  const { id } = (await call('POST', '', { name: 'Semanal' })).json;
  await call('PUT', `/${id}`, { name: 'Semanal', description: 'Nació en Rosario.', image: '', band: '' });
  await call('PATCH', `/${id}`, { description: 'Nació en Córdoba.' });
  // Monday 2026-02-02, 02:30 in UTC, which is Sunday in Buenos Aires.
  await rockola.sql(`update revision set at = 1769999400000`);
  expect((await linesOf('/changes?week=2026-01-26')).length).toBeGreaterThan(0);
  expect(await linesOf('/changes?week=2026-02-02')).toEqual([]);
  expect((await linesOf(`/changes?artist=${id}&kind=artist`))[0]).toContain(' changed Semanal');
  expect(await linesOf(`/changes?artist=${id}&kind=album`)).toEqual([]);
  const ids = Array.from({ length: 2_500 }, (_, i) => i + 1_000_000);
  await rockola.sql(`insert into revision (changeset, at, kind, id, version, action, shape, members) values
    ${ids.map((id) => `(1000000, 1769999400000, 'artist', ${id}, 1, 'create', 1, '{}')`).join(', ')}`);
  const [first, second] = await linesOf('/changes');
  expect([first, second?.startsWith('Ana &lt;3 ')]).toEqual(['The site added 2,500 artists', true]);
});

test('the title of a list of changes names the account by its public name only, and the artist', async () => {
  const { id } = (await call('POST', '', { name: 'Los Titulares' })).json;
  const rows: [query: string, cookie: string, title: string][] = [
    ['', '', 'Changes'],
    [`?user=${eva.id}`, '', `Changes by account ${eva.id}`],
    [`?user=${eva.id}`, editor, 'Your changes'],
    ['?user=1', editor, 'Changes made by Ana &lt;3'],
    [`?artist=${id}&user=1`, '', 'Changes to Los Titulares · Changes made by Ana &lt;3'],
  ];
  await rockola.send('PATCH', '/user', { public_name: 'Ana <3' });
  for (const [query, cookie, title] of rows) {
    const page = await pageOf(`/changes${query}`, cookie);
    const [, heading] = /<h1>(.*?)<\/h1>/.exec(page) ?? [];
    expect([query, heading?.replaceAll(/<[^>]*>/g, ''), /<title>(.*?) · Rockola/.exec(page)?.[1]]).toEqual([query, title, title]);
    expect(page.includes('Every change to the catalogue')).toBe(query === '');
  }
});

test('the verb of a change leads to the page of the history with its version, however many newer ones there are', async () => {
  const { id } = (await call('POST', '', { name: 'Muy retocado' })).json;
  for (let i = 0; i < 25; i++) await call('PATCH', `/${id}`, { description: `Texto ${i}` });
  await allNumbered(rockola);
  const [, link = '', version] = /href="([^"]*)#(v\d+)">changed</.exec(await pageOf(`/changes?artist=${id}`)) ?? [];
  const shown = [...(await pageOf(link)).matchAll(/<li id="(v\d+)">/g)].map(([, shown]) => shown);
  expect([version, shown.length, shown.includes(version)]).toEqual(['v2', 20, true]);
});

test('the title of each page of a history has the name of its record', async () => {
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

test('a notice names the deleted record and links to its undo; the page of the record answers 410 and names it only to editors', async () => {
  const send = formSender(rockola);
  const openPage = async (path: string, cookie = '', language = 'en') => {
    const answer = await fetch(rockola.url + path, { headers: { Accept: 'text/html', 'Accept-Language': language, Cookie: cookie } });
    return { status: answer.status, text: (await answer.text()).replaceAll('&amp;', '&'), cache: answer.headers.get('cache-control') };
  };
  const field = (page: string, name: string) =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1]?.replaceAll('&quot;', '"') ?? '';
  const fieldsOf = (page: string, names: string[]) => Object.fromEntries(names.map((name) => [name, field(page, name)]));
  const name = 'Los <Pibes> de Ñandú 🎸';
  const { id } = (await call('POST', '', { name })).json;
  const album = (await call('POST', `/${id}/albums`, { name: 'Último', year: 1999 })).json.id;
  const escapedName = name.replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  for (const [path, title] of [
    [`/artists/${id}/albums/${album}`, 'Último'],
    [`/artists/${id}`, escapedName],
  ] as const) {
    const form = await openPage(`${path}/delete`, editor);
    const deleted = await send(`${path}/delete`, fieldsOf(form.text, ['once', 'tag']), { cookie: editor });
    const cookies = `${editor}; ${cookieOf(deleted)}`;
    const pageWithNotice = await openPage('/albums', cookies);
    const [, notice = '', undo = '', history = ''] =
      /role="status">(.*?)<a href="([^"]*)">Undo<\/a> · <a href="([^"]*)">History<\/a><\/p>/.exec(pageWithNotice.text) ?? [];
    expect(notice.replaceAll(/<[^>]*>/g, '')).toBe(`You deleted ${title}. `);
    expect((await openPage('/albums', cookies, 'es')).text).toMatch(/Borraste <bdi>.*>Deshacer<.* · .*>Historial</);
    expect((await openPage(history, editor)).text).toContain(`<h1><bdi>History of <bdi lang="es">${title}`);
    expect(await openPage(path)).toEqual({ status: 410, text: expect.not.stringContaining(title), cache: 'no-store' });
    const deletedPage = await openPage(path, editor);
    expect([deletedPage.status, deletedPage.text.includes(`<bdi>${title}</bdi></h1>`)]).toEqual([410, true]);
    expect((await openPage(/href="([^"]*\/history)"/.exec(deletedPage.text)?.[1] ?? '', editor)).status).toBe(200);
    expect((await rockola.call('GET', `/api/v1${path}`)).status).toBe(404);
    // The album is restored by the link of the notice, the artist by the button of its page.
    const undoPage = await openPage(undo, editor);
    const fields = fieldsOf(title === 'Último' ? undoPage.text : deletedPage.text, ['once', 'version', 'how', 'tag']);
    expect((await send(undo.replace(/\?.*/, ''), fields, { cookie: editor })).status).toBe(303);
    expect((await rockola.call('GET', `/api/v1${path}`)).status).toBe(200);
  }
  for (const path of [
    `/artists/${id + 1_000n}`,
    `/artists/${id}/albums/${album + 1_000n}`,
    `/artists/${id}/albums/${album}-ultimo?at=2020-01-01T00:00:00Z`,
  ])
    expect([path, (await openPage(path)).status]).toEqual([path, 404]);
});

test('a forged cookie shows no notice of a deletion', async () => {
  const cookieFor = (text: string) => `rockola-done=removed.${Buffer.from(text).toString('base64url')}`;
  for (const text of ['//evil.example\n1\nx', '/artists/1\n', '/artists/1\nx\ny', '\0']) {
    const answer = await fetch(`${rockola.url}/albums`, {
      headers: { Accept: 'text/html', 'Accept-Language': 'en', Cookie: cookieFor(text) },
    });
    expect([text, await answer.text()]).toEqual([text, expect.stringContaining('role="status">No longer in the catalogue.</p>')]);
  }
});
