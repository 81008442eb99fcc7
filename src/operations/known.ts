import type { Album } from '../model/album.ts';
import type { Artist } from '../model/artist.ts';
import type { PathOf } from '../model/record.ts';
import type { Versioned } from '../model/versioned.ts';
import type { NamedArtist } from '../store/artist.ts';
import { listArtistsNamed, listArtistsOf } from '../store/band.ts';
import { countPeopleOf } from '../store/facts.ts';
import type { Reader } from '../store/store.ts';
import { type Discography, readAlbum, readDiscography } from './album.ts';
import { readArtist } from './artist.ts';
import { type About, readAbout } from './facts.ts';

const maxAlbums = 500n;
const maxMates = 12n;

/** `group`: the artist of the name of the band, where there is exactly one. `mates`: others who name the same band. */
export type KnownArtist = {
  found: Versioned<Artist>;
  discography: Discography;
  about: About;
  group: NamedArtist | undefined;
  mates: NamedArtist[];
};

/** What the page of an artist and its linked data show. @throws Problem `not-found` */
export async function readKnownArtist(reader: Reader, { artistId }: PathOf<'artist'>): Promise<KnownArtist> {
  const found = await readArtist(reader, { artistId });
  const { name, band } = found.record;
  const named = band.trim() !== '' && band !== name;
  const [discography, about, alike, mates] = await Promise.all([
    readDiscography(reader, { artistId, most: maxAlbums }),
    readAbout(reader, { artistId }),
    named ? listArtistsNamed(reader, band, 2n) : [],
    band.trim() === '' ? [] : listArtistsOf(reader, band, maxMates + 1n),
  ]);
  const groups = alike.filter(({ id }) => id !== artistId);
  return {
    found,
    discography,
    about,
    group: groups.length === 1 ? groups[0] : undefined,
    mates: mates.filter(({ id }) => id !== artistId).slice(0, Number(maxMates)),
  };
}

/** How many people each of some groups had, in their order. */
export async function countPeople(reader: Reader, { groups }: { groups: bigint[] }): Promise<bigint[]> {
  const counted = await countPeopleOf(reader, groups);
  return groups.map((id) => counted.get(id) ?? 0n);
}

export type KnownAlbum = { artist: Artist; found: Versioned<Album> };

/** @throws Problem `not-found` */
export async function readKnownAlbum(reader: Reader, { artistId, albumId }: PathOf<'album'>): Promise<KnownAlbum> {
  const { record: artist } = await readArtist(reader, { artistId });
  return { artist, found: await readAlbum(reader, { artistId, albumId }) };
}
