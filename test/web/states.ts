import type { Rockola } from '../support/harness.ts';
import { fillWithOddRecords } from './oddRecords.ts';

/** Adds a group whose members have every form of period; one member is an artist. @returns the path of its page */
async function addGroup(rockola: Rockola, person: number): Promise<string> {
  const add = (path: string, body: object) => rockola.add(`/artists${path}`, body);
  const path = `/${await add('', { name: 'La Máquina de Hacer Pájaros', description: 'Una banda de cinco.' })}`;
  await add(`${path}/members`, {
    person,
    credited: 'Charly García',
    roles: ['keyboards', 'vocals'],
    from: '1976',
    to: '1977',
    ended: true,
  });
  for (const [credited, from, to, ended, note] of [
    ['Carlos Cutaia', '1976~', '1977', true, ''],
    ['Gustavo Bazterrica', '1976-05', null, false, ''],
    ['José Luis Fernández', null, '1977?', true, ''],
    ['Oscar Moro', null, null, null, 'Antes en Los Gatos y Color Humano, después en Serú Girán y Riff, siempre con los mismos platillos.'],
    ['x'.repeat(200), null, null, null, ''],
  ])
    await add(`${path}/members`, { credited, roles: ['drums', 'percussion'], from, to, ended, note });
  for (const name of ['La Máquina', 'The Bird-Making Machine']) await add(`${path}/aliases`, { name, kind: 'short form', language: 'es' });
  return `/artists${path}`;
}

/** Adds an album with credits, one of which names a person, and with tracks out of order. @returns the path of its page */
async function addParts(rockola: Rockola, artist: string, person: number): Promise<string> {
  const add = (path: string, body: object) => rockola.add(path, body);
  const album = `${artist}/albums/${await add(`${artist}/albums`, { name: 'Con Invitados', year: 1976 })}`;
  for (const body of [
    { artist: person, credited: 'Charly García', role: 'featuring' },
    { credited: 'x'.repeat(200), role: 'producer' },
  ])
    await add(`${album}/credits`, body);
  for (const [position, title, length, featuring] of [
    [2, 'x'.repeat(200), '', ''],
    [1, 'Bubulina', '3:45', 'León Gieco en armónica y voz'],
    [10, 'Boletos, pases y abonos', '115:20', ''],
  ])
    await add(`${album}/tracks`, { position, title, length, featuring });
  return album;
}

/** The address of every page in every state with a different look, by the name of its picture. */
export async function statesOf(rockola: Rockola, empty: Rockola): Promise<Record<string, string>> {
  const odd = await fillWithOddRecords(rockola);
  const charly = '/artists/1055';
  const { data } = (await rockola.call('GET', `/api/v1${charly}/albums`)).json;
  const group = await addGroup(rockola, 1055);
  const paths = {
    front: '/',
    artists: '/artists',
    letter: '/artists?letter=l',
    decade: '/artists?decade=1970',
    band: '/artists?band=soda%20stereo',
    noSuchBand: '/artists?band=xyzzy',
    albums: '/albums',
    albumsOfYear: '/albums?decade=1970&year=1973',
    bands: '/bands',
    statistics: '/statistics',
    dumps: '/dumps',
    docs: '/docs',
    docsSection: '/docs/accounts',
    artist: charly,
    group,
    albumWithParts: await addParts(rockola, group, 1055),
    family: `${group}/family`,
    noFamily: `${odd.none}/family`,
    album: `${charly}/albums/${data[1].id}`,
    ...odd,
    oddAlbum: `${odd.unbroken}/albums/${(await rockola.call('GET', `/api/v1${odd.unbroken}/albums`)).json.data[0].id}`,
    history: `${odd.markdown}/history`,
    changes: '/changes',
    changesOfKind: '/changes?kind=membership',
    changesOfArtist: '/changes?artist=1055',
    noChangesOfWeek: '/changes?week=1990-01-01&kind=album',
    search: '/search',
    found: '/search?q=paes',
    foundAlbum: '/search?q=clics%20modernos',
    nothing: '/search?q=xyzzyxyzzy',
    unsearchable: '/search?q=!!!',
    missing: '/nowhere',
  };
  const urls = Object.entries(paths).map(([name, path]) => [name, rockola.url + path]);
  return {
    ...Object.fromEntries(urls),
    empty: `${empty.url}/`,
    emptyList: `${empty.url}/artists`,
    noChanges: `${empty.url}/changes`,
    noStatistics: `${empty.url}/statistics`,
  };
}
