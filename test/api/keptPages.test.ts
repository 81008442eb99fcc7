import { afterAll, expect, test } from 'bun:test';
import { until } from '../faults/until.ts';
import { engine } from '../support/databases.ts';
import { cookieOf, formSender } from '../support/forms.ts';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola();
// Starts the thread of slow reads, whose start would otherwise delay the first count of the front page.
await rockola.call('GET', '/api/v1/bands');
afterAll(() => rockola.stop());

const openPage = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(rockola.url + path, { headers: { Accept: 'text/html', 'Accept-Language': 'en', ...headers } });
  return { headers: answer.headers, text: await answer.text() };
};
const call = async (method: string, path: string, body?: object) => (await rockola.send(method, path, body)).json;

/** On PostgreSQL the list of changes follows a moment later, in the API too. */
const untilFrontShows = async (text: string) =>
  engine === 'sqlite'
    ? expect((await openPage('/')).text).toContain(text)
    : until(async () => (await openPage('/')).text.includes(text), 'the front page does not show the change');

test('a page shows every write that was answered before the request of the page', async () => {
  const { id } = await call('POST', '/artists', { name: 'Uno', band: 'Los Mismos' });
  const page = `/artists/${id}-uno`;
  const other = await call('POST', '/artists', { name: 'Mate 0', band: 'Los Mismos' });
  const album = await call('POST', `/artists/${id}/albums`, { name: 'Disco 0', year: 1980 });
  for (let i = 1; i <= 12; i++) {
    // Other clients read at the same time, so the service may be rendering an earlier page during the write.
    const others = Promise.all(Array.from({ length: 6 }, () => Promise.all([openPage(page), openPage('/'), openPage('/artists')])));
    await call('PATCH', `/artists/${id}`, { description: `Texto ${i}.` });
    expect((await openPage(page)).text).toContain(`Texto ${i}.`);
    await call('PATCH', `/artists/${id}/albums/${album.id}`, { name: `Disco ${i}` });
    expect((await openPage(page)).text).toContain(`Disco ${i}<`);
    await call('PATCH', `/artists/${other.id}`, { name: `Mate ${i}` });
    expect((await openPage(page)).text).toContain(`Mate ${i}<`);
    await untilFrontShows(`Mate ${i}<`);
    await others;
  }
  await call('DELETE', `/artists/${other.id}`);
  expect((await openPage(page)).text).not.toContain('Mate 12<');
  await call('DELETE', `/artists/${id}`);
  expect((await fetch(rockola.url + page, { headers: { Accept: 'text/html' } })).status).toBe(410);
});

test('the front page shows the totals of the last write after a while, even without another write', async () => {
  const { id } = await call('POST', '/artists', { name: 'Dos', band: 'Los Otros' });
  for (let i = 1; i <= 5; i++) {
    await openPage('/');
    await call('POST', `/artists/${id}/albums`, { name: `Disco ${i}`, year: 1980 });
    await openPage('/');
  }
  const [row] = await rockola.sql('select count(*) as albums from album');
  const albums = Number(row?.albums).toLocaleString('en');
  // The next count waits a hundred times as long as the last one took, which on a busy machine is many seconds.
  await until(async () => (await openPage('/')).text.includes(`${albums} albums`), `the front page does not show ${albums} albums`);
});

test('a page made for one account is shown to nobody else', async () => {
  const person = await rockola.person('Kept');
  const cookie = cookieOf(await formSender(rockola)('/sign-in', { email: person.email, password: person.password }));
  for (const path of ['/', '/artists', '/bands', '/artists/1055-charly-garcia']) {
    // The front page shows the last writes of the earlier tests a moment later.
    await until(async () => {
      const before = await openPage(path);
      const signedIn = await openPage(path, { Cookie: cookie });
      const after = await openPage(path);
      expect([path, signedIn.text.includes('Kept'), signedIn.headers.get('cache-control')]).toEqual([path, true, 'no-store']);
      expect([path, after.text.includes('Kept'), after.headers.has('set-cookie')]).toEqual([path, false, false]);
      return after.text === before.text;
    }, `${path} differs between two visitors`);
  }
});

test('a page is cached for each language, but not the text that a query or a cookie adds to it', async () => {
  const path = '/artists/1055-charly-garcia';
  const languageOf = async (target: string, headers: Record<string, string>) =>
    /<html lang="(\w+)"/.exec((await openPage(target, headers)).text)?.[1];
  for (let i = 0; i < 3; i++) {
    expect(await languageOf(path, { 'Accept-Language': 'es' })).toBe('es');
    expect(await languageOf(path, { 'Accept-Language': 'en' })).toBe('en');
    expect(await languageOf(path, { 'Accept-Language': 'en', Cookie: 'rockola-language=es' })).toBe('es');
    expect(await languageOf(`${path}?lang=es`, { 'Accept-Language': 'en' })).toBe('es');
    const withNotice = await openPage(path, { Cookie: 'rockola-done=saved' });
    expect([withNotice.text.includes('Saved.'), withNotice.headers.get('set-cookie')]).toEqual([
      true,
      expect.stringMatching(/^rockola-done=;.* Max-Age=0;/),
    ]);
    for (const query of ['?done=saved', '?done=constructor']) expect((await openPage(path + query)).text).not.toContain('class="done"');
    expect((await openPage(path, { Cookie: 'rockola-done=constructor' })).text).not.toContain('class="done"');
    expect((await openPage(path)).text).not.toContain('Saved.');
  }
});

test('a cached page has an ETag, and is sent uncompressed to clients that take no gzip', async () => {
  const path = '/artists/1055-charly-garcia';
  const plain = await openPage(path, { 'Accept-Encoding': 'identity' });
  const zipped = await openPage(path, { 'Accept-Encoding': 'gzip' });
  const etag = plain.headers.get('etag') ?? '';
  expect([plain.headers.get('content-encoding'), zipped.headers.get('content-encoding')]).toEqual([null, 'gzip']);
  expect([zipped.text === plain.text, zipped.headers.get('etag')]).toEqual([true, etag]);
  const again = await fetch(rockola.url + path, { headers: { Accept: 'text/html', 'Accept-Language': 'en', 'If-None-Match': etag } });
  expect(again.status).toBe(304);
  await call('PATCH', '/artists/1055', { description: 'Otra descripción.' });
  const changed = await fetch(rockola.url + path, { headers: { Accept: 'text/html', 'Accept-Language': 'en', 'If-None-Match': etag } });
  expect([changed.status, (await changed.text()).includes('Otra descripción.')]).toEqual([200, true]);
});
