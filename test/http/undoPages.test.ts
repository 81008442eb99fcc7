import { afterAll, expect, test } from 'bun:test';
import { cookieOf, formSender, redirectOutcome } from '../support/forms.ts';
import { startRockola } from '../support/harness.ts';

/** The texts of pages before something is undone. */
const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
const send = formSender(rockola);
const vandal = await rockola.person('Eva');
const cookie = await cookieFor('admin');
const api = '/api/v1/artists';
afterAll(() => rockola.stop());

async function cookieFor(role: string): Promise<string> {
  const { email, password } = await rockola.person();
  await rockola.cli(['account', 'role', email, role]);
  return cookieOf(await send('/sign-in', { email, password }));
}

const { add } = rockola;
const openPage = async (path: string, session = cookie) =>
  (await fetch(rockola.url + path, { headers: { Accept: 'text/html', 'Accept-Language': 'en', Cookie: session } })).text();

test('the changes of an account are shown with the values that an undo restores; administrators may suspend it', async () => {
  const id = await add(api, { name: 'Los Gatos', band: 'Los Gatos' });
  await rockola.call('PATCH', `${api}/${id}`, { key: vandal.key, body: { band: 'Los Perros' } });
  const span = { since: '2026-01-02T03:04', until: '2999-01-02T03:04' };
  const path = `/accounts/${vandal.id}/undo`;
  const offer = `href="/admin/accounts/${vandal.id}"`;
  const { text } = await send(path, span, { cookie });
  expect(text).toMatch(/<del>.*Perros<\/del>.*<ins>.*Gatos<\/ins>/);
  expect(text).toContain('From 2026-01-02 03:04 to 2999-01-02 03:04 (UTC).');
  for (const [name, value] of Object.entries(span))
    expect(text).toMatch(new RegExp(`type="datetime-local" value="${value}"`.replace('type', `name="${name}".*type`)));
  expect(text).toContain(offer);
  const done = await send(path, { ...span, run: 'on' }, { cookie });
  expect((await rockola.call('GET', `${api}/${id}`)).json.band).toBe('Los Gatos');
  expect([done.text.includes(offer), done.text.includes('name="since"')]).toEqual([true, true]);
  expect((await send(path, span, { cookie: await cookieFor('editor') })).text).not.toContain(offer);
});

test('a record under a deleted record has no restore button, but leads to the deleted record, whose button restores both', async () => {
  const artist = await add(api, { name: 'Aquelarre' });
  const album = await add(`${api}/${artist}/albums`, { name: 'Brumas', year: 1974 });
  const track = await add(`${api}/${artist}/albums/${album}/tracks`, { position: 1, title: 'Brumas en la bruma' });
  const paths = [
    `/artists/${artist}/albums/${album}`,
    `/artists/${artist}/albums/${album}/history`,
    `/artists/${artist}/albums/${album}/tracks/${track}/history`,
  ];
  const remove = (path: string) => rockola.send('DELETE', path);
  const offered = async (path: string) => {
    const text = await openPage(path);
    return [
      path,
      text.includes('name="how"'),
      />Restore its (\w+)</.exec(text)?.[1],
      /class="button" href="([^"]+)">\s*Restore its/.exec(text)?.[1],
    ];
  };
  await remove(`${api}/${artist}/albums/${album}`);
  expect(await offered(paths[2] as string)).toEqual([paths[2], false, 'album', expect.stringContaining(`/albums/${album}`)]);
  await rockola.send('POST', `${api}/${artist}/albums/${album}/reversions`, { version: 1n });
  await remove(`${api}/${artist}`);
  for (const path of paths) expect(await offered(path)).toEqual([path, false, 'artist', `/artists/${artist}`]);
  const [, tag] = /name="tag" value="([^"]+)"/.exec(await openPage(`/artists/${artist}`)) ?? [];
  const { status } = await send(
    `/artists/${artist}/undo`,
    { version: '1', how: 'back', tag: (tag ?? '').replaceAll('&quot;', '"') },
    { cookie },
  );
  expect([status, (await rockola.call('GET', `${api}/${artist}/albums/${album}`)).status]).toEqual([303, 200]);
});

test('administrators erase the values that the form offers: those of the version that the record no longer has', async () => {
  const id = await add(api, { name: 'Manal', band: 'Calle 1', description: 'Blues' });
  const headers = { 'Change-Comment': '"avenida rivadavia"' };
  await rockola.call('PATCH', `${api}/${id}`, { key: vandal.key, body: { band: 'Calle 2' }, headers });
  await rockola.call('PATCH', `${api}/${id}`, { key: rockola.adminKey, body: { band: '' } });
  const path = `/artists/${id}/redact`;
  const link = `href="/artists/${id}-manal/redact?version=2"`;
  expect(await openPage(`/artists/${id}-manal/history`)).toContain(link);
  expect(await openPage(`/artists/${id}-manal/history`, await cookieFor('editor'))).not.toContain('redact');
  const { data } = (await rockola.call('GET', `${api}/${id}/revisions`)).json;
  expect(await openPage(`/artists/${id}-manal?at=${data[1].at}`)).toContain(link);
  const offered = (text: string) => [...text.matchAll(/name="hide" value="(\w+)"/g)].map(([, name]) => name);
  const page = await openPage(`${path}?version=2`);
  expect([offered(page), /<bdi[^>]*>Calle 2</.test(page)]).toEqual([['band', 'comment', 'all'], true]);
  const asked = { version: '2', hide: 'all', reason: ' ', note: 'Un domicilio' };
  const refused = await send(path, asked, { cookie });
  expect([refused.status, [...refused.text.matchAll(/<a href="#(\w+)">/g)].map(([, name]) => name)]).toEqual([400, ['reason', 'sure']]);
  const done = await send(path, { ...asked, reason: 'un domicilio', sure: 'on' }, { cookie });
  expect([done.status, redirectOutcome(done.headers)]).toEqual([303, `/artists/${id}-manal/history redacted`]);
  const erased = (await rockola.call('GET', `${api}/${id}/revisions/2`)).json;
  expect(erased).toMatchObject({ comment: null, redacted: { hidden: ['band', 'comment'], note: 'Un domicilio' } });
  expect(offered(await openPage(`${path}?version=2`))).toEqual(['all']);
});

test('the form to hide a change shows the change and the record, also if the artist is deleted', async () => {
  const artist = await add(api, { name: 'Vox Dei' });
  const album = await add(`${api}/${artist}/albums`, { name: 'La Biblia', year: 1970 });
  await rockola.call('PATCH', `${api}/${artist}/albums/${album}`, { key: rockola.adminKey, body: { year: 1971 } });
  const [{ seq }] = (await rockola.call('GET', `/api/v1/changes?artist=${artist}&limit=1&order=desc`)).json.data;
  const shows = async () => {
    const page = await openPage(`/changes/${seq}/hide`);
    return [/href="([^"]+\/history)"/.exec(page)?.[1], ...['La Biblia', '1970', '1971'].map((text) => page.includes(text))];
  };
  expect(await shows()).toEqual([`/artists/${artist}-vox-dei/albums/${album}-la-biblia/history`, true, true, true]);
  await rockola.call('DELETE', `${api}/${artist}`, { key: rockola.adminKey });
  expect(await shows()).toEqual([`/artists/${artist}/albums/${album}/history`, true, true, true]);
});
