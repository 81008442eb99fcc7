import { registerReads } from '../store/store.ts';
import { listAccounts } from './account.ts';
import { listAlbums } from './album.ts';
import { listArtists } from './artist.ts';

/** Every operation that may read aside, by its name. */
export const reads = registerReads({ listArtists, listAlbums, listAccounts });
