import type { Album } from './album.ts';
import type { Artist } from './artist.ts';

/** An artist of the starter catalogue, with the ids it gets where they are free. */
export type StarterArtist = Artist & { albums: Album[] };

/** `origins`: the ids of artists that the service added before. */
export type AdditionPart = { artists: StarterArtist[]; origins: { [name: string]: bigint } };

/** The outcome for one artist; `left` was not changed, and why. */
export type Addition = {
  name: string;
  id: bigint | undefined;
  added: boolean;
  albums: string[];
  left: { what: string; why: string }[];
};
