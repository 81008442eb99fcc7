import { starterCatalogue } from '../../../src/starter.ts';
import type { Entry } from './memory.ts';

/** The starter catalogue as a search sees it. */
export function starterEntries(): Entry[] {
  return starterCatalogue('es').map(({ albums, aliases, details: _, albumDetails: __, members: ___, former: ____, ...artist }) => ({
    artist,
    aliases,
    albums,
  }));
}
