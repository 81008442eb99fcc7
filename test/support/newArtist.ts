import { artist, type NewArtist } from '../../src/model/artist.ts';

/** A new artist as a request with these members makes it, so that a test names only the relevant ones. */
export function newArtist(members: Partial<NewArtist> & { name: string }): NewArtist {
  return artist.creation.parse(members);
}
