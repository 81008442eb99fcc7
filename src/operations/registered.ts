import type { AlbumFields } from '../model/album.ts';
import type { AliasFields } from '../model/alias.ts';
import type { ArtistFields } from '../model/artist.ts';
import type { MembershipFields } from '../model/membership.ts';
import type { PageQuery, SeekSlice } from '../model/page.ts';
import type { FactKind, Fields, Kind, ListPathOf, PathOf, RecordOf } from '../model/record.ts';
import type { Read } from '../store/store.ts';
import { readAlbum } from './album.ts';
import { readArtist } from './artist.ts';
import { readAlias, readMembership } from './facts.ts';
import { reads } from './reads.ts';
import type { RecordOperations } from './recordOperations.ts';
import { writes } from './writes.ts';

/** The operations of a kind as clients reach them. */
export type OperationsOf<K extends Kind, F extends Fields> = RecordOperations<F, ListPathOf<K>, PathOf<K>>;

/** Those of a kind of fact, with its list under an artist. */
export type FactOperations<K extends FactKind, F extends Fields> = OperationsOf<K, F> & {
  list: Read<PageQuery & PathOf<'artist'>, SeekSlice<RecordOf<F>>>;
};

export const artistOperations: OperationsOf<'artist', ArtistFields> = { read: readArtist, ...registered('Artist') };
export const albumOperations: OperationsOf<'album', AlbumFields> = { read: readAlbum, ...registered('Album') };
export const aliasOperations: FactOperations<'alias', AliasFields> = { read: readAlias, list: reads.listAliases, ...registered('Alias') };
export const membershipOperations: FactOperations<'membership', MembershipFields> = {
  read: readMembership,
  list: reads.listMembers,
  ...registered('Membership'),
};

function registered<N extends 'Artist' | 'Album' | 'Alias' | 'Membership'>(name: N) {
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
