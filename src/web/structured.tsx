/** @jsxImportSource hono/jsx */
import { raw } from 'hono/html';
import type { Album } from '../model/album.ts';
import type { Artist } from '../model/artist.ts';
import { plainWords } from './markdown.ts';
import { albumPath, artistPath } from './paths.ts';

/** What a page is about, for search machines (schema.org). */
export function Data({ value }: { value: object }) {
  return <script type="application/ld+json">{raw(JSON.stringify(value).replaceAll('<', '\\u003c'))}</script>;
}

const context = 'https://schema.org';

export function artistData(artist: Artist, albums: Album[], url: string): object {
  return {
    '@context': context,
    ...group(artist, url),
    ...(artist.description && { description: plainWords(artist.description, 500) }),
    ...(artist.image && { image: artist.image }),
    ...(artist.band && artist.band !== artist.name && { memberOf: { '@type': 'MusicGroup', name: artist.band } }),
    album: albums.map((album) => record(artist, album, url)),
  };
}

export function albumData(artist: Artist, album: Album, url: string): object {
  return { '@context': context, ...record(artist, album, url), byArtist: group(artist, url) };
}

function group(artist: Artist, url: string): object {
  return { '@type': 'MusicGroup', '@id': url + artistPath(artist), name: artist.name };
}

function record(artist: Artist, album: Album, url: string): object {
  const { name, year, image } = album;
  return { '@type': 'MusicAlbum', '@id': url + albumPath(artist, album), name, datePublished: String(year), ...(image && { image }) };
}
