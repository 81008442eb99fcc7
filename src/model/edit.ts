import type { LoggedChange } from './change.ts';
import type { MemberChange } from './history.ts';

/**
 * Consecutive changes of the log, shown as one. A change joins the one before it if both are of one write. If not, at most an hour may lie
 * between them, and both must be by the service itself, or the same action by one account on one artist.
 */
export type Edit = {
  /** The number of the oldest change, which stays the same as more follow. */
  seq: bigint;
  /** The time of the newest change, in ms since 1970. */
  at: number;
  by: 'service' | 'account' | 'former account';
  counts: Count[];
  /** Whether it may have more changes than were read. `counts` has only those that were read. */
  cut: boolean;
  /** The change of the kind that is first in `kinds`, such as the addition of the artist in an edit that also added its albums. */
  head: LoggedChange;
  /** The members that the head changed, if the head is the only change and its record exists. */
  changes: MemberChange[];
  /** The artist to which all the changes belong, if there is one and it exists. */
  artist: { id: bigint; name: string } | undefined;
};

export type Count = { kind: string; action: string; count: number };
