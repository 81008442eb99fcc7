import aliases from './aliases.json' with { type: 'json' };
import further from './further.json' with { type: 'json' };
import judged from './judged.json' with { type: 'json' };
import later from './later.json' with { type: 'json' };
import mixed from './mixed.json' with { type: 'json' };
import spoken from './spoken.json' with { type: 'json' };
import tracks from './tracks.json' with { type: 'json' };
import unseen from './unseen.json' with { type: 'json' };

/**
 * What people type, and what they want to find, judged on the starter catalogue: by kind, each query with the answers that a
 * person takes for right: an artist's name, or `artist / album`. Never changed to suit the ranking.
 */
type JudgedSet = Record<string, Record<string, string[]>>;

export type Judged = { kind: string; query: string; wanted: string[] };

/** In the order in which they were written. */
export const sets = {
  /** Written before the ranking. */
  judged: listed(judged),
  /** Written by another procedure: half by rules at random, half by hand, and harder. What is missed is added here. */
  later: listed(later),
  /** Kinds of queries that the rules did not know then: initials, years, plurals, words that belong to no name, and more. */
  unseen: listed(unseen),
  /** As people who write what they hear type them: b for v, s for z, no h; with swapped letters, glued, half a name. */
  spoken: listed(spoken),
  /** Initials of names, words as they are heard, and spaces in wrong places. Written before there was any rule for initials. */
  further: listed(further),
  /** A few of each kind of mistake. */
  mixed: listed(mixed),
  /** Other names of artists, as they are and misspelt, and albums that stand under one artist only. */
  aliases: listed(aliases),
  /** Titles of tracks, whole, in pieces, misspelt, and with their artist. Needs `addTitles`. */
  tracks: listed(tracks),
};

export type SetName = keyof typeof sets;
export const setNames = Object.keys(sets) as SetName[];

function listed(set: JudgedSet): Judged[] {
  return Object.entries(set).flatMap(([kind, queries]) => Object.entries(queries).map(([query, wanted]) => ({ kind, query, wanted })));
}
