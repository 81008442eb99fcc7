import type { ArtistFilter } from '../../model/artistQuery.ts';
import { type Kind, kinds } from '../../model/record.ts';
import { typo } from '../../model/search/distance.ts';
import type { Plan } from '../../model/search/plan.ts';
import type { Reading } from '../../model/search/reading.ts';
import type { Term } from '../../model/search/terms.ts';
import { isYear } from '../../model/search/variants.ts';
import type { Vocabulary } from '../../model/search/vocabulary.ts';
import {
  type Groups,
  listAlbumsOf,
  listAlbumsOfYear,
  listArtistsOf,
  listMatching,
  listNameBeginning,
  listNamed,
  type Where,
} from '../../store/search/matching.ts';
import type { Reader } from '../../store/store.ts';

/** Records of a kind that are looked at for one search, where as many match: the likeliest first, of those alike the oldest. */
export const maxCandidates = 100;
/** Words that the unfinished ones of a query are taken for, and those that may be meant by misspelt ones; each has its share of them. */
const maxBeginnings = 50;
const maxNear = 72;
/** Of each. */
const leastShare = 4;
/** Looks into the index for one search. The few queries that would take more are hostile. */
const maxLooks = 36;
/** Of an artist found by its name, and of each such artist, where the words of a query are spread over both. */
const maxSpread = 20;
const maxSplits = 6;
const maxNamesBegun = 50;
/** Years of a query that albums are looked for by; nobody who looks for something names more. */
const maxYears = 3;

/** How many looks a search has left. */
export type Looks = { left: number };

export function looksOfSearch(): Looks {
  return { left: maxLooks };
}

export type Candidates = Record<Kind, Set<bigint>>;

/**
 * What may answer a plan, stage by stage, each larger than the one before: what is as it was written or begins so, in names, in texts, or
 * spread over an artist and an album of it; then what is nearly so; then what other readings find.
 *
 * @param within which records are looked for, where not all are
 */
export async function* gather(
  store: Reader,
  vocabulary: Vocabulary,
  plan: Plan,
  key: string,
  looks: Looks,
  within?: ArtistFilter,
): AsyncGenerator<Candidates> {
  const reader = { ...store, looks, within };
  const found: Candidates = { artist: new Set(), album: new Set() };
  if (key) await Promise.all(kinds.map((kind) => addNamed(reader, found, kind, key)));
  const [first, ...others] = plan.readings;
  if (!first) return;
  const asWritten = await groupsOfAll(plan.readings, exactly);
  const asBegun = await groupsOfAll([first], begun(vocabulary));
  for (const readings of [asWritten, asBegun]) await matchBoth(reader, found, readings, 'title');
  await matchBoth(reader, found, asWritten, 'anywhere');
  await addSpread(reader, asBegun[0] ?? [], found);
  await addOfYears(reader, first, found);
  yield await withArtists(reader, found);
  for (const some of [[first], others]) {
    const nearby = await groupsOfAll(some, nearly(vocabulary));
    await matchBoth(reader, found, nearby, 'title');
    yield await withArtists(reader, found);
    if (some[0] === first) await addSpread(reader, nearby[0] ?? [], found);
    if (some[0] === first) await matchBoth(reader, found, asBegun, 'anywhere');
    await matchBoth(reader, found, nearby, 'anywhere');
    yield await withArtists(reader, found);
  }
}

type Looker = Reader & { looks: Looks; within: ArtistFilter | undefined };

async function addNamed(reader: Looker, found: Candidates, kind: Kind, key: string): Promise<void> {
  const { within } = reader;
  const lists = [
    listNamed(reader, kind, key, { limit: maxCandidates, within }),
    listNameBeginning(reader, kind, key, { limit: maxNamesBegun, within }),
  ];
  add(found[kind], (await Promise.all(lists)).flat());
}

/** Nothing where no look is left. */
async function look(reader: Looker, kind: Kind, readings: Groups[], where: Where, limit: number): Promise<bigint[]> {
  if (reader.looks.left <= 0) return [];
  reader.looks.left--;
  return listMatching(reader, kind, readings, where, { limit, within: reader.within });
}

async function withArtists(reader: Reader, found: Candidates): Promise<Candidates> {
  add(found.artist, await listArtistsOf(reader, [...found.album]));
  return found;
}

async function groupsOfAll(readings: Reading[], wordsOf: WordsOf): Promise<Groups[]> {
  const all: Groups[] = [];
  for (const reading of readings) all.push(await groupsOf(reading, wordsOf));
  return all;
}

async function matchBoth(reader: Looker, found: Candidates, readings: Groups[], where: Where): Promise<void> {
  const searched: Kind[] = where === 'title' ? ['album', 'artist'] : ['artist'];
  await Promise.all(searched.map((kind) => match(reader, found, kind, readings, where)));
}

/** Artists that a text may be the beginning of, by their names alone: those whose names begin so come first. */
export async function findByName(reader: Reader, vocabulary: Vocabulary, plan: Plan, key: string, most: number): Promise<bigint[]> {
  const bounds = { limit: most, within: undefined };
  const ids = new Set(key ? await listNameBeginning(reader, 'artist', key, bounds) : []);
  for (const readings of await tiersOf(plan, vocabulary))
    if (ids.size < most) add(ids, await listMatching(reader, 'artist', readings, 'title', bounds));
  return [...ids];
}

async function match(reader: Looker, found: Candidates, kind: Kind, readings: Groups[], where: Where): Promise<void> {
  if (found[kind].size < maxCandidates) add(found[kind], await look(reader, kind, readings, where, maxCandidates));
}

/** Adds albums of the years that a query names: those of the artists found, or where it names nothing else those of anybody. */
async function addOfYears(reader: Looker, { terms }: Reading, found: Candidates): Promise<void> {
  const bounds = { limit: maxCandidates, within: reader.within };
  const needed = terms.filter(({ optional }) => !optional).map(({ exact: [word = ''] }) => word);
  for (const year of needed.filter(isYear).slice(0, maxYears)) add(found.album, await listAlbumsOfYear(reader, Number(year), bounds));
  const asked = terms.flatMap(({ optional, exact: [word = ''] }) => (optional && isYear(word) ? Number(word) : []));
  for (const year of asked.slice(0, maxYears)) add(found.album, await listAlbumsOfYear(reader, year, bounds, [...found.artist]));
}

/** Adds artists that have the first words or the last, and albums of theirs that have the others. */
async function addSpread(reader: Looker, groups: Groups, found: Candidates): Promise<void> {
  const splits = Array.from({ length: Math.min(groups.length - 1, maxSplits) }, (_, i) => [groups.slice(0, i + 1), groups.slice(i + 1)]);
  await Promise.all(splits.flatMap(([first = [], last = []]) => [pair(reader, found, first, last), pair(reader, found, last, first)]));
}

async function pair(reader: Looker, found: Candidates, ofArtist: Groups, ofAlbum: Groups): Promise<void> {
  const looks = [look(reader, 'album', [ofAlbum], 'title', maxSpread), look(reader, 'artist', [ofArtist], 'title', maxSpread)];
  const [albums = [], artists = []] = await Promise.all(looks);
  add(found.album, [...albums, ...(await listAlbumsOf(reader, artists, maxSpread))]);
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

/** @param share of the words that may stand for all terms, those for one of them */
type WordsOf = (term: Term, share: (most: number) => number) => Promise<string[]> | string[];

async function groupsOf({ terms }: Reading, wordsOf: WordsOf): Promise<Groups> {
  const needed = terms.filter(({ optional }) => !optional);
  const share = (most: number) => Math.max(leastShare, Math.ceil(most / needed.length));
  const groups: Groups = [];
  for (const term of needed) groups.push([...new Set(await wordsOf(term, share))]);
  return groups;
}

/** Nothing where no record has the word, so that none is looked for. */
const exactly: WordsOf = ({ exact, known, prefix }) => (known || prefix !== undefined ? exact : []);

function begun(vocabulary: Vocabulary): WordsOf {
  return async ({ exact, prefix, near }, share) => {
    const alike = near.filter(({ typos }) => typos < typo).map(({ word }) => word);
    if (prefix === undefined) return [...exact, ...alike];
    const words = await vocabulary.beginningWith(prefix, maxBeginnings);
    return [...exact, ...alike, ...(prefix.length === 1 ? words.slice(0, share(maxBeginnings)) : words)];
  };
}

function nearly(vocabulary: Vocabulary): WordsOf {
  const wordsOf = begun(vocabulary);
  return async (term, share) => {
    const near = [...term.beginning.slice(0, share(maxNear)), ...term.near.slice(0, share(maxNear))];
    return [...(await wordsOf(term, share)), ...(term.initials ? [term.initials] : []), ...near.map(({ word }) => word)];
  };
}

function add(ids: Set<bigint>, more: bigint[]): void {
  for (const id of more) ids.add(id);
}
