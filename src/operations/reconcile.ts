import { readIdentifier } from '../model/identifierScheme.ts';
import { isScheme, type Match, matchesIn, type RecordId, readRecordId, type WantedProperty } from '../model/reconcile.ts';
import type { EntryKind, SearchedKind } from '../model/record.ts';
import { nameKeyOf } from '../model/search/duplicates.ts';
import { planOf } from '../model/search/plan.ts';
import { wordsOf } from '../model/search/words.ts';
import { listIdentified } from '../store/identifier.ts';
import { listAbove } from '../store/search/matching.ts';
import { vocabularyOf } from '../store/search/vocabulary.ts';
import type { Reader } from '../store/store.ts';
import { readDescribed } from './described.ts';
import { findByName, noCandidates } from './search/gather.ts';
import { requireIndex } from './search/search.ts';
import { findDuplicates } from './search/suggest.ts';

/** `text`: a name, "" for none. `record`: the record whose id is `text`. */
export type Reconciled = { text: string; record: RecordId | undefined; kinds: EntryKind[]; properties: WantedProperty[]; limit: number };

/** The most records of each kind that are scored. */
const maxJudged = 60;
/** The most words of a name for which to search. */
const maxWords = 12;
/** The most artists that have the name of a wanted artist. */
const maxArtists = 100;

/** The records that a name and properties may mean, the likeliest first. @throws Problem `unavailable` */
export async function reconcile(reader: Reader, { text, record, kinds, properties, limit }: Reconciled): Promise<Match[]> {
  await requireIndex(reader);
  const likelyArtists = new Set(kinds.includes('album') ? await artistsIn(reader, properties) : []);
  const found = noCandidates();
  if (record) found[record.kind].add(record.id);
  else if (nameKeyOf(text) !== '') for (const [kind, ids] of await findNames(reader, text, kinds, likelyArtists)) found[kind] = ids;
  for (const kind of kinds) for (const id of await listIdentified(reader, kind, identifiersIn(kind, properties))) found[kind].add(id);
  const records = kinds.flatMap((kind) => [...found[kind]].map((id) => ({ kind, id })));
  const described = await readDescribed(reader, { records });
  return matchesIn(text, properties, described, likelyArtists).slice(0, limit);
}

/** The ids of artists whose name or alias is that of a wanted artist. */
async function artistsIn(reader: Reader, properties: WantedProperty[]): Promise<bigint[]> {
  const names = properties.flatMap(({ property, texts }) => (property === 'artist' ? texts : []));
  const found: bigint[] = [];
  for (const name of names) {
    const record = readRecordId(name);
    if (record) found.push(record.id);
    else found.push(...(await findDuplicates(reader, { name })).map((artist) => artist.id));
  }
  return found.slice(0, maxArtists);
}

function identifiersIn(kind: EntryKind, properties: WantedProperty[]): [scheme: string, value: string][] {
  return properties.flatMap(({ property, texts }) => {
    if (!isScheme(kind, property)) return [];
    const values = texts.map((text) => readIdentifier(`${kind}_identifier`, property, text));
    return values.flatMap((value): [string, string][] => (typeof value === 'string' ? [[property, value]] : []));
  });
}

/** Finds albums of the wanted artists. If there are none: albums of other artists. */
async function findNames(reader: Reader, text: string, kinds: EntryKind[], ofArtists: Set<bigint>): Promise<[EntryKind, Set<bigint>][]> {
  const vocabulary = vocabularyOf(reader);
  const plan = await planOf(wordsOf(text, maxWords), vocabulary, 'none');
  const find = (searched: SearchedKind[], ids?: bigint[]) =>
    findByName(reader, vocabulary, { kinds: searched, plan, key: nameKeyOf(text), max: maxJudged, within: ids && { ids } });
  const found: [EntryKind, Set<bigint>][] = [];
  for (const kind of kinds) {
    if (kind === 'artist') {
      const { artist, alias } = await find(['artist', 'alias']);
      found.push([kind, artist.union(new Set(await listAbove(reader, 'alias', [...alias])))]);
    } else {
      const ofWanted = ofArtists.size > 0 ? (await find([kind], [...ofArtists])).album : new Set<bigint>();
      found.push([kind, ofWanted.size > 0 ? ofWanted : (await find([kind])).album]);
    }
  }
  return found;
}
