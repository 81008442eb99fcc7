import { afterAll, expect, test } from 'bun:test';
import { cookieOf, formSender } from '../support/forms.ts';
import { startRockola } from '../support/harness.ts';

const schemes = [
  'artist metal-archives [1-9][0-9]{0,9} https://www.metal-archives.com/bands/_/{value}',
  'artist bandcamp [a-z0-9-]{2,60} https://{value}.bandcamp.com',
  'album sleeve [A-Z]{2,4}-[0-9]+ https://sleeves.example.org/s/{value}/front',
].join('; ');

const rockola = await startRockola({ ROCKOLA_STARTER: 'off', ROCKOLA_IDENTIFIER_SCHEMES: schemes });
afterAll(() => rockola.stop());

const { send } = rockola;
const pathOf = async (list: string, body: object) => (await send('POST', list, body)).headers.get('location') as string;
const artistPath = () => pathOf('/api/v1/artists', { name: 'Hermética' });
const albumPath = async () => pathOf(`${await artistPath()}/albums`, { name: 'Ácido argentino', year: 1991 });

test.each([
  ['artist', 'metal-archives', 'https://www.metal-archives.com/bands/_/3540#band_tab_discography', '3540'],
  ['artist', 'metal-archives', 'http://metal-archives.com/bands/_/3541/', '3541'],
  ['artist', 'metal-archives', '03540', undefined],
  ['artist', 'metal-archives', 'javascript:3540', undefined],
  ['artist', 'bandcamp', 'https://hermetica.bandcamp.com/album/x?y', 'hermetica'],
  ['artist', 'bandcamp', 'hermetica.example.org', undefined],
  ['artist', 'sleeve', 'AB-1', undefined],
  ['album', 'sleeve', 'https://sleeves.example.org/s/AB-12/front', 'AB-12'],
  ['album', 'sleeve', 'ab-12', undefined],
])('an identifier of an %s, %s %s, is stored in its normal form or refused', async (kind, scheme, value, normal) => {
  const { status, json } = await send('POST', `${await (kind === 'artist' ? artistPath : albumPath)()}/identifiers`, {
    scheme,
    value,
  });
  if (normal) expect([status, json]).toEqual([201, { id: json.id, scheme, value: normal }]);
  else
    expect([status, json.errors]).toEqual([
      400,
      [expect.objectContaining({ pointer: scheme === 'sleeve' && kind === 'artist' ? '/scheme' : '/value' })],
    ]);
});

test('a custom scheme is unique, searchable, linked and documented like the built-in ones', async () => {
  const [artist, other] = [await artistPath(), await artistPath()];
  const identifier = await pathOf(`${artist}/identifiers`, { scheme: 'metal-archives', value: '77' });
  const taken = await send('POST', `${other}/identifiers`, {
    scheme: 'metal-archives',
    value: 'https://www.metal-archives.com/bands/_/77',
  });
  expect([taken.status, taken.json.detail]).toEqual([409, expect.stringContaining(`metal-archives:77 is the identifier of ${identifier}`)]);
  const found = await send('GET', '/api/v1/artists?identifier=metal-archives:77&identifier=bandcamp:nobody');
  expect(found.json.data.map(({ id }: { id: bigint }) => `/api/v1/artists/${id}`)).toEqual([artist]);
  const link = 'https://www.metal-archives.com/bands/_/77';
  const linked = await fetch(rockola.url + artist, { headers: { Accept: 'application/ld+json' } });
  expect(await linked.json()).toMatchObject({ sameAs: [link] });
  const page = await (await fetch(`${rockola.url}${artist.replace('/api/v1', '')}-hermetica`)).text();
  expect(page).toContain(`<a href="${link}" rel="external">Metal Archives</a>`);
  const source = {
    about: 'artist_identifier',
    record: BigInt(identifier.split('/').at(-1) as string),
    supports: '/scheme',
    value: 'bandcamp',
    text: 'x',
  };
  expect((await send('POST', `${artist}/sources`, source)).status).toBe(201);
  const { components } = (await rockola.call('GET', '/openapi.json')).json;
  expect(components.schemas.NewArtistIdentifier.properties.scheme.enum.slice(-2)).toEqual(['metal-archives', 'bandcamp']);
  expect(components.schemas.NewAlbumIdentifier.properties.scheme.enum.at(-1)).toBe('sleeve');
});

test('the forms of the site offer and accept custom schemes', async () => {
  const ana = await rockola.person();
  const ask = formSender(rockola);
  const cookie = cookieOf(await ask('/sign-in', { email: ana.email, password: ana.password }));
  const artist = await artistPath();
  const form = `${artist.replace('/api/v1', '')}/identifiers`;
  const page = await (await fetch(rockola.url + form, { headers: { Cookie: cookie } })).text();
  expect(page).toContain('<option value="metal-archives">Metal Archives</option>');
  const row = (value: string) => ({ rows: '1', 'artist_identifier-0-scheme': 'metal-archives', 'artist_identifier-0-value': value });
  expect((await ask(form, row('x'), { cookie })).text).toContain('[1-9][0-9]{0,9}');
  expect((await ask(form, row('https://www.metal-archives.com/bands/_/99'), { cookie })).status).toBe(303);
  expect((await send('GET', `${artist}/identifiers`)).json.data).toMatchObject([{ scheme: 'metal-archives', value: '99' }]);
});

test('identifiers of a removed scheme stay, without a link; they can be deleted and restored, but not added or changed', async () => {
  const artist = await artistPath();
  const path = await pathOf(`${artist}/identifiers`, { scheme: 'bandcamp', value: 'malon' });
  delete rockola.env.ROCKOLA_IDENTIFIER_SCHEMES;
  await rockola.restart();
  expect((await send('GET', path)).json).toMatchObject({ scheme: 'bandcamp', value: 'malon' });
  const linked = await fetch(rockola.url + artist, { headers: { Accept: 'application/ld+json' } });
  expect(await linked.json()).not.toHaveProperty('sameAs');
  const refused = [
    await send('PATCH', path, { value: 'malon2' }),
    await send('POST', `${artist}/identifiers`, { scheme: 'bandcamp', value: 'malon2' }),
  ];
  for (const { status, json } of refused)
    expect([status, json.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([400, ['/scheme']]);
  expect((await send('DELETE', path)).status).toBe(204);
  expect((await send('POST', `${path}/reversions`, { version: 1 })).json).toMatchObject({ value: 'malon' });
});
