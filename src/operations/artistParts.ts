import { type ArtistPart, maxIncluded } from '../model/artistParts.ts';
import { type Awaitable, chain } from '../model/awaitable.ts';
import type { PathOf } from '../model/record.ts';
import { readPartLines } from '../store/artistParts.ts';
import type { Reader } from '../store/store.ts';
import { requireFound } from './place.ts';

type Asked = PathOf<'artist'> & { include: readonly ArtistPart[] };

/** The JSON of an artist with some of its facts, in the order of `include`, from one snapshot. @throws Problem `not-found` */
export function readArtistParts(reader: Reader, { artistId, include }: Asked): Awaitable<string> {
  return chain(readPartLines(reader, artistId, include), ({ artist: [artist], ...found }) => {
    const members = include.map((part) => `"${part}":${part === 'details' ? (found.details[0] ?? null) : shown(found[part])}`);
    return `{${[`"artist":${requireFound('artist', { id: artistId }, artist)}`, ...members]}}`;
  });
}

function shown(lines: string[]): string {
  return `{"data":[${lines.slice(0, Number(maxIncluded))}],"more":${lines.length > maxIncluded}}`;
}
