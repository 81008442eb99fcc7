import { starterCatalogue } from '../../../src/starter.ts';
import type { Entry } from './memory.ts';

/** The candidates of the starter catalogue. */
export function starterEntries(): Entry[] {
  return starterCatalogue('es').map(({ id, name, description, image, band, albums, aliases }) => ({
    artist: { id, name, description, image, band },
    aliases,
    albums,
  }));
}
