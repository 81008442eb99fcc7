import type { Kind } from '../../model/record.ts';
import type { Plan } from '../../model/search/plan.ts';
import type { Reading } from '../../model/search/reading.ts';
import type { Term } from '../../model/search/terms.ts';
import type { Vocabulary } from '../../model/search/vocabulary.ts';
import {
  type Groups,
  listAlbumsOf,
  listArtistsOf,
  listMatching,
  listNameBeginning,
  listNamed,
  type Where,
} from '../../store/search/matching.ts';
import { vocabularyOf } from '../../store/search/vocabulary.ts';
import type { Reader } from '../../store/store.ts';

/** Records of a kind that are looked at for one search, where as many match: the likeliest first, of those alike the oldest. */
export const mostCandidates = 200;
/** Words that an unfinished one is taken for. */
const mostBeginnings = 50;
/** Of an artist found by its name, and of each such artist, where the words of a query are spread over both. */
const mostSpread = 20;
const mostSplits = 6;

export type Candidates = { artist: Set<bigint>; album: Set<bigint> };

/**
 * What may answer a plan: records that have all words of a reading, first as they are written, then as they begin, then nearly.
 * Where none has them as they are written, they may be spread over an artist and an album of it.
 */
export async function findCandidates(reader: Reader, plan: Plan, key: string): Promise<Candidates> {
  const found: Candidates = { artist: new Set(), album: new Set() };
  for (const kind of ['artist', 'album'] as const) if (key) add(found[kind], await listNamed(reader, kind, key, mostCandidates));
  for (const readings of await tiersOf(plan, vocabularyOf(reader))) {
    await match(reader, found, 'album', readings, 'title');
    await match(reader, found, 'artist', readings, 'title');
    await match(reader, found, 'artist', readings, 'anywhere');
    if (found.artist.size + found.album.size === 0) await addSpread(reader, plan, found);
  }
  add(found.artist, await listArtistsOf(reader, [...found.album]));
  return found;
}

/** Artists that a text may be the beginning of, by their names alone: those whose names begin so come first. */
export async function findByName(reader: Reader, plan: Plan, key: string, most: number): Promise<bigint[]> {
  const ids = new Set(key ? await listNameBeginning(reader, 'artist', key, most) : []);
  for (const readings of await tiersOf(plan, vocabularyOf(reader)))
    if (ids.size < most) add(ids, await listMatching(reader, 'artist', readings, 'title', most));
  return [...ids];
}

async function match(reader: Reader, found: Candidates, kind: Kind, readings: Groups[], where: Where): Promise<void> {
  if (found[kind].size < mostCandidates) add(found[kind], await listMatching(reader, kind, readings, where, mostCandidates));
}

/** Adds artists that have the first words or the last, and albums of theirs that have the others. */
async function addSpread(reader: Reader, { readings: [reading] }: Plan, found: Candidates): Promise<void> {
  if (!reading) return;
  const groups = await groupsOf(reading, nearly(vocabularyOf(reader)));
  for (const at of Array.from({ length: Math.min(groups.length - 1, mostSplits) }, (_, i) => i + 1)) {
    const [first, last] = [groups.slice(0, at), groups.slice(at)];
    await pair(reader, found, first, last);
    await pair(reader, found, last, first);
  }
}

async function pair(reader: Reader, found: Candidates, ofArtist: Groups, ofAlbum: Groups): Promise<void> {
  add(found.album, await listMatching(reader, 'album', [ofAlbum], 'title', mostSpread));
  const artists = await listMatching(reader, 'artist', [ofArtist], 'title', mostSpread);
  add(found.album, await listAlbumsOf(reader, artists, mostSpread));
}

/** The readings of a plan as what records must have: exactly; or as an unfinished word begins; or nearly. Each tier has the one before. */
async function tiersOf({ readings }: Plan, vocabulary: Vocabulary): Promise<Groups[][]> {
  const tiers: Groups[][] = [];
  for (const wordsOf of [exactly, begun(vocabulary), nearly(vocabulary)]) {
    const tier: Groups[] = [];
    for (const reading of readings) tier.push(await groupsOf(reading, wordsOf));
    if (JSON.stringify(tier) !== JSON.stringify(tiers.at(-1))) tiers.push(tier);
  }
  return tiers;
}

type WordsOf = (term: Term) => Promise<string[]> | string[];

async function groupsOf({ terms }: Reading, wordsOf: WordsOf): Promise<Groups> {
  const groups: Groups = [];
  for (const term of terms) if (!term.optional) groups.push([...new Set(await wordsOf(term))]);
  return groups;
}

const exactly: WordsOf = ({ exact }) => exact;

function begun(vocabulary: Vocabulary): WordsOf {
  const known = new Map<string, string[]>();
  return async ({ exact, prefix, beginning }) => {
    if (prefix === undefined) return exact;
    const words = known.get(prefix) ?? (await vocabulary.beginningWith(prefix, mostBeginnings));
    known.set(prefix, words);
    return [...exact, ...words, ...beginning.map(({ word }) => word)];
  };
}

function nearly(vocabulary: Vocabulary): WordsOf {
  const wordsOf = begun(vocabulary);
  return async (term) => [...(await wordsOf(term)), ...term.near.map(({ word }) => word)];
}

function add(ids: Set<bigint>, more: bigint[]): void {
  for (const id of more) ids.add(id);
}
