import { starterCatalogue } from '../../../src/starter.ts';
import type { Entry } from './memory.ts';

/** The starter catalogue as a search sees it. */
export function starterEntries(): Entry[] {
  return starterCatalogue('es').map(({ id, name, description, image, band, albums, aliases }) => ({
    artist: { id, name, description, image, band },
    aliases,
    albums,
  }));
}
