import type { Content } from './content.ts';

/**
 * One row of the revision log: what one write made of one record, by which account and when. Rows are never changed or deleted.
 * Later versions may add kinds and actions, so a reader of the log must expect unknown ones.
 */
export type Revision = Content & {
  /** ms since 1970; from version to version of a record it never goes back, whatever the clock does. */
  at: number;
  /** The account that acted, or null for the service itself. */
  accountId: bigint | null;
  kind: string;
  id: bigint;
  version: bigint;
  action: string;
  /** The artist and the album that it is under. */
  artistId: bigint | null;
  albumId: bigint | null;
  /** The version that this one brings back, where it undoes others. */
  reverts: bigint | null;
  comment: string | null;
  source: string | null;
};

/** `restore` brings back what was deleted; `reverts` says that an update undoes others. */
export type Action = 'create' | 'update' | 'delete' | 'restore';
