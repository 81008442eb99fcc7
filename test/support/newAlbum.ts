import { album, type NewAlbum } from '../../src/model/album.ts';

/** A new album as a request with these members makes it, so that a test names only the relevant ones. */
export function newAlbum({ name = 'Uno', year = 1969, ...others }: Partial<NewAlbum>): NewAlbum {
  return album.creation.parse({ ...others, name, year: BigInt(year) });
}
