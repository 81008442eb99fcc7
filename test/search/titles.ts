import type { Rockola } from '../support/harness.ts';
import { answerTo } from './judge.ts';
import titles from './titles.json' with { type: 'json' };

/** Tracks of well-known albums, by `artist / album`; the starter catalogue has none. Their numbers are approximate. */
const titlesOf: Record<string, string[]> = titles;

/** Adds the tracks, one after another, so that each store has the same ids. */
export async function addTitles({ url, adminKey, call }: Rockola): Promise<void> {
  for (const [albumName, names] of Object.entries(titlesOf)) {
    const path = await pathOf(url, albumName);
    for (const [i, title] of names.entries()) {
      const { status } = await call('POST', `${path}/tracks`, { key: adminKey, body: { position: i + 1, title } });
      if (status !== 201) throw new Error(`${albumName}: ${title} is answered ${status}`);
    }
  }
}

type Found = { data: { artist: { id: number; name: string }; album: { id: number; name: string } }[] };

async function pathOf(url: string, albumName: string): Promise<string> {
  const answer = await answerTo(`${url}/api/v1/search?kind=album&limit=100&q=${encodeURIComponent(albumName)}`);
  const found = (JSON.parse(answer) as Found).data.find(({ artist, album }) => `${artist.name} / ${album.name}` === albumName);
  if (!found) throw new Error(`the catalogue lacks ${albumName}`);
  return `/api/v1/artists/${found.artist.id}/albums/${found.album.id}`;
}
