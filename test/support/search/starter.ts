import { starterCatalogue } from '../../../src/starter.ts';
import type { Entry } from './memory.ts';

/** The starter catalogue in Spanish, for a search in memory. */
export function starterEntries(): Entry[] {
  return starterCatalogue('es').map((artist) => ({ artist, aliases: artist.aliases, albums: artist.albums }));
}
