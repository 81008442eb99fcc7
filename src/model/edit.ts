import type { LoggedChange } from './change.ts';
import type { MemberChange } from './history.ts';

/**
 * Changes that are shown as one edit; in the log they follow each other, the newest first. They are the changes of one write, or of one
 * account to one artist, or of the service itself, with less than an hour between them.
 */
export type Edit = {
  /** The number of the oldest change, which stays the same as more follow. */
  seq: bigint;
  /** The time of the newest change, in ms since 1970. */
  at: number;
  by: 'service' | 'account' | 'former account';
  counts: Count[];
  /** The change of the highest kind, such as the addition of the artist in an edit that also added its albums. */
  head: LoggedChange;
  /** The members that the head changed, if the head is the only change and its record exists. */
  changes: MemberChange[];
  /** The artist to which all the changes belong, if there is one and it exists. */
  artist: { id: bigint; name: string } | undefined;
};

export type Count = { kind: string; action: string; count: number };
