import type { LoggedChange } from './change.ts';
import type { MemberChange } from './history.ts';

/**
 * Changes that are told as one, the newest first in the log: those of one write, or of one account to one artist, or of the service itself,
 * with less than an hour between them.
 */
export type Edit = {
  /** Of the oldest of them, which stays as more follow. */
  seq: bigint;
  /** Of the newest of them, in ms since 1970. */
  at: number;
  by: 'service' | 'account' | 'former account';
  counts: Count[];
  /** The change of the highest kind, such as the artist that was added with its albums. */
  head: LoggedChange;
  /** The members that the head changed, if it is the only change and its record exists. */
  changes: MemberChange[];
  /** The artist that all of them belong to, if it is there. */
  artist: { id: bigint; name: string } | undefined;
};

export type Count = { kind: string; action: string; count: number };
