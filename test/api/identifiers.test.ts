import { afterAll, expect, test } from 'bun:test';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
afterAll(() => rockola.stop());

const { send } = rockola;
const pathOf = async (list: string, body: object) => (await send('POST', list, body)).headers.get('location') as string;
const artistPath = () => pathOf('/api/v1/artists', { name: 'Sumo' });
const albumPath = async () => pathOf(`${await artistPath()}/albums`, { name: 'Divididos por la felicidad', year: 1985 });
let last = 1_000;
const discogs = (value = String(++last)) => ({ scheme: 'discogs', value });

const uuid = 'b8a7c51f-362c-4dcb-a259-bc6e0095f0a6';
const forms: ['artist' | 'album', scheme: string, input: string, normal: string | undefined][] = [
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

test.each(forms)('an identifier of an %s, %s %s, is stored in its normal form or refused', async (kind, scheme, input, normal) => {
  const list = `${await (kind === 'artist' ? artistPath : albumPath)()}/identifiers`;
  const { status, json } = await send('POST', list, { scheme, value: input });
  if (normal) expect([status, json]).toEqual([201, { id: json.id, scheme, value: normal }]);
  else expect([status, json.errors[0].pointer]).toEqual([400, '/value']);
});

test('a taken identifier is refused in any spelling, with its holder; an update to the same value changes nothing', async () => {
  const [holder, other] = [await artistPath(), await artistPath()];
  const identifier = discogs();
  const ofHolder = await pathOf(`${holder}/identifiers`, identifier);
  for (const value of [identifier.value, `https://www.discogs.com/artist/${identifier.value}-x`])
    expect(await refusalOf(send('POST', `${other}/identifiers`, { scheme: 'discogs', value }))).toEqual([
      409,
      'identifier-taken',
      ofHolder,
    ]);
  const ofOther = await pathOf(`${other}/identifiers`, discogs());
  const refused = await send('PATCH', ofOther, identifier);
  expect(refused.json.detail).toContain(`of "${(await send('GET', holder)).json.name}"`);
  expect(await refusalOf(send('PATCH', ofOther, identifier))).toEqual([409, 'identifier-taken', ofHolder]);
  expect((await send('PATCH', ofHolder, { value: `https://www.discogs.com/artist/${identifier.value}` })).headers.get('etag')).toStartWith(
    '"1.',
  );
});

async function refusalOf(answer: ReturnType<typeof send>) {
  const { status, json } = await answer;
  return [status, json.type?.split('/').at(-1), /\/api[\w/]+/.exec(json.detail)?.[0]];
}

test('of many parallel claims of an identifier one succeeds', async () => {
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

test('an undo gives back the identifiers that an account took over, and reports identifiers that others have taken since', async () => {
  const editor = await rockola.person('Editora');
  await send('PATCH', `/api/v1/user/accounts/${editor.id}`, { role: 'editor' });
  const asEditor = (method: string, path: string, body?: unknown) => rockola.call(method, path, { body, key: editor.key });
  const [first, second] = [await artistPath(), await artistPath()];
  const [taken, lost] = [discogs(), discogs()];
  const [returned, notReturned] = [await pathOf(`${first}/identifiers`, taken), await pathOf(`${first}/identifiers`, lost)];
  await Bun.sleep(2);
  const since = new Date().toISOString();
  for (const path of [returned, notReturned]) await asEditor('DELETE', path);
  await asEditor('POST', `${second}/identifiers`, taken);
  const held = await pathOf(`${second}/identifiers`, lost);
  const undo = (dry_run: boolean) => send('POST', `/api/v1/user/accounts/${editor.id}/reversions`, { since, dry_run });
  for (const dry of [true, false]) {
    const { undone, left } = (await undo(dry)).json;
    expect(undone.map(({ action }: { action: string }) => action).sort()).toEqual(['delete', 'restore']);
    expect(left).toEqual([expect.objectContaining({ reason: 'identifier-taken', detail: expect.stringContaining(held) })]);
  }
  expect([(await send('GET', returned)).status, (await send('GET', notReturned)).status]).toEqual([200, 404]);
});

test.each(['artists', 'albums'])('a list of %s is filtered by up to 100 identifiers, in one parameter or many', async (kind) => {
  const [scheme, other, path] = kind === 'artists' ? ['discogs', 'viaf', artistPath] : ['discogs-master', 'ean', albumPath];
  const records = [await path(), await path()];
  const ids = records.map((record) => BigInt(record.split('/').at(-1) as string));
  const wanted = records.map(() => `${scheme}:${++last}`);
  for (const [i, value] of wanted.entries())
    await send('POST', `${records[i]}/identifiers`, { scheme, value: value.slice(scheme.length + 1) });
  const ask = async (query: string) => (await send('GET', `/api/v1/${kind}?${query}`)).json;
  const found = async (query: string) => (await ask(query)).data.map(({ id }: { id: bigint }) => id);
  const filler = Array.from({ length: 98 }, (_, i) => `${other}:${other === 'ean' ? '7798030290012' : i + 1}`);
  const repeated = [...wanted, ...filler].map((identifier) => `identifier=${identifier}`).join('&');
  expect(await found(`identifier=${wanted[0]}`)).toEqual([ids[0]]);
  expect(await found(`identifier=${wanted},${filler}`)).toEqual(ids);
  expect(await found(repeated)).toEqual(ids);
  expect(await found(`identifier=${filler}&identifier=${wanted}`)).toEqual(ids);
  expect(await found(`${repeated}&sort=-name`)).toHaveLength(2);
  const first = await ask(`${repeated}&limit=1`);
  expect([first.meta.total, (await send('GET', first.meta.next)).json.data[0].id]).toEqual([2n, ids[1]]);
  expect(await found(`${repeated}&${kind === 'artists' ? 'has=image' : 'year=1986'}`)).toEqual([]);
  if (kind === 'artists') expect(await found(`${repeated}&q=sumo`)).toHaveLength(2);
  expect((await ask(`${repeated}&identifier=${filler[0]}`)).errors).toEqual([
    { pointer: '/identifier', detail: 'must be at most 100 identifiers' },
  ]);
});

test('a filter by faulty identifiers is refused with the place and the error of each', async () => {
  const wrong = {
    'discogs:1': undefined,
    '': /^is "", which must be an id with its scheme and a colon before it, one of musicbrainz, /,
    discogs: /^is "discogs", which must be an id of discogs or its address, such as 82730$/,
    'discogs:x': /^is "discogs:x", which must be an id of discogs /,
    'constructor:1': /one of musicbrainz, wikidata, discogs, spotify, isni, viaf$/,
    'discogs-master:1': /one of musicbrainz, /,
    'isni:0000000121032684': /which has a wrong check digit/,
    [`viaf:${'9'.repeat(4_000)}`]: /^is "viaf:9{55}…", which must/,
    'viaf:javascript:alert(1)': /an id of viaf/,
  };
  const { status, json } = await send(
    'GET',
    `/api/v1/artists?${Object.keys(wrong)
      .map((identifier) => `identifier=${identifier}`)
      .join('&')}`,
  );
  const details = Object.values(wrong).map((detail, i) => detail && { pointer: `/identifier/${i}`, detail: expect.stringMatching(detail) });
  expect([status, json.errors]).toEqual([400, details.filter((detail) => detail !== undefined)]);
});
