import { afterAll, expect, test } from 'bun:test';
import { cookieOf, formSender } from '../support/forms.ts';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
const send = formSender(rockola);
const { email, password } = await rockola.person();
const cookie = cookieOf(await send('/sign-in', { email, password }));
afterAll(() => rockola.stop());

test('a row for a source shows the URL field, and has the field for the record in its folded part', async () => {
  const id = await rockola.add('/artists', { name: 'Con Fuentes' });
  const page = await (await fetch(`${rockola.url}/artists/${id}/sources`, { headers: { Cookie: cookie } })).text();
  const [first = '', further = ''] = page.split('<fieldset class="row">')[1]?.split('<details') ?? [];
  const has = (part: string) => ['url', 'record'].map((name) => part.includes(`artist_source-0-${name}"`));
  expect([has(first), has(further)]).toEqual([
    [true, false],
    [false, true],
  ]);
});

test('an album with the name of another album of its artist is added only after a confirmation; a repeated form adds nothing', async () => {
  const make = (path: string, body: object) => rockola.add(`/artists${path}`, body);
  const artist = await make('', { name: 'Pescado Rabioso' });
  const first = await make(`/${artist}/albums`, { name: 'Desatormentándonos', year: 1972 });
  const total = async () => Number((await rockola.call('GET', `/api/v1/artists/${artist}/albums`)).json.meta.total);
  const form = (name: string, more: Record<string, string> = {}) =>
    send(`/artists/${artist}/albums`, { 'album-0-name': name, 'album-0-year': '1973', once: crypto.randomUUID(), ...more }, { cookie });

  const asked = await form('desatormentandonos');
  expect([asked.status, await total()]).toEqual([200, 1]);
  expect(asked.text).toContain('Is it this one?');
  expect(asked.text).toContain(`/albums/${first}-`);
  expect(asked.text).toContain(`name="seen" value="${first}"`);
  expect(asked.text).toContain('value="desatormentandonos"');

  const once = { once: 'the same' };
  for (let time = 1; time <= 2; time++) expect((await form('Artaud', once)).status).toBe(303);
  expect(await total()).toBe(2);
  expect((await form('desatormentandonos', { seen: String(first) })).status).toBe(303);
  expect(await total()).toBe(3);
});

test('the query of an address fills in a form; nothing is saved until it is sent, and its values are checked as if typed', async () => {
  const get = (path: string, headers = { Cookie: cookie }) => fetch(rockola.url + path, { headers, redirect: 'manual' });
  const shownIn = (page: string, name: string) => new RegExp(`<input[^>]* name="${name}"[^>]* value="([^"]*)"`).exec(page)?.[1];
  const artists = async () => Number((await rockola.call('GET', '/api/v1/artists')).json.meta.total);
  const before = await artists();
  const values = { name: '<b>"Ñ"', band: 'x'.repeat(201), image: 'nonsense', source: 'https://example.org/p', comment: 'seen there' };
  const query = new URLSearchParams({ ...values, description: 'a\0b', unknown: 'no', once: 'no' });
  const page = await (await get(`/artists/new?${query}`)).text();
  for (const [name, text] of Object.entries(values)) expect([name, shownIn(page, name)]).toEqual([name, Bun.escapeHTML(text)]);
  expect([page.includes('a\0b'), shownIn(page, 'once') === 'no', await artists()]).toEqual([false, false, before]);

  const refused = await send('/artists/new', { ...values, name: '' }, { cookie });
  expect(refused.status).toBe(400);
  for (const name of ['name', 'band', 'image']) expect(refused.text).toContain(`href="#${name}"`);
  // A query does not replace what was typed.
  expect(shownIn((await send(`/artists/new?${query}`, { ...values, name: '', band: 'typed' }, { cookie })).text, 'band')).toBe('typed');

  const id = await rockola.add('/artists', { name: 'Sembrado' });
  const albums = await (await get(`/artists/${id}/albums?name=Uno&year=1973&source=https://example.org/p`)).text();
  expect(['album-0-name', 'album-0-year', 'source'].map((name) => shownIn(albums, name))).toEqual(['Uno', '1973', 'https://example.org/p']);
  const signedOut = await get('/artists/new?name=Uno', { Cookie: '' });
  expect([signedOut.status, signedOut.headers.get('location')]).toEqual([303, '/sign-in?next=%2Fartists%2Fnew%3Fname%3DUno']);
  const long = `/artists/new?description=${'%C3%B1'.repeat(600)}`;
  const signInPath = (await get(long, { Cookie: '' })).headers.get('location') ?? '';
  expect(await (await get(signInPath, { Cookie: '' })).text()).toContain(`value="${long}"`);
  const signedIn = await send('/sign-in', { email, password, next: long });
  expect(new URLSearchParams(signedIn.headers.get('location')?.split('?')[1]).get('next')).toBe(long);
});
