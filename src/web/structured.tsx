/** @jsxImportSource #jsx */

import { Html } from '../jsx.ts';
import type { Album } from '../model/album.ts';
import type { Artist } from '../model/artist.ts';
import { albumPathUnder, artistPath } from './paths.ts';
import { noneLeft } from './record/noneLeft.ts';

/** Structured data for search engines (schema.org). */
export function Data({ value }: { value: object }) {
  return <script type="application/ld+json">{new Html(JSON.stringify(value).replaceAll('<', '\\u003c'))}</script>;
}

const context = 'https://schema.org';

/** @param words the start of the description @param path the artist's page */
export function artistData(artist: Artist, words: string, albums: Album[], path: string, url: string): object {
  const { id: _, name, description: __, image, band, ...forgotten } = artist;
  noneLeft(forgotten);
  return {
    '@context': context,
    ...group(artist, url + path),
    ...(words && { description: words }),
    ...(image && { image }),
    ...(band && band !== name && { memberOf: { '@type': 'MusicGroup', name: band } }),
    album: albums.map((album) => record(album, url + albumPathUnder(path, album))),
  };
}

export function albumData(artist: Artist, album: Album, url: string): object {
  const path = artistPath(artist);
  return { '@context': context, ...record(album, url + albumPathUnder(path, album)), byArtist: group(artist, url + path) };
}

function group({ name }: Artist, address: string): object {
  return { '@type': 'MusicGroup', '@id': address, name };
}

function record({ id: _, name, year, image, ...forgotten }: Album, address: string): object {
  noneLeft(forgotten);
  return { '@type': 'MusicAlbum', '@id': address, name, datePublished: String(year), ...(image && { image }) };
}
