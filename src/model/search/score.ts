import { type Candidate, maxCounted } from './candidate.ts';
import type { Found } from './found.ts';
import type { Hit } from './hits.ts';
import { type Reading, type Term, weightOfTerm } from './terms.ts';
import { isStopWord, weightOf } from './wordWeight.ts';

/** The score of a record as the sum of its parts, which explain its rank. */
export type Judgement = { score: number; parts: { [name: string]: number } };

/** The most points of each part. */
const points = { asWritten: 400, place: 300, whole: 250, same: 130, order: 30, article: 30, albums: 120, own: 10 };
const pointsPerSpace = -20;

/** @param found texts that match all required terms of the reading */
export function scoreOf(reading: Reading, found: Found[], candidate: Candidate): Judgement {
  const { terms, spaces, left } = reading;
  const all = sum([...terms, ...left], weightOfTerm);
  const each = (worth: (hit: Hit, weight: number) => number) =>
    sum(terms, (term) => weightOfTerm(term) * most(found, ({ best, weight }) => worthOf(best.get(term), weight, worth))) / all;
  const wholes = textsOf(candidate, found).map((texts) => wholeness(texts, terms, all));
  const parts = {
    asWritten: points.asWritten * each(({ asWritten }) => asWritten),
    place: points.place * each(({ quality }, weight) => quality * weight),
    whole: points.whole * most(wholes, ({ asked, share }) => asked * (0.8 + 0.2 * share)),
    same: points.same * most(wholes, ({ asked, same }) => (same ? asked : 0)),
    order: points.order * most(found, (text) => orderOf(text, terms)),
    article: points.article * (found.some((text) => hasItsArticle(text, terms)) ? 1 : 0),
    albums: points.albums * (candidate.kind === 'artist' ? Math.log2(1 + candidate.albumCount) / Math.log2(1 + maxCounted) : 0),
    own: points.own * (candidate.kind === 'album' && isOfItself(candidate.artist) ? 1 : 0),
    spaces: pointsPerSpace * spaces,
  };
  return { score: sum(Object.values(parts), Number), parts };
}

function worthOf(hit: Hit | undefined, weight: number, worth: (hit: Hit, weight: number) => number): number {
  return hit ? worth(hit, weight) : 0;
}

function hasItsArticle({ field, best }: Found, [first]: Term[]): boolean {
  return field.member === 'name' && first !== undefined && isStopWord(first.exact[0] ?? '') && best.get(first)?.position === 0;
}

/** Whether an artist has no band but itself. Members of a band may list its albums too; the band's own come first. */
function isOfItself({ name, band }: Candidate['artist']): boolean {
  return band === '' || band === name;
}

/**
 * The texts that a whole query may name: each text alone, and an album's name or year with its artist's name, such as "artaud pescado
 * rabioso".
 */
function textsOf({ kind }: Candidate, found: Found[]): Found[][] {
  const short = found.filter(({ field }) => field.member !== 'description' && field.member !== 'year');
  const alone = short.map((text) => [text]);
  if (kind === 'artist') return alone;
  const year = found.filter(({ field }) => field.member === 'year');
  const ofArtist = short.filter(({ field }) => field.member === 'artist');
  return [...alone, ...[short.slice(0, 2), [...ofArtist, ...year]].filter((texts) => texts.length > 1)];
}

/**
 * The share of the query that the texts contain, the share of the texts that the query contains, and whether the two are equal apart from
 * articles. An alias never counts as equal.
 */
function wholeness(texts: Found[], terms: Term[], all: number): { asked: number; share: number; same: boolean } {
  const asked = sum(terms, (term) => weightOfTerm(term) * most(texts, ({ best, weight }) => (best.get(term)?.quality ?? 0) * weight));
  const texted = texts.flatMap(({ words, best }) => {
    const positions = new Set(terms.flatMap((term) => best.get(term)?.position ?? []));
    return words.map(({ text }, i) => ({ text, isMatched: positions.has(i) }));
  });
  const matched = texted.filter(({ isMatched }) => isMatched);
  const share = sum(matched, ({ text }) => weightOf(text)) / sum(texted, ({ text }) => weightOf(text));
  const isBegun = terms.some((term) => texts.some(({ best }) => best.get(term)?.begun));
  const isAlias = texts.some(({ field }) => field.member === 'alias');
  const same = !isBegun && !isAlias && texted.every(({ text, isMatched }) => isMatched || isStopWord(text));
  return { asked: asked / all, share, same };
}

/** The share of the query's words that follow each other in the text in the same order, from 0 to 1. */
function orderOf({ best, field }: Found, terms: Term[]): number {
  if (terms.length < 2 || best.size < 2) return 0;
  const positions = terms.map((term) => best.get(term)?.position ?? Number.NaN);
  const together = positions.filter((position, i) => i > 0 && position === (positions[i - 1] ?? 0) + 1);
  return (field.weight * together.length) / (terms.length - 1);
}

function sum<T>(items: T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}

function most<T>(items: T[], value: (item: T) => number): number {
  return items.reduce((highest, item) => Math.max(highest, value(item)), 0);
}
