import { readIdentifier, schemeNames } from './identifierScheme.ts';
import { parseInt64 } from './int64.ts';
import { type EntryKind, entryKinds } from './record.ts';
import { distanceOf, typo } from './search/distance.ts';
import { areDuplicates, nameKeyOf } from './search/duplicates.ts';

export type RecordId = { kind: EntryKind; id: bigint };

type Named = { id: bigint; name: string };
/** A text, a whole number, or an artist. */
export type PropertyValue = string | bigint | Named;

/** An artist or album with the values of its properties. `names`: its own name, then its aliases. */
export type Described = RecordId & {
  names: string[];
  /** The artist of an album. */
  artist: Named | undefined;
  /** A few words that distinguish it from records of the same name. */
  note: string;
  text: string;
  values: Record<string, PropertyValue[]>;
};

const ownProperties: Record<EntryKind, string[]> = {
  artist: ['alias', 'band', 'type', 'from', 'to', 'place', 'genre'],
  album: ['artist', 'year', 'released', 'kind', 'label'],
};

/** The properties of a kind: its members, and the schemes of its identifiers. */
export function propertiesOf(kind: EntryKind): string[] {
  return [...ownProperties[kind], ...schemeNames(`${kind}_identifier`)];
}

export const everyProperty = () => [...new Set(entryKinds.flatMap(propertiesOf))];

export const isScheme = (kind: EntryKind, property: string) => schemeNames(`${kind}_identifier`).includes(property);

export type WantedProperty = { property: string; texts: string[] };

/** A candidate. `score`: 0 to 100. `features`: how similar the name and each property are, from 0 to 1. */
export type Match = Described & { score: number; features: Record<string, number>; match: boolean };

/** The likeness from which two names count as spellings of one name. */
const alike = 0.85;
/** An alias never makes a record as likely as its own name. */
const aliasFactor = 0.95;
/** A record with a lower score is not a candidate. */
const leastScore = 25;
const identifierWeight = 20;
const weights: Record<string, number> = { name: 10, artist: 6, year: 3 };
const otherWeight = 2;

/**
 * Scores records, the likeliest first. A score is the weighted mean of the features. A property that the record lacks does not count. At
 * most one record is the match. It is among the records with a wanted identifier; if there are none, with the name; if there are none, with
 * a similar name. Of these it must be the only one without a feature below 0.5.
 *
 * @param text the name that is looked for, "" for none
 * @param likelyArtists ids of artists that have the name of a wanted artist
 */
export function matchesIn(text: string, wanted: WantedProperty[], found: Described[], likelyArtists: Set<bigint>): Match[] {
  const all = found.map((record) => scored(text, wanted, record, likelyArtists)).filter(({ score }) => score >= leastScore);
  const safe = likeliest(all).filter(({ features }) => Object.values(features).every((value) => value >= 0.5));
  if (safe.length === 1) for (const match of safe) match.match = true;
  return all.sort((a, b) => b.score - a.score || entryKinds.indexOf(a.kind) - entryKinds.indexOf(b.kind) || (a.id < b.id ? -1 : 1));
}

function likeliest(all: Match[]): Match[] {
  const levels = [
    ({ kind, features }: Match) => Object.keys(features).some((name) => isScheme(kind, name) && features[name] === 1),
    ({ features }: Match) => features.name === 1,
    ({ features }: Match) => (features.name ?? 0) >= alike * aliasFactor,
  ];
  return levels.map((level) => all.filter(level)).find((some) => some.length > 0) ?? [];
}

function scored(text: string, wanted: WantedProperty[], record: Described, likelyArtists: Set<bigint>): Match {
  const features: Record<string, number> = text === '' ? {} : { name: nameLikeness(text, record) };
  for (const { property, texts } of wanted) {
    const likeness = propertyLikeness(record, property, texts, likelyArtists);
    if (likeness !== undefined) features[property] = likeness;
  }
  const weightOf = (name: string) => (isScheme(record.kind, name) ? identifierWeight : (weights[name] ?? otherWeight));
  const all = Object.entries(features);
  const weight = all.reduce((total, [name]) => total + weightOf(name), 0);
  const sum = all.reduce((total, [name, value]) => total + weightOf(name) * value, 0);
  const score = Math.round((1_000 * sum) / Math.max(1, weight)) / 10;
  return { ...record, score, features, match: false };
}

/** The name of an album is compared alone, and after the name of its artist. */
function nameLikeness(text: string, { kind, id, names, artist }: Described): number {
  if (text === showRecordId({ kind, id })) return 1;
  const [own = '', ...aliases] = names;
  return Math.max(
    likeness(text, own),
    ...aliases.map((alias) => aliasFactor * likeness(text, alias)),
    artist ? likeness(text, `${artist.name} ${own}`) : 0,
  );
}

/** Undefined where the record has no such property, or no value is wanted. */
function propertyLikeness({ kind, values }: Described, property: string, texts: string[], likelyArtists: Set<bigint>): number | undefined {
  const stored = values[property] ?? [];
  if (stored.length === 0 || texts.length === 0) return undefined;
  const pairs = texts.flatMap((text) => stored.map((value) => ({ text, value })));
  return Math.max(...pairs.map(({ text, value }) => valueLikeness(kind, property, text, value, likelyArtists)));
}

function valueLikeness(kind: EntryKind, property: string, text: string, value: PropertyValue, likelyArtists: Set<bigint>): number {
  if (isScheme(kind, property)) return readIdentifier(`${kind}_identifier`, property, text) === value ? 1 : 0;
  if (typeof value === 'object') {
    if (text === showRecordId({ kind: 'artist', id: value.id })) return 1;
    return Math.max(likeness(text, value.name), likelyArtists.has(value.id) ? alike : 0);
  }
  if (yearlike.includes(property)) return yearLikeness(text, String(value));
  return likeness(text, String(value));
}

const yearlike = ['year', 'released', 'from', 'to'];

/** Catalogues often differ by a year. */
function yearLikeness(one: string, other: string): number {
  const apart = Math.abs(Number(/\d{4}/.exec(one)?.[0]) - Number(/\d{4}/.exec(other)?.[0]));
  return apart === 0 ? 1 : apart === 1 ? 0.5 : 0;
}

/** The least share of common letter pairs of two spellings. Other names are not compared by sound, since that takes longest. */
const leastShared = 0.3;

/** From 0 to 1. 1: names differ only in case, accents, punctuation and articles. At least `alike`: they also differ in about one typo. */
function likeness(one: string, other: string): number {
  const [key, another] = [nameKeyOf(one), nameKeyOf(other)];
  // Names without letters have no key.
  if (key === another) return key !== '' || one.trim() === other.trim() ? 1 : 0;
  const shared = Math.max(sharedPairs(key, another), shareInPlace(key, another));
  return shared >= leastShared && areDuplicates(one, other) ? alike + (0.99 - alike) * shared : (alike - 0.05) * shared;
}

/** Typos are counted only in texts up to this length, since counting them takes time. */
const longestCompared = 40;

/** The share of letters without a typo. */
function shareInPlace(one: string, other: string): number {
  const length = Math.max(one.length, other.length);
  const typos = length > longestCompared ? undefined : distanceOf(one, other, length);
  return typos === undefined ? 0 : 1 - typos / typo / length;
}

/** The share of pairs of neighbouring letters that two texts have in common (Sørensen–Dice). */
function sharedPairs(one: string, other: string): number {
  const pairsOf = (text: string) => Array.from({ length: Math.max(0, text.length - 1) }, (_, i) => text.slice(i, i + 2));
  const [pairs, others] = [pairsOf(one), pairsOf(other)];
  const left = Map.groupBy(others, (pair) => pair);
  const shared = pairs.filter((pair) => left.get(pair)?.pop() !== undefined);
  return (2 * shared.length) / Math.max(1, pairs.length + others.length);
}

/** The id of a record among those of all kinds, such as `artist-1001`. */
export function showRecordId({ kind, id }: RecordId): string {
  return `${kind}-${id}`;
}

export function readRecordId(text: string): RecordId | undefined {
  const [, word, digits = ''] = /^([a-z]+)-([1-9]\d{0,18})$/.exec(text) ?? [];
  const kind = entryKinds.find((name) => name === word);
  const id = parseInt64(digits);
  return kind && id !== undefined ? { kind, id } : undefined;
}
