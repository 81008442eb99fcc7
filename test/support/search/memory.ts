import type { Album } from '../../../src/model/album.ts';
import type { Artist } from '../../../src/model/artist.ts';
import { type Candidate, mostDescriptionWords } from '../../../src/model/search/candidate.ts';
import { formsOf } from '../../../src/model/search/forms.ts';
import { loosened, type Plan, planOf, type Unfinished } from '../../../src/model/search/plan.ts';
import { byRank, judgeOf, type Ranked } from '../../../src/model/search/rank.ts';
import type { Vocabulary } from '../../../src/model/search/vocabulary.ts';
import { wordsOf } from '../../../src/model/search/words.ts';

export type Entry = { artist: Artist; albums: Album[] };

/** A vocabulary without a store, for tests of the model. */
export function memoryVocabulary(words: Iterable<string>): Vocabulary {
  const sorted = [...new Set(words)].sort();
  const byForm = new Map<number, string[]>();
  for (const word of sorted) for (const form of formsOf(word)) byForm.set(form, [...(byForm.get(form) ?? []), word]);
  const all = new Set(sorted);
  return {
    known: async (asked) => new Set(asked.filter((word) => all.has(word))),
    withForms: async (forms, most) => [...new Set(forms.flatMap((form) => byForm.get(form) ?? []))].sort().slice(0, most),
    beginningWith: async (letters, most) => sorted.filter((word) => word.startsWith(letters)).slice(0, most),
  };
}

/** A search over a catalogue in memory, that judges every record of it. */
export function memorySearch(entries: Entry[]) {
  const vocabulary = memoryVocabulary(entries.flatMap(wordsOfEntry));
  const artists = entries.map(({ artist, albums }): Candidate => ({ kind: 'artist', artist, albums }));
  const albums = entries.flatMap(({ artist, albums }) => albums.map((album): Candidate => ({ kind: 'album', artist, album })));
  const plan = (query: string, unfinished: Unfinished = 'last') => planOf(wordsOf(query), vocabulary, unfinished);
  const search = async (query: string, kinds: 'artists' | 'both' = 'artists', unfinished: Unfinished = 'last'): Promise<Ranked[]> => {
    const candidates = kinds === 'artists' ? artists : [...artists, ...albums];
    const first = await plan(query, unfinished);
    const found = ranked(first, candidates);
    const second = found.length === 0 ? loosened(first) : undefined;
    return second ? ranked(second, candidates) : found;
  };
  return { vocabulary, plan, search };
}

function ranked(plan: Plan, candidates: Candidate[]): Ranked[] {
  const judge = judgeOf(plan);
  const judged = candidates.flatMap((candidate) => {
    const judgement = judge(candidate);
    return judgement ? [{ candidate, judgement }] : [];
  });
  return judged.sort(byRank);
}

function wordsOfEntry({ artist, albums }: Entry): string[] {
  const short = [artist.name, artist.band, ...albums.map(({ name }) => name)].flatMap((text) => wordsOf(text));
  return [...short, ...wordsOf(artist.description, mostDescriptionWords)].map(({ text }) => text);
}
