import entries from '../starter/artists.json' with { type: 'json' };
import { artist } from './model/artist.ts';
import type { Catalogue } from './operations/catalogue.ts';

/** Ids from here up, so that the small ids of examples are free in a fresh store. */
const firstId = 1001n;

/** The starter catalogue with its texts in one language, and ids in the order of the file. */
export function starterCatalogue(language: 'es' | 'en'): Catalogue {
  let nextAlbumId = firstId;
  return entries.map((entry, i) => ({
    ...artist.creation.parse({
      name: entry.name,
      description: language === 'es' ? entry.description_es : entry.description_en,
      image: entry.image,
      band: entry.band,
    }),
    id: firstId + BigInt(i),
    albums: entry.albums.map(({ name, year }) => ({ id: nextAlbumId++, name, year, image: '' })),
  }));
}
