import type { Artist } from '../model/artist.ts';
import { type ArtistPart, maxIncluded } from '../model/artistParts.ts';
import { type Awaitable, chain } from '../model/awaitable.ts';
import type { PathOf } from '../model/record.ts';
import { listParts } from '../store/artistParts.ts';
import type { Reader } from '../store/store.ts';
import { requireFound } from './place.ts';

type Asked = PathOf<'artist'> & { include: readonly ArtistPart[] };

/** An artist with some of its facts, in the order of `include`, from one snapshot. @throws Problem `not-found` */
export function readArtistParts(
  reader: Reader,
  { artistId, include }: Asked,
): Awaitable<{ artist: Artist } & { [P in ArtistPart]?: unknown }> {
  // One record more than is shown tells whether there are more.
  return chain(listParts(reader, artistId, ['artist', ...include], maxIncluded + 1n), ({ artist: [artist], ...found }) => ({
    artist: requireFound('artist', { id: artistId }, artist as Artist | undefined),
    ...Object.fromEntries(include.map((part) => [part, part === 'details' ? (found.details[0] ?? null) : shown(found[part])])),
  }));
}

function shown(found: object[]): { data: object[]; more: boolean } {
  return { data: found.slice(0, Number(maxIncluded)), more: BigInt(found.length) > maxIncluded };
}
