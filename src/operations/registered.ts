import type { AlbumFields } from '../model/album.ts';
import type { ArtistFields } from '../model/artist.ts';
import type { FieldsOf } from '../model/kinds.ts';
import type { PageQuery, SeekSlice } from '../model/page.ts';
import { type FactKind, type Fields, type Kind, kindRows, type ListPathOf, type PathOf, type RecordOf } from '../model/record.ts';
import type { Read, Write } from '../store/store.ts';
import { readAlbum } from './album.ts';
import { readArtist } from './artist.ts';
import { factOperations } from './factOperations.ts';
import { reads } from './reads.ts';
import type { RecordOperations, SingleOperations } from './recordOperations.ts';
import { writes } from './writes.ts';

/** The operations of a kind as clients reach them. */
export type OperationsOf<K extends Kind, F extends Fields> = RecordOperations<F, ListPathOf<K>, PathOf<K>>;

/** Those of a kind of fact: with a list, or with `put` where there is one under each parent. */
export type FactOperations<K extends FactKind> = OperationsOf<K, FieldsOf<K>> &
  SingleOperations<FieldsOf<K>, PathOf<K>> & { list: Read<PageQuery & ListPathOf<K>, SeekSlice<RecordOf<FieldsOf<K>>>> };

/** The list of some kind of fact. */
export type FactList = Read<PageQuery, SeekSlice<RecordOf<Fields>>>;

export const artistOperations = { read: readArtist, ...registered('artist') } as unknown as OperationsOf<'artist', ArtistFields>;
export const albumOperations = { read: readAlbum, ...registered('album') } as unknown as OperationsOf<'album', AlbumFields>;

export function operationsOfFact<K extends FactKind>(kind: K): FactOperations<K> {
  return { read: factOperations[kind].read, ...registered(kind) } as unknown as FactOperations<K>;
}

function registered(kind: Kind) {
  const { name, ...row } = kindRows[kind];
  const write = (verb: string) => (writes as Record<string, unknown>)[verb + name] as Write<never, never>;
  const read = (operation: string) => (reads as Record<string, unknown>)[operation] as Read<never, never>;
  return {
    create: write('create'),
    put: write('put'),
    replace: write('replace'),
    patch: write('patch'),
    remove: write('delete'),
    revert: write('revert'),
    list: read(`list${'list' in row ? row.list : ''}`),
    readAt: read(`read${name}At`),
    history: { list: read(`list${name}Revisions`), read: read(`read${name}Revision`) },
  };
}
