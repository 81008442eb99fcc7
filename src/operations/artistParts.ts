import type { Artist } from '../model/artist.ts';
import { type ArtistPart, maxIncluded } from '../model/artistParts.ts';
import { type Awaitable, chain } from '../model/awaitable.ts';
import type { PathOf } from '../model/record.ts';
import { albums } from '../store/album.ts';
import { listCrediting } from '../store/albumList.ts';
import { listByPerson } from '../store/facts.ts';
import { factTables } from '../store/factTables.ts';
import type { Reader } from '../store/store.ts';
import { readArtist } from './artist.ts';

/** One record more than is shown tells whether there are more. */
const page = { limit: maxIncluded + 1n, offset: 0n, after: undefined };

const parts: Record<ArtistPart, (reader: Reader, path: PathOf<'artist'>) => Awaitable<unknown>> = {
  details: (reader, { artistId }) =>
    chain(factTables.artist_details.find(reader, { id: artistId, artistId }), (found) => found?.record ?? null),
  members: (reader, path) => chain(factTables.membership.list(reader, path, page), firstOf),
  bands: (reader, { artistId }) => chain(listByPerson(reader, artistId, page), firstOf),
  aliases: (reader, path) => chain(factTables.alias.list(reader, path, page), firstOf),
  identifiers: (reader, path) => chain(factTables.artist_identifier.list(reader, path, page), firstOf),
  albums: (reader, path) => chain(albums.list(reader, path, page), firstOf),
  credits: (reader, { artistId }) => chain(listCrediting(reader, artistId, page.limit), firstOf),
  sources: (reader, path) => chain(factTables.artist_source.list(reader, path, page), firstOf),
};

/** An artist and some of what is known of it, in the order of `include`, on one snapshot. @throws Problem `not-found` */
export function readArtistParts(reader: Reader, asked: Asked): Awaitable<{ artist: Artist } & { [P in ArtistPart]?: unknown }> {
  return reader.inSnapshot ? reader.inSnapshot((one) => readParts(one, asked)) : readParts(reader, asked);
}

type Asked = PathOf<'artist'> & { include: readonly ArtistPart[] };

async function readParts(reader: Reader, { artistId, include }: Asked) {
  const [artist, ...found] = await Promise.all([
    readArtist(reader, { artistId }),
    ...include.map((part) => parts[part](reader, { artistId })),
  ]);
  return { artist: artist.record, ...Object.fromEntries(include.map((part, i) => [part, found[i]])) };
}

function firstOf<T>(found: T[]): { data: T[]; more: boolean } {
  return { data: found.slice(0, Number(maxIncluded)), more: BigInt(found.length) > maxIncluded };
}
