import type { Plan } from './plan.ts';
import type { Candidate } from './rank.ts';

/** Where a record matches: a text of it, and the parts of the text that do. */
export type Matched = {
  /** `name`, `band`, `description`; `album` for the name of one of an artist's albums, `artist` for the name of an album's artist. */
  member: 'name' | 'band' | 'description' | 'album' | 'artist';
  /** The whole text, or of a long one the piece around the match. */
  text: string;
  /** In `text`: [start, end) offsets in UTF-16 units, ascending, none over another. */
  ranges: [start: number, end: number][];
};

/** What of a candidate matches, the best text first; at most 5 texts and 20 ranges of each. */
export function matchedOf(plan: Plan, candidate: Candidate): Matched[] {
  void plan;
  void candidate;
  return [];
}
