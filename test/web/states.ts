import type { Rockola } from '../support/harness.ts';
import { fillWithOddRecords } from './oddRecords.ts';

/** Every page of the site in every state that looks different, by a name for its picture: whole addresses. */
export async function statesOf(rockola: Rockola, empty: Rockola): Promise<Record<string, string>> {
  const odd = await fillWithOddRecords(rockola);
  const charly = '/artists/1055';
  const { data } = (await rockola.call('GET', `/api/v1${charly}/albums`)).json;
  const paths = {
    front: '/',
    artists: '/artists',
    letter: '/artists?letter=l',
    decade: '/artists?decade=1970',
    band: '/artists?band=soda%20stereo',
    noSuchBand: '/artists?band=xyzzy',
    bands: '/bands',
    artist: charly,
    album: `${charly}/albums/${data[1].id}`,
    ...odd,
    oddAlbum: `${odd.unbroken}/albums/${(await rockola.call('GET', `/api/v1${odd.unbroken}/albums`)).json.data[0].id}`,
    history: `${odd.markdown}/history`,
    changes: '/changes',
    search: '/search',
    found: '/search?q=paes',
    foundAlbum: '/search?q=clics%20modernos',
    nothing: '/search?q=xyzzyxyzzy',
    unsearchable: '/search?q=!!!',
    missing: '/nowhere',
  };
  const whole = Object.entries(paths).map(([name, path]) => [name, rockola.url + path]);
  return { ...Object.fromEntries(whole), empty: `${empty.url}/`, emptyList: `${empty.url}/artists`, noChanges: `${empty.url}/changes` };
}
