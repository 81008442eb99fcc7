import type { Album } from './album.ts';
import type { Artist } from './artist.ts';

/** An artist of the starter catalogue, with the ids that it asks for. */
export type StarterArtist = Artist & { albums: Album[] };

/** What is to be looked at together: artists, and which of them the service made before under which id. */
export type AdditionPart = { artists: StarterArtist[]; origins: { [name: string]: bigint } };

/** What came of an artist: its id where it is there now, what was added of it, and what was left as it is and why. */
export type Addition = {
  name: string;
  id: bigint | undefined;
  added: boolean;
  albums: string[];
  left: { what: string; why: string }[];
};
