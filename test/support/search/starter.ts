import { starterCatalogue } from '../../../src/starter.ts';
import type { Entry } from './memory.ts';

/** The candidates of the starter catalogue. */
export function starterEntries(): Entry[] {
  return starterCatalogue('es').map((artist) => ({ artist, aliases: artist.aliases, albums: artist.albums }));
}
