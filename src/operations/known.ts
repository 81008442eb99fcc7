import type { Album } from '../model/album.ts';
import type { Alias } from '../model/alias.ts';
import type { Artist } from '../model/artist.ts';
import type { AlbumDetails, ArtistDetails, ArtistType } from '../model/details.ts';
import type { AlbumIdentifier, ArtistIdentifier } from '../model/identifier.ts';
import type { AlbumSource, ArtistSource } from '../model/kinds.ts';
import type { PathOf } from '../model/record.ts';
import type { Track } from '../model/track.ts';
import type { Versioned } from '../model/versioned.ts';
import type { NamedArtist } from '../store/artist.ts';
import { listArtistsBy } from '../store/band.ts';
import type { First, ShownMembership } from '../store/facts.ts';
import { countMemberships, countPeopleOf, firstOf, listShownMemberships, readTypes } from '../store/facts.ts';
import { tables } from '../store/kinds.ts';
import { type CreditingAlbum, listCreditingAlbums, listShownCredits, listTracksInOrder, type ShownCredit } from '../store/parts.ts';
import { countAlbumSources, listFirstSources } from '../store/source.ts';
import type { Reader } from '../store/store.ts';
import { type Discography, readAlbum, readDiscography } from './album.ts';
import { readArtist } from './artist.ts';

const maxAlbums = 500n;
const maxMates = 12n;
const maxParts = 200n;
const maxIdentifiers = 100n;
const maxAlbumSources = 2_000n;
const maxFacts = 100n;

export type { CreditingAlbum, ShownCredit, ShownMembership };

export type Listed<T> = First<T>;

/** The facts of an artist beside its albums; of each list only the first 100. */
export type ArtistFacts = {
  details: ArtistDetails | undefined;
  members: Listed<ShownMembership>;
  bands: Listed<ShownMembership>;
  aliases: Alias[];
  identifiers: ArtistIdentifier[];
};

/**
 * An artist with the data of its page. `alsoOn`: albums of other artists that credit this artist. `group`: the artist with the name of this
 * artist's band, if there is exactly one. `mates`: other artists of the same band.
 */
export type KnownArtist = {
  found: Versioned<Artist>;
  discography: Discography;
  about: ArtistFacts;
  alsoOn: Listed<CreditingAlbum>;
  sources: Listed<ArtistSource>;
  /** The number of sources of each album, by its id, among the first `maxAlbumSources` of the artist. */
  albumSources: Map<bigint, bigint>;
  group: NamedArtist | undefined;
  mates: NamedArtist[];
};

export type LinkedArtist = Pick<KnownArtist, 'found' | 'discography' | 'about'>;

/** The data for the JSON-LD of an artist. @throws Problem `not-found` */
export async function readLinkedArtist(reader: Reader, { artistId }: PathOf<'artist'>): Promise<LinkedArtist> {
  const [found, discography, about] = await Promise.all([
    readArtist(reader, { artistId }),
    readDiscography(reader, { artistId, max: maxAlbums }),
    readArtistFacts(reader, { artistId }),
  ]);
  return { found, discography, about };
}

/** The data for the page of an artist. @throws Problem `not-found` */
export async function readKnownArtist(reader: Reader, { artistId }: PathOf<'artist'>): Promise<KnownArtist> {
  const found = await readArtist(reader, { artistId });
  const { name, band } = found.record;
  const hasBand = band.trim() !== '' && band !== name;
  const [discography, about, alsoOn, sources, albumSources, bandNamesakes, mates] = await Promise.all([
    readDiscography(reader, { artistId, max: maxAlbums }),
    readArtistFacts(reader, { artistId }),
    listCreditingAlbums(reader, artistId, maxParts),
    listFirstSources(reader, 'artist', artistId, maxParts),
    countAlbumSources(reader, artistId, maxAlbumSources),
    hasBand ? listArtistsBy(reader, 'sort_name', band, 2n) : [],
    band.trim() === '' ? [] : listArtistsBy(reader, 'sort_band', band, maxMates + 1n),
  ]);
  const groups = bandNamesakes.filter(({ id }) => id !== artistId);
  return {
    found,
    discography,
    about,
    alsoOn,
    sources,
    albumSources,
    group: groups.length === 1 ? groups[0] : undefined,
    mates: mates.filter(({ id }) => id !== artistId).slice(0, Number(maxMates)),
  };
}

async function readArtistFacts(reader: Reader, { artistId }: PathOf<'artist'>): Promise<ArtistFacts> {
  const [details, members, bands, names, identifiers] = await Promise.all([
    tables.artist_details.find(reader, { id: artistId, artistId }),
    listFirst(reader, 'group', artistId),
    listFirst(reader, 'person', artistId),
    tables.alias.list(reader, { artistId }, { limit: maxFacts, offset: 0n, after: undefined }),
    tables.artist_identifier.list(reader, { artistId }, { limit: maxFacts, offset: 0n, after: undefined }),
  ]);
  return { details: details?.record, members, bands, aliases: names, identifiers };
}

async function listFirst(reader: Reader, end: 'group' | 'person', id: bigint): Promise<Listed<ShownMembership>> {
  const records = await listShownMemberships(reader, end, id, maxFacts);
  return firstOf(records, maxFacts, () => countMemberships(reader, end, id));
}

/** A group in a list. `people`: the number of its members, former ones included. */
export type GroupFacts = { people: bigint; details: ArtistDetails | undefined };

/** The facts of several groups, in the order of their ids in `groups`. */
export async function readGroups(reader: Reader, { groups }: { groups: bigint[] }): Promise<GroupFacts[]> {
  const [counted, found] = await Promise.all([countPeopleOf(reader, groups), tables.artist_details.listByIds(reader, groups)]);
  const details = new Map(found.map(({ record }) => [record.id, record]));
  return groups.map((id) => ({ people: counted.get(id) ?? 0n, details: details.get(id) }));
}

export type LinkedAlbum = {
  artist: Artist;
  /** The type of the artist, from its details. */
  artistType: ArtistType | undefined;
  found: Versioned<Album>;
  details: AlbumDetails | undefined;
  credits: Listed<ShownCredit>;
  tracks: Listed<Track>;
  identifiers: AlbumIdentifier[];
};

/** `discography`: of the artist. */
export type KnownAlbum = LinkedAlbum & { discography: Discography; sources: Listed<AlbumSource> };

/** The data for the JSON-LD of an album. @throws Problem `not-found` */
export async function readLinkedAlbum(reader: Reader, { artistId, albumId }: PathOf<'album'>): Promise<LinkedAlbum> {
  const [artist, types, found, details, identifiers, credits, tracks] = await Promise.all([
    readArtist(reader, { artistId }),
    readTypes(reader, [artistId]),
    readAlbum(reader, { artistId, albumId }),
    tables.album_details.find(reader, { id: albumId, artistId, albumId }),
    tables.album_identifier.list(reader, { artistId, albumId }, { limit: maxIdentifiers, offset: 0n, after: undefined }),
    listShownCredits(reader, albumId, maxParts),
    listTracksInOrder(reader, albumId, maxParts),
  ]);
  return { artist: artist.record, artistType: types.get(artistId), found, details: details?.record, identifiers, credits, tracks };
}

/** The data for the page of an album. @throws Problem `not-found` */
export async function readKnownAlbum(reader: Reader, path: PathOf<'album'>): Promise<KnownAlbum> {
  const [linked, discography, sources] = await Promise.all([
    readLinkedAlbum(reader, path),
    readDiscography(reader, { artistId: path.artistId, max: maxAlbums }),
    listFirstSources(reader, 'album', path.albumId, maxParts),
  ]);
  return { ...linked, discography, sources };
}
