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
