import aliases from './aliases.json' with { type: 'json' };
import further from './further.json' with { type: 'json' };
import judged from './judged.json' with { type: 'json' };
import later from './later.json' with { type: 'json' };
import mixed from './mixed.json' with { type: 'json' };
import spoken from './spoken.json' with { type: 'json' };
import tracks from './tracks.json' with { type: 'json' };
import unseen from './unseen.json' with { type: 'json' };

/**
 * Texts that people type, and the records that they want, judged on the starter catalogue. By kind, each query has its right answers:
 * an artist's name, or `artist / album`. The set is never changed to suit the ranking.
 */
type JudgedSet = Record<string, Record<string, string[]>>;

export type Judged = { kind: string; query: string; wanted: string[] };

/** In the order of their creation. */
export const sets = {
  /** Written before the ranking. */
  judged: listed(judged),
  /** Created in another way: half by random rules, half by hand, and harder. Queries that fail are added here. */
  later: listed(later),
  /** Kinds of queries that no rule covered when they were written: initials, years, plurals, words that belong to no name, and more. */
  unseen: listed(unseen),
  /** Names as people type them by ear: b for v, s for z, no h. Also with letters swapped, words joined, or half of the name. */
  spoken: listed(spoken),
  /** Initials of names, words by their sound, and misplaced spaces. Written before there was a rule for initials. */
  further: listed(further),
  /** A few of each kind of mistake. */
  mixed: listed(mixed),
  /** Aliases of artists, correct and misspelt, and albums that stand under one artist only. */
  aliases: listed(aliases),
  /** Titles of tracks, whole, in pieces, misspelt, and with their artist. Needs `addTitles`. */
  tracks: listed(tracks),
};

export type SetName = keyof typeof sets;
export const setNames = Object.keys(sets) as SetName[];

function listed(set: JudgedSet): Judged[] {
  return Object.entries(set).flatMap(([kind, queries]) => Object.entries(queries).map(([query, wanted]) => ({ kind, query, wanted })));
}
