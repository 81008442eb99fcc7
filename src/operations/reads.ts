import { registerReads } from '../store/store.ts';
import { listAccounts } from './accounts.ts';
import { listAlbums } from './albums.ts';
import { listArtists } from './artists.ts';

/** Every operation that may read aside, by its name. */
export const reads = registerReads({ listArtists, listAlbums, listAccounts });
