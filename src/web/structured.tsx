/** @jsxImportSource hono/jsx */
import { raw } from 'hono/html';
import type { Album } from '../model/album.ts';
import type { Artist } from '../model/artist.ts';
import { plainWords } from './markdown.ts';
import { albumPathUnder, artistPath } from './paths.ts';

/** What a page is about, for search machines (schema.org). */
export function Data({ value }: { value: object }) {
  return <script type="application/ld+json">{raw(JSON.stringify(value).replaceAll('<', '\\u003c'))}</script>;
}

const context = 'https://schema.org';

/** @param path of their page */
export function artistData(artist: Artist, albums: Album[], path: string, url: string): object {
  return {
    '@context': context,
    ...group(artist, url + path),
    ...(artist.description && { description: plainWords(artist.description, 500) }),
    ...(artist.image && { image: artist.image }),
    ...(artist.band && artist.band !== artist.name && { memberOf: { '@type': 'MusicGroup', name: artist.band } }),
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

function record({ name, year, image }: Album, address: string): object {
  return { '@type': 'MusicAlbum', '@id': address, name, datePublished: String(year), ...(image && { image }) };
}
