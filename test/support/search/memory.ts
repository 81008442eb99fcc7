import type { Album } from '../../../src/model/album.ts';
import type { Alias } from '../../../src/model/alias.ts';
import type { Artist } from '../../../src/model/artist.ts';
import { type Candidate, maxCounted, maxDescriptionWords } from '../../../src/model/search/candidate.ts';
import { formsOf } from '../../../src/model/search/forms.ts';
import { hitsOfPlan } from '../../../src/model/search/hits.ts';
import { areInitials, initialsOf } from '../../../src/model/search/initials.ts';
import { loosened, type Plan, planOf, type Unfinished } from '../../../src/model/search/plan.ts';
import { byRank, judgeOf, type Ranked } from '../../../src/model/search/relevance.ts';
import type { Vocabulary } from '../../../src/model/search/vocabulary.ts';
import { wordsOf } from '../../../src/model/search/words.ts';

export type Entry = { artist: Artist; aliases?: Alias[]; albums: Album[] };

/** A vocabulary without a store, for tests of the model. */
export function memoryVocabulary(words: Iterable<string>): Vocabulary {
  const sorted = [...new Set(words)].sort();
  const byForm = new Map<number, string[]>();
  for (const word of sorted) for (const form of formsOf(word)) byForm.set(form, [...(byForm.get(form) ?? []), word]);
  const all = new Set(sorted);
  return {
    withTracks: false,
    known: async (asked) => new Set(asked.filter((word) => all.has(word))),
    withForms: async (forms, limit) => [...new Set(forms.flatMap((form) => byForm.get(form) ?? []))].sort().slice(0, limit),
    beginningWith: async (letters, limit) => sorted.filter((word) => word.startsWith(letters)).slice(0, limit),
  };
}

/** Searches a catalogue in memory. It ranks every record that has a word of the query. */
export function memorySearch(entries: Entry[]) {
  const byWord = candidatesByWord(entries);
  const vocabulary = memoryVocabulary([...byWord.keys()].filter((word) => !areInitials(word)));
  const plan = (query: string, unfinished: Unfinished = 'last') => planOf(wordsOf(query), vocabulary, unfinished);
  const ranked = (asked: Plan, kinds: 'artists' | 'both'): Ranked[] => {
    const hitsOf = hitsOfPlan(asked);
    const candidates = new Set([...byWord].flatMap(([word, some]) => (hitsOf(word).length > 0 ? some : [])));
    const judge = judgeOf(asked);
    const ofKind = [...candidates].filter(({ kind }) => kinds === 'both' || kind === 'artist');
    return ofKind.flatMap((candidate) => judge(candidate) ?? []).sort(byRank);
  };
  const search = async (query: string, kinds: 'artists' | 'both' = 'artists', unfinished: Unfinished = 'last'): Promise<Ranked[]> => {
    const first = await plan(query, unfinished);
    const found = ranked(first, kinds);
    const second = found.length === 0 ? loosened(first) : undefined;
    return second ? ranked(second, kinds) : found;
  };
  return { vocabulary, plan, search };
}

function candidatesByWord(entries: Entry[]): Map<string, Candidate[]> {
  const byWord = new Map<string, Candidate[]>();
  const add = (candidate: Candidate, texts: string[], initials: string[] = []) => {
    for (const word of new Set([...initials, ...texts.flatMap((text) => wordsOf(text, maxDescriptionWords)).map(({ text }) => text)])) {
      byWord.set(word, [...(byWord.get(word) ?? []), candidate]);
    }
  };
  for (const { artist, aliases = [], albums } of entries) {
    const candidate = { kind: 'artist' as const, artist, aliases, albums, albumCount: Math.min(albums.length, maxCounted) };
    const texts = [artist.name, artist.band, artist.description, ...[...aliases, ...albums].map(({ name }) => name)];
    add(candidate, texts, initialsOf(wordsOf(artist.name)));
    for (const album of albums) add({ kind: 'album', artist, aliases, album, tracks: [] }, [album.name]);
  }
  return byWord;
}
