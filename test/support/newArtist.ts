import { artist, type NewArtist } from '../../src/model/artist.ts';

/** A new artist with these members and defaults for the others, so that a test names only the relevant members. */
export function newArtist(members: Partial<NewArtist> & { name: string }): NewArtist {
  return artist.creation.parse(members);
}
