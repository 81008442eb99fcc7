/**
 * One row of the change log: what a change made of one record, by whom and when. `document` is JSON: the record after a
 * create or update, the record before a delete, an album with `artistId`, a deleted artist with its `albums`.
 */
export type Change = {
  at: number;
  actor: bigint | null;
  kind: 'artist' | 'album';
  id: bigint;
  version: bigint;
  action: 'create' | 'update' | 'delete';
  document: string;
};
