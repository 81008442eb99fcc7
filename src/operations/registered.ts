import type { AlbumFields } from '../model/album.ts';
import type { ArtistFields } from '../model/artist.ts';
import type { Fields, Kind, ListPathOf, PathOf } from '../model/record.ts';
import { readAlbum } from './album.ts';
import { readArtist } from './artist.ts';
import { reads } from './reads.ts';
import type { RecordOperations } from './recordOperations.ts';
import { writes } from './writes.ts';

/** The operations of a kind as clients reach them. */
export type OperationsOf<K extends Kind, F extends Fields> = RecordOperations<F, ListPathOf<K>, PathOf<K>>;

export const artistOperations: OperationsOf<'artist', ArtistFields> = { read: readArtist, ...registered('Artist') };
export const albumOperations: OperationsOf<'album', AlbumFields> = { read: readAlbum, ...registered('Album') };

function registered<N extends 'Artist' | 'Album'>(name: N) {
  return {
    create: writes[`create${name}`],
    replace: writes[`replace${name}`],
    patch: writes[`patch${name}`],
    remove: writes[`delete${name}`],
    revert: writes[`revert${name}`],
    readAt: reads[`read${name}At`],
    history: { list: reads[`list${name}Revisions`], read: reads[`read${name}Revision`] },
  };
}
