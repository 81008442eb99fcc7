import type { ArtistFilter } from '../../model/artistQuery.ts';
import { type SearchedKind, searchedKinds } from '../../model/record.ts';
import type { Plan } from '../../model/search/plan.ts';
import type { Reading } from '../../model/search/terms.ts';
import { isYear } from '../../model/search/variants.ts';
import type { Vocabulary } from '../../model/search/vocabulary.ts';
import {
  type Bounds,
  type Groups,
  listAbove,
  listAlbumsOf,
  listAlbumsOfYear,
  listMatching,
  listNameBeginning,
  listNamed,
  type Where,
} from '../../store/search/matching.ts';
import type { Reader } from '../../store/store.ts';
import { begun, exactly, groupsOf, nearly } from './wordGroups.ts';

/** The most records of a kind that one query of the index returns. If more match, it returns the oldest. */
export const maxCandidates = 100;
/** The most queries of the index in one search. Only hostile searches would make more. */
const maxQueries = 72;
/** The most records of a kind whose names begin with the text. */
const maxNamesBegun = 50;
/** The most ways to divide the words between an artist and an album that are tried. */
const maxSplits = 6;
/** The most records that one of these ways finds, and the most albums of each artist. */
const maxSpread = 20;
/** The most years of a query that are searched. */
const maxYears = 3;

export type Budget = { left: number };

export function newBudget(): Budget {
  return { left: maxQueries };
}

export type Candidates = Record<SearchedKind, Set<bigint>>;

export function noCandidates(): Candidates {
  return { artist: new Set(), album: new Set(), alias: new Set(), track: new Set() };
}

/** `tracks`: whether tracks are searched too. */
type Gathering = { reader: Reader; budget: Budget; within: ArtistFilter | undefined; found: Candidates; tracks: boolean };

/**
 * Yields the candidates of a plan in stages, so that the caller can stop at the first stage with a good answer: 1. records with the written
 * words, or words that begin with them: in names, in texts, or divided between an artist and one of its albums; 2. records with words
 * similar to those of the query as written: in names, then in texts; 3. the same for the other readings.
 *
 * @param key of the whole text as a name, "" for none
 * @param within finds only artists that match it, and their albums
 */
export async function* gather(
  reader: Reader,
  vocabulary: Vocabulary,
  plan: Plan,
  key: string,
  budget: Budget,
  within?: ArtistFilter,
): AsyncGenerator<Candidates> {
  const found = noCandidates();
  const gathering = { reader, budget, within, found, tracks: true };
  if (key) await Promise.all(searchedKinds.map((kind) => addNamed(gathering, kind, key)));
  const [first, ...others] = plan.readings;
  if (!first) return;
  const asWritten = await groupsOf(plan.readings, exactly);
  const asBegun = await groupsOf([first], begun(vocabulary));
  await addMatching(gathering, asWritten, 'title');
  await addMatching(gathering, asBegun, 'title');
  await addMatching(gathering, asWritten, 'anywhere');
  await addSpread(gathering, asBegun[0] ?? []);
  await addOfYears(gathering, first);
  yield await withArtists(gathering);
  for (const readings of [[first], others]) {
    const near = await groupsOf(readings, nearly(vocabulary));
    gathering.tracks = vocabulary.withTracks;
    await addMatching(gathering, near, 'title');
    yield await withArtists(gathering);
    if (readings[0] === first) {
      await addSpread(gathering, near[0] ?? []);
      await addMatching(gathering, asBegun, 'anywhere');
    }
    await addMatching(gathering, near, 'anywhere');
    yield await withArtists(gathering);
  }
}

/** Adds records whose names equal the text or begin with it. */
async function addNamed({ reader, within, found }: Gathering, kind: SearchedKind, key: string): Promise<void> {
  const lists = [
    listNamed(reader, kind, key, { limit: maxCandidates, within }),
    listNameBeginning(reader, kind, key, { limit: maxNamesBegun, within }),
  ];
  add(found[kind], (await Promise.all(lists)).flat());
}

/** Adds records that match one of the readings. Only artists and tracks have texts beside names. */
async function addMatching(gathering: Gathering, readings: Groups[], where: Where): Promise<void> {
  const searched: readonly SearchedKind[] = where === 'title' ? namedKinds : ['artist', 'track'];
  await Promise.all(
    searched.map(async (kind) => {
      const ids = gathering.found[kind];
      if (ids.size < maxCandidates) add(ids, await query(gathering, kind, readings, where, maxCandidates));
    }),
  );
}

const namedKinds = searchedKinds.filter((kind) => kind !== 'track');

/** Returns nothing once the budget is spent, or if tracks are not searched. */
async function query(
  { reader, budget, within, tracks }: Gathering,
  kind: SearchedKind,
  readings: Groups[],
  where: Where,
  limit: number,
): Promise<bigint[]> {
  if (budget.left <= 0 || (kind === 'track' && !tracks)) return [];
  budget.left--;
  return listMatching(reader, kind, readings, where, { limit, within });
}

/**
 * Adds artists whose names or aliases have the first or the last words, and albums whose names or tracks have the others: "spinetta
 * artaud". This also finds an artist whose alias has some of the words and whose name has the others: "flaco spinetta".
 */
async function addSpread(gathering: Gathering, groups: Groups): Promise<void> {
  const splits = Array.from({ length: Math.min(groups.length - 1, maxSplits) }, (_, i) => [groups.slice(0, i + 1), groups.slice(i + 1)]);
  await Promise.all(splits.flatMap(([first = [], last = []]) => [addSplit(gathering, first, last), addSplit(gathering, last, first)]));
}

async function addSplit(gathering: Gathering, ofArtist: Groups, ofAlbum: Groups): Promise<void> {
  const { reader, found } = gathering;
  const [albums, tracks, artists, aliases] = await Promise.all([
    query(gathering, 'album', [ofAlbum], 'title', maxSpread),
    query(gathering, 'track', [ofAlbum], 'anywhere', maxSpread),
    query(gathering, 'artist', [ofArtist], 'title', maxSpread),
    query(gathering, 'alias', [ofArtist], 'title', maxSpread),
  ]);
  add(found.track, tracks);
  add(found.alias, aliases);
  const named = [...artists, ...(await listAbove(reader, 'alias', aliases))];
  add(found.album, [...albums, ...(await listAlbumsOf(reader, named, maxSpread))]);
}

/** Adds albums of the years in a query: those of the artists found, or of any artist if the query has only years. */
async function addOfYears({ reader, within, found }: Gathering, { terms }: Reading): Promise<void> {
  const bounds: Bounds = { limit: maxCandidates, within };
  const yearsOf = (areOptional: boolean) =>
    terms.flatMap(({ optional, exact: [word = ''] }) => (optional === areOptional && isYear(word) ? Number(word) : [])).slice(0, maxYears);
  for (const year of yearsOf(false)) add(found.album, await listAlbumsOfYear(reader, year, bounds));
  for (const year of yearsOf(true)) add(found.album, await listAlbumsOfYear(reader, year, bounds, [...found.artist]));
}

export async function withArtists({ reader, found }: Pick<Gathering, 'reader' | 'found'>): Promise<Candidates> {
  const ofTracks = await listAbove(reader, 'track', [...found.track]);
  // Kept apart from `found.album`, whose size is bounded.
  const all = { ...found, album: found.album.union(new Set(ofTracks)) };
  for (const kind of ['album', 'alias'] as const) add(found.artist, await listAbove(reader, kind, [...all[kind]]));
  return all;
}

type ByName = { kinds: SearchedKind[]; plan: Plan; key: string; max: number; within?: ArtistFilter | undefined };

/**
 * Up to `max` records of each kind whose names may begin with a text: first names that begin with it, then names with its words, with
 * decreasing similarity. Albums also match by words of their artists' names.
 */
export async function findByName(reader: Reader, vocabulary: Vocabulary, { kinds, plan, key, max, within }: ByName): Promise<Candidates> {
  const bounds: Bounds = { limit: max, within };
  const found = noCandidates();
  for (const kind of kinds) if (key) add(found[kind], await listNameBeginning(reader, kind, key, bounds));
  let before = '';
  for (const wordsOf of [exactly, begun(vocabulary), nearly(vocabulary)]) {
    const readings = await groupsOf(plan.readings, wordsOf);
    const asked = JSON.stringify(readings);
    for (const kind of kinds)
      if (found[kind].size < max && asked !== before) add(found[kind], await listMatching(reader, kind, readings, 'title', bounds));
    before = asked;
  }
  const [first] = plan.readings;
  if (kinds.includes('album') && first && found.album.size < max) {
    const [groups = []] = await groupsOf([first], begun(vocabulary));
    await addSpread({ reader, budget: newBudget(), within, found, tracks: false }, groups);
  }
  return found;
}

function add(ids: Set<bigint>, more: bigint[]): void {
  for (const id of more) ids.add(id);
}
