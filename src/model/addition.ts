import type { Album } from './album.ts';
import type { Alias } from './alias.ts';
import type { Artist } from './artist.ts';
import type { Credit } from './credit.ts';
import type { AlbumDetails, ArtistDetails } from './details.ts';
import type { ArtistIdentifier } from './identifier.ts';
import type { AlbumSource } from './kinds.ts';
import type { Membership } from './membership.ts';

/** An artist of the starter catalogue. A new store uses these ids; members and credits refer to other artists by them. */
export type StarterArtist = Artist & {
  details: ArtistDetails;
  albums: Album[];
  /** Details of some of its albums, by their ids. */
  albumDetails: AlbumDetails[];
  aliases: Alias[];
  identifiers: ArtistIdentifier[];
  credits: UnderAlbum<Credit>[];
  /** Sources of some of its albums that give other years. */
  sources: UnderAlbum<AlbumSource>[];
  members: Membership[];
  /** The former edition had these: a description that has changed, and albums that other artists have now, with their ids. */
  former: { description: string | undefined; albums: { name: string; year: number; artistNow: bigint }[] };
};

/** `albumId`: the id in a new store. */
type UnderAlbum<T> = T & { albumId: bigint };

/** `origins`: the ids of artists that the service added earlier. */
export type AdditionPart = { artists: StarterArtist[]; origins: { [name: string]: bigint } };

/** `ids`: the id of each artist in the store, by its id in the starter catalogue; null for an artist that would be added. */
export type LinkPart = { artists: StarterArtist[]; ids: { [starterId: string]: bigint | null } };

/** The outcome for one artist. `left`: the parts that were not added or changed, with the reasons. */
export type Addition = {
  name: string;
  id: bigint | undefined;
  added: boolean;
  /** Whether its description was replaced by that of the starter catalogue. */
  described: boolean;
  albums: string[];
  /** The names of the albums that now belong to another artist. */
  removed: string[];
  details: number;
  aliases: number;
  members: number;
  identifiers: number;
  credits: number;
  sources: number;
  left: { what: string; why: string }[];
};
