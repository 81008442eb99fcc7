import type { Album } from './album.ts';
import type { AlbumDetails } from './albumDetails.ts';
import type { Alias } from './alias.ts';
import type { Artist } from './artist.ts';
import type { ArtistDetails } from './artistDetails.ts';
import type { Credit } from './credit.ts';
import type { ArtistIdentifier } from './identifier.ts';
import type { Membership } from './membership.ts';
import type { AlbumSource } from './source.ts';

/** An artist of the starter catalogue. Its ids are those of a new store, and those of artists that its members and credits name too. */
export type StarterArtist = Artist & {
  details: ArtistDetails;
  albums: Album[];
  /** Of some of its albums, under their ids. */
  albumDetails: AlbumDetails[];
  aliases: Alias[];
  identifiers: ArtistIdentifier[];
  credits: StarterCredit[];
  /** Of some of its albums: other years that sources give. */
  sources: StarterSource[];
  members: Membership[];
  /** What it had in the edition before: its description, where that is another now, and albums, with the artist that has them now. */
  former: { description: string | undefined; albums: { name: string; year: number; now: bigint }[] };
};

/** `albumId`: of a new store. */
export type UnderAlbum<T> = T & { albumId: bigint };
export type StarterCredit = UnderAlbum<Credit>;
export type StarterSource = UnderAlbum<AlbumSource>;

/** `origins`: the ids of artists that the service added before. */
export type AdditionPart = { artists: StarterArtist[]; origins: { [name: string]: bigint } };

/** `ids`: by their ids in the catalogue the artists of it that are there; null for one that would be added. */
export type LinkPart = { artists: StarterArtist[]; ids: { [starterId: string]: bigint | null } };

/** The outcome for one artist; `left` was not changed, and why. */
export type Addition = {
  name: string;
  id: bigint | undefined;
  added: boolean;
  /** Whether its description became that of this edition. */
  described: boolean;
  albums: string[];
  /** Albums that stand under another artist now. */
  removed: string[];
  details: number;
  aliases: number;
  members: number;
  identifiers: number;
  credits: number;
  sources: number;
  left: { what: string; why: string }[];
};
