import type { Content } from './content.ts';

/**
 * A row of the log: a version of a record, its account and time. No row is deleted, and only a redaction changes one. Later versions of
 * the program may add kinds and actions, so a reader of the log must expect unknown ones.
 */
export type Revision = Content & {
  /** In ms since 1970. It never decreases between versions of a record, even if the clock goes back. */
  at: number;
  /** The account that acted, or null for the service itself. */
  accountId: bigint | null;
  kind: string;
  id: bigint;
  version: bigint;
  action: string;
  /** The artist and the album above the record. */
  artistId: bigint | null;
  albumId: bigint | null;
  /** The version that this one restores, if it undoes others. */
  reverts: bigint | null;
  comment: string | null;
  source: string | null;
};

/** `restore` brings back a deleted record; an update with `reverts` undoes others; `redact` changes only the log. */
export type Action = 'create' | 'update' | 'delete' | 'restore' | 'redact';
