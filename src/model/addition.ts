import type { Album } from './album.ts';
import type { AlbumDetails } from './albumDetails.ts';
import type { Alias } from './alias.ts';
import type { Artist } from './artist.ts';
import type { ArtistDetails } from './artistDetails.ts';
import type { Credit } from './credit.ts';
import type { ArtistIdentifier } from './identifier.ts';
import type { Membership } from './membership.ts';
import type { AlbumSource } from './source.ts';

/** An artist of the starter catalogue. The ids are those of a new store, also in the references of its members and credits. */
export type StarterArtist = Artist & {
  details: ArtistDetails;
  albums: Album[];
  /** Details of some of its albums, by their ids. */
  albumDetails: AlbumDetails[];
  aliases: Alias[];
  identifiers: ArtistIdentifier[];
  credits: StarterCredit[];
  /** Sources of some of its albums that give other years. */
  sources: StarterSource[];
  members: Membership[];
  /** The artist in the earlier edition: its description if that has changed, and the albums that now belong to another artist. */
  former: { description: string | undefined; albums: { name: string; year: number; now: bigint }[] };
};

/** `albumId`: the id in a new store. */
export type UnderAlbum<T> = T & { albumId: bigint };
export type StarterCredit = UnderAlbum<Credit>;
export type StarterSource = UnderAlbum<AlbumSource>;

/** `origins`: the ids of artists that the service added earlier. */
export type AdditionPart = { artists: StarterArtist[]; origins: { [name: string]: bigint } };

/** `ids`: the id of each artist in the store, by its id in the starter catalogue; null for an artist that would be added. */
export type LinkPart = { artists: StarterArtist[]; ids: { [starterId: string]: bigint | null } };

/** The outcome for one artist. `left`: why it was not changed. */
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
