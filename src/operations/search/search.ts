import type { Artist } from '../../model/artist.ts';
import { type ArtistFilter, isFiltered } from '../../model/artistQuery.ts';
import type { Slice } from '../../model/page.ts';
import { unavailable } from '../../model/problem.ts';
import { type EntryKind, entryKinds } from '../../model/record.ts';
import { type Asked, askedBy } from '../../model/search/asked.ts';
import { type Matched, matchedBy } from '../../model/search/matched.ts';
import type { Ranked } from '../../model/search/relevance.ts';
import { keepMatching } from '../../store/artistList.ts';
import { readIndexState } from '../../store/search/state.ts';
import type { Reader } from '../../store/store.ts';
import { rank } from './rank.ts';

export type Part = { limit: bigint; offset: bigint };
export type Hit = Ranked & { matched: Matched[] };

/** A page of the artists found, the best first. @throws Problem `unavailable` */
export async function searchArtists(
  reader: Reader,
  { q: text, limit, offset, ...filter }: ArtistFilter & Part & { q: string },
): Promise<Slice<Artist>> {
  await requireIndex(reader);
  const { ranked } = await rank(reader, { text, kinds: ['artist'], unfinished: 'last', filter });
  const found = ranked.map(({ candidate }) => candidate.artist);
  if (!isFiltered(filter)) return partOf(found, { limit, offset });
  const ids = found.map(({ id }) => id);
  const kept = await keepMatching(reader, filter, ids);
  const matching = found.filter(({ id }) => kept.has(id));
  return partOf(matching, { limit, offset });
}

/** A page of the artists and albums found, the best first, with the texts that match. @throws Problem `unavailable` */
export async function searchRecords(
  reader: Reader,
  { q: text, kind, ...part }: Part & { q: string; kind: EntryKind | undefined },
): Promise<Slice<Hit>> {
  await requireIndex(reader);
  const { plan, ranked } = await rank(reader, { text, kinds: kind ? [kind] : entryKinds, unfinished: 'last' });
  const { records, ...page } = partOf(ranked, part);
  const matched = matchedBy(plan);
  return { ...page, records: records.map((found) => ({ ...found, matched: matched(found.candidate) })) };
}

/** `asked`: filters that the words of the search express. */
export type Found = Slice<Hit> & { asked: Asked | undefined };

/**
 * Interprets a search as people mean it: finds the group of “quién tocó en …”, and reads “charly garcía 83” with 1983 if no text has 83.
 *
 * @param runSearch finds a text as it is written
 */
export async function findInterpreted(text: string, runSearch: (text: string) => Promise<Slice<Hit>>): Promise<Found> {
  const asked = askedBy(text);
  const written = await runSearch(asked?.kind === 'members' ? asked.of : text);
  const isYear = asked?.kind === 'year' && !written.records[0]?.matched.some((match) => marks(match, asked.number));
  const inYear = isYear ? await runSearch(asked.text) : undefined;
  return { ...(inYear && inYear.records.length > 0 ? inYear : written), asked };
}

const marks = ({ text, ranges }: Matched, word: string) => ranges.some(([start, end]) => text.slice(start, end) === word);

/** @throws Problem `unavailable` with the progress while the index is incomplete */
export async function requireIndex(reader: Reader): Promise<void> {
  const { complete, building } = await readIndexState(reader);
  if (complete) return;
  const progress = building ? `: ${building.done} of ${building.records} records so far` : '';
  throw unavailable(`The search index is being built${progress}. Everything else works meanwhile.`, 5);
}

function partOf<T>(all: T[], { limit, offset }: Part): Slice<T> {
  // An offset may exceed the safe integers.
  const from = offset > BigInt(all.length) ? all.length : Number(offset);
  const records = all.slice(from, from + Number(limit));
  return { records, total: BigInt(all.length), more: from + records.length < all.length };
}
