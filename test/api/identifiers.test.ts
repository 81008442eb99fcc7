import { afterAll, expect, test } from 'bun:test';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
afterAll(() => rockola.stop());

const send = (method: string, path: string, body?: unknown) => rockola.call(method, path, { body, key: rockola.adminKey });
const pathOf = async (list: string, body: object) => (await send('POST', list, body)).headers.get('location') as string;
const artistPath = () => pathOf('/api/v1/artists', { name: 'Sumo' });
const albumPath = async () => pathOf(`${await artistPath()}/albums`, { name: 'Divididos por la felicidad', year: 1985 });
let last = 1_000;
const discogs = (value = String(++last)) => ({ scheme: 'discogs', value });

const uuid = 'b8a7c51f-362c-4dcb-a259-bc6e0095f0a6';
const forms: ['artist' | 'album', scheme: string, given: string, normal: string | undefined][] = [
  ['artist', 'musicbrainz', `https://musicbrainz.org/artist/${uuid.toUpperCase()}/releases`, uuid],
  ['artist', 'musicbrainz', 'b8a7c51f-362c-4dcb', undefined],
  ['artist', 'wikidata', 'http://www.wikidata.org/entity/q42', 'Q42'],
  ['artist', 'discogs', 'https://www.discogs.com/es/artist/82730-Sumo', '82730'],
  ['artist', 'discogs', 'https://www.discogs.com/master/82730', undefined],
  ['artist', 'discogs', '0', undefined],
  ['artist', 'spotify', 'https://open.spotify.com/intl-es/artist/4vqKjn8Vk3XNyAXLnKmbRI?si=x', '4vqKjn8Vk3XNyAXLnKmbRI'],
  ['artist', 'isni', '0000 0001 2103 2683', '0000000121032683'],
  ['artist', 'isni', '0000 0001 2103 2684', undefined],
  ['artist', 'viaf', 'https://viaf.org/viaf/96994048/', '96994048'],
  ['artist', 'viaf', 'javascript:alert(1)', undefined],
  ['album', 'discogs-master', 'https://www.discogs.com/master/12345-Sumo', '12345'],
  ['album', 'musicbrainz-release-group', uuid, uuid],
  ['album', 'ean', '0036000291452', '0036000291452'],
  ['album', 'ean', '036000291453', undefined],
  ['album', 'spotify', 'spotify:album:4vqKjn8Vk3XNyAXLnKmbRJ', '4vqKjn8Vk3XNyAXLnKmbRJ'],
];

test.each(forms)('of an %s, %s %s', async (of, scheme, given, normal) => {
  const list = `${await (of === 'artist' ? artistPath : albumPath)()}/identifiers`;
  const { status, json } = await send('POST', list, { scheme, value: given });
  if (normal) expect([status, json]).toEqual([201, { id: json.id, scheme, value: normal }]);
  else expect([status, json.errors[0].pointer]).toEqual([400, '/value']);
});

test('a taken identifier is refused in any spelling and names its holder; an update to the same value changes nothing', async () => {
  const [holder, other] = [await artistPath(), await artistPath()];
  const taken = discogs();
  const held = await pathOf(`${holder}/identifiers`, taken);
  for (const value of [taken.value, `https://www.discogs.com/artist/${taken.value}-x`])
    expect(await refusalOf(send('POST', `${other}/identifiers`, { scheme: 'discogs', value }))).toEqual([409, 'identifier-taken', held]);
  const own = await pathOf(`${other}/identifiers`, discogs());
  const refused = await send('PATCH', own, taken);
  expect(refused.json.detail).toContain(`of "${(await send('GET', holder)).json.name}"`);
  expect(await refusalOf(send('PATCH', own, taken))).toEqual([409, 'identifier-taken', held]);
  expect((await send('PATCH', held, { value: `https://www.discogs.com/artist/${taken.value}` })).headers.get('etag')).toStartWith('"1.');
});

async function refusalOf(answer: ReturnType<typeof send>) {
  const { status, json } = await answer;
  return [status, json.type?.split('/').at(-1), /\/api[\w/]+/.exec(json.detail)?.[0]];
}

test('of many who claim an identifier at once one gets it', async () => {
  const artists = await Promise.all(Array.from({ length: 8 }, artistPath));
  const claimed = discogs();
  const answers = await Promise.all(artists.map((artist) => send('POST', `${artist}/identifiers`, claimed)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
});

test('a deleted identifier that another artist took meanwhile is not restored, alone or with its artist', async () => {
  const [former, later] = [await artistPath(), await artistPath()];
  const claimed = discogs();
  const path = await pathOf(`${former}/identifiers`, claimed);
  await send('DELETE', path);
  const held = await pathOf(`${later}/identifiers`, claimed);
  expect(await refusalOf(send('POST', `${path}/reversions`, { version: 1 }))).toEqual([409, 'identifier-taken', held]);
  await send('DELETE', held);
  await send('POST', `${path}/reversions`, { version: 1 });
  await send('DELETE', former);
  const again = await pathOf(`${later}/identifiers`, claimed);
  expect(await refusalOf(send('POST', `${former}/reversions`, { version: 1 }))).toEqual([409, 'identifier-taken', again]);
  expect((await send('GET', former)).status).toBe(404);
  await send('DELETE', again);
  expect((await send('POST', `${former}/reversions`, { version: 1 })).status).toBe(200);
  expect((await send('GET', path)).json.value).toBe(claimed.value);
});

test('undoing the work of whoever took one over gives it back; those that others took meanwhile are left and reported', async () => {
  const editor = await rockola.person('Editora');
  await send('PATCH', `/api/v1/user/accounts/${editor.id}`, { role: 'editor' });
  const by = (method: string, path: string, body?: unknown) => rockola.call(method, path, { body, key: editor.key });
  const [first, second] = [await artistPath(), await artistPath()];
  const [taken, lost] = [discogs(), discogs()];
  const [own, gone] = [await pathOf(`${first}/identifiers`, taken), await pathOf(`${first}/identifiers`, lost)];
  await Bun.sleep(2);
  const since = new Date().toISOString();
  for (const path of [own, gone]) await by('DELETE', path);
  await by('POST', `${second}/identifiers`, taken);
  const held = await pathOf(`${second}/identifiers`, lost);
  const undo = (dry_run: boolean) => send('POST', `/api/v1/user/accounts/${editor.id}/reversions`, { since, dry_run });
  for (const dry of [true, false]) {
    const { undone, left } = (await undo(dry)).json;
    expect(undone.map(({ action }: { action: string }) => action).sort()).toEqual(['delete', 'restore']);
    expect(left).toEqual([expect.objectContaining({ reason: 'identifier-taken', detail: expect.stringContaining(held) })]);
  }
  expect([(await send('GET', own)).status, (await send('GET', gone)).status]).toEqual([200, 404]);
});

test('the list of artists filters by up to 100 identifiers, together with other filters, and names malformed ones', async () => {
  const [one, other] = [await artistPath(), await artistPath()];
  const [first, second] = [discogs(), discogs()];
  await send('POST', `${one}/identifiers`, first);
  await send('POST', `${other}/identifiers`, second);
  const ask = async (query: string) => (await send('GET', `/api/v1/artists?${query}`)).json;
  const idsOf = async (query: string) => (await ask(query)).data.map(({ id }: { id: bigint }) => `/api/v1/artists/${id}`);
  const filler = Array.from({ length: 98 }, (_, i) => `viaf:${i + 1}`).join(',');
  const both = `identifier=discogs:${first.value},discogs:${second.value}`;
  expect(await idsOf(`identifier=discogs:${first.value}`)).toEqual([one]);
  expect(await idsOf(`${both},${filler}`)).toEqual([one, other]);
  expect(await idsOf(`${both}&sort=-name&limit=1`)).toHaveLength(1);
  expect(await idsOf(`${both}&q=sumo`)).toHaveLength(2);
  expect(await idsOf(`${both}&has=image`)).toEqual([]);
  for (const wrong of ['', 'discogs', 'discogs:', 'discogs:x', 'constructor:1', `${filler},viaf:1,viaf:2,viaf:3`])
    expect((await ask(`identifier=${wrong}`)).errors[0].pointer).toBe('/identifier');
});
