import { z } from 'zod';
import type { Right } from './actor.ts';
import type { Fault } from './fault.ts';
import { id, integerBetween, maxInt64 } from './int64.ts';
import type { Json } from './json.ts';

/**
 * The kinds of record. `name`: in the API's document. `above`: the kinds that it belongs to, the outermost first. `plural`: in cursors.
 * `segment`: the last segment of its list's path. `list` ends the operation id of that list; `id` is the parameter of a record's path. A
 * kind without `list` and `id` has one record under each parent, under the parent's id. Each kind stands after the kinds that it belongs
 * to.
 */
export const kindRows = {
  artist: { name: 'Artist', above: [], plural: 'artists', segment: 'artists', list: 'Artists', id: 'artistId' },
  album: { name: 'Album', above: ['artist'], plural: 'albums', segment: 'albums', list: 'Albums', id: 'albumId' },
  alias: { name: 'Alias', above: ['artist'], plural: 'aliases', segment: 'aliases', list: 'Aliases', id: 'aliasId' },
  membership: { name: 'Membership', above: ['artist'], plural: 'memberships', segment: 'members', list: 'Members', id: 'membershipId' },
  artist_details: { name: 'ArtistDetails', above: ['artist'], plural: 'artist_details', segment: 'details' },
  credit: { name: 'Credit', above: ['artist', 'album'], plural: 'credits', segment: 'credits', list: 'Credits', id: 'creditId' },
  track: { name: 'Track', above: ['artist', 'album'], plural: 'tracks', segment: 'tracks', list: 'Tracks', id: 'trackId' },
  album_details: { name: 'AlbumDetails', above: ['artist', 'album'], plural: 'album_details', segment: 'details' },
  artist_identifier: {
    name: 'ArtistIdentifier',
    above: ['artist'],
    plural: 'artist_identifiers',
    segment: 'identifiers',
    list: 'Identifiers',
    id: 'identifierId',
  },
  album_identifier: {
    name: 'AlbumIdentifier',
    above: ['artist', 'album'],
    plural: 'album_identifiers',
    segment: 'identifiers',
    list: 'AlbumIdentifiers',
    id: 'albumIdentifierId',
  },
  artist_source: {
    name: 'ArtistSource',
    above: ['artist'],
    plural: 'artist_sources',
    segment: 'sources',
    list: 'Sources',
    id: 'sourceId',
  },
  album_source: {
    name: 'AlbumSource',
    above: ['artist', 'album'],
    plural: 'album_sources',
    segment: 'sources',
    list: 'AlbumSources',
    id: 'albumSourceId',
  },
} as const;
type Rows = typeof kindRows;

export type Kind = keyof Rows;
export const kinds = Object.keys(kindRows) as [Kind, ...Kind[]];

/** Entries have pages of their own, are searched, and are in the sitemap. */
export const entryKinds = ['artist', 'album'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** Facts are about an artist or an album, and are shown on its page. */
export type FactKind = Exclude<Kind, EntryKind>;
export const factKinds = kinds.filter((kind) => !isEntryKind(kind)) as FactKind[];

/** Sources support an artist or an album, or other facts about them. */
export function isSourceKind(kind: FactKind): boolean {
  return kind === 'artist_source' || kind === 'album_source';
}

export const searchedKinds = [...entryKinds, 'alias', 'track'] as const;
export type SearchedKind = (typeof searchedKinds)[number];

/** The most facts of a kind under one record, so that listing them and looking for a duplicate stay quick. */
export const maxFacts = 1_000;

export type NameOf<K extends Kind> = Rows[K]['name'];

/** The names of the path parameters of a kind's list. */
export type ListPathOf<K extends Kind> = { [A in Rows[K]['above'][number] as `${A}Id`]: bigint };
/** The names of the path parameters of a record. */
export type PathOf<K extends Kind> = ListPathOf<K> & (Rows[K] extends { id: infer I extends string } ? Record<I, bigint> : unknown);

/** The kinds with one record under each parent. */
export type SingleKind = { [K in Kind]: Rows[K] extends { id: string } ? never : K }[Kind];

export function isSingle(kind: Kind): kind is SingleKind {
  return !('id' in kindRows[kind]);
}

/** The kinds whose ids the service assigns. */
export const numberedKinds = kinds.filter((kind) => !isSingle(kind)) as Exclude<Kind, SingleKind>[];

export function parentOf(kind: Kind): EntryKind | undefined {
  return kindRows[kind].above.at(-1);
}

/** The kinds that belong to records of a kind. Each stands after the kinds that it belongs to. */
export function kindsUnder(kind: Kind): Kind[] {
  return kinds.filter((other) => (kindRows[other].above as readonly Kind[]).includes(kind));
}

export function isEntryKind(kind: Kind): kind is EntryKind {
  return (entryKinds as readonly Kind[]).includes(kind);
}

export function isSearchedKind(kind: Kind): kind is SearchedKind {
  return (searchedKinds as readonly Kind[]).includes(kind);
}

export function isKind(name: string): name is Kind {
  return Object.hasOwn(kindRows, name);
}

/** The words for the kind in messages. */
export function wordsOf(kind: string): string {
  return kind.replace('_', ' ');
}

export const withArticle = (kind: string) => `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${wordsOf(kind)}`;

/** The rights to write a record, and to delete or restore one: those of the entry that it is, or belongs to. */
export type Rights = { write: Right; remove: Right };

export type Searched = 'title' | 'text';

export type StoredValue = string | bigint | null;

/** One member that people write. Its column has the same name. */
export type Member<V> = {
  /** The schema in answers. */
  shown: z.ZodType<V>;
  /** The schema in requests. */
  given: z.ZodType<V>;
  /** The meaning of null, and of absence in a POST. A member without it is required and never null. */
  empty?: V;
  /** As in JSON: a number in place of a bigint. */
  example: V | number;
  column: 'text' | 'bigint';
  /** The JSON of a column whose value is not shown as it is: a text that holds a JSON list, or 0 and 1 for false and true. */
  json?: 'list' | 'boolean';
  /** Whether a search looks for its words among the names of the record, or in its text. Absent: in neither. */
  searched?: Searched;
  references?: EntryKind;
  /** @param kept the value in the column and in the log; null only if null is the empty value */
  read(kept: StoredValue): V;
  /** The stored value, if it differs from the member's value. */
  write?(value: V): StoredValue;
};

/** The members of a record that people write. The id is assigned once and does not change. */
export type Fields = object;
export type RecordOf<F extends Fields> = { id: bigint } & F;

/**
 * The input of `defineRecord`, together with the row of the kind in `kindRows`. Everything else about a kind of record follows from these.
 */
type Definition<F, K extends Kind> = {
  kind: K;
  /** The members in the order of answers, which begin with `id`. */
  members: { [N in keyof F]: Member<F[N]> };
  /** The member that is a record's title; `name` if it is absent. */
  titled?: keyof F & string;
  /** The member that is the title where `titled` is empty. */
  titledElse?: keyof F & string;
  /** The most records that may be added under one parent. */
  max?: number;
  /** Members whose values together are unique under a parent. */
  unique?: readonly (keyof F & string)[];
  /** Members whose values together are unique in the whole catalogue, by a unique index of the store. */
  claims?: readonly (keyof F & string)[];
  /** Brings the input into its normal form. A value that has none stays as it is, and `faults` reports it. */
  normal?(record: NoInfer<F>): NoInfer<F>;
  /** Checks members together: the names of the wrong ones, each with its fault. @param artistId the artist that the record is under */
  faults?(record: NoInfer<F>, artistId: bigint): [keyof F & string, Fault][];
  /**
   * The record under the same parent that this one is about. A null id means the parent itself, or its only record of that kind. The record
   * may be deleted later.
   */
  about?(record: NoInfer<F>): RecordReference;
  patch: Partial<NoInfer<F>>;
  /**
   * Each step upgrades the members of an older shape to the next, the oldest first. When members are added or renamed, or change their
   * meaning, a step is added, so that earlier versions can still be read.
   */
  upgrades?: Upgrade[];
  orders?: Orders<F>;
};

/**
 * The sort columns by name: the member of each, and the function that makes its value. A column is null until `fillOrders` has filled it.
 */
export type Orders<F> = { [column: string]: { of: keyof F & string; make(text: string): string } };

/** Whether two values of a member are equal; lists are compared by their elements. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || (Array.isArray(one) && Array.isArray(other) && JSON.stringify(one) === JSON.stringify(other));
}

/** The stored value of a member of a record. */
export function storedValueOf<F extends Fields>({ members }: RecordType<F>, name: keyof F & string, record: F): StoredValue {
  const { write } = members[name];
  return write ? write(record[name]) : (record[name] as StoredValue);
}

/** Members by name, from the JSON of the log: texts, and integers as bigints. */
export type Members = { [name: string]: Json };
export type Upgrade = (older: Members) => Members;

export type RecordReference = { kind: Kind; id: bigint | null };

export type RecordType<F extends Fields = Fields, K extends Kind = Kind> = {
  kind: K;
  name: string;
  /** The kinds of record above it, the outermost first. Its path has their ids, and its table has a column for each. */
  ancestors: readonly EntryKind[];
  rights: Rights;
  titled: string;
  titledElse?: string;
  max: number;
  unique: readonly string[];
  claims: readonly string[];
  normal(record: F): F;
  faults(record: F, artistId: bigint): [string, Fault][];
  about?(record: F): RecordReference;
  members: { [N in keyof F]: Member<F[N]> };
  names: (keyof F & string)[];
  /** Numbers the shapes of the members, from 1. */
  shape: number;
  upgrades: Upgrade[];
  orders: Orders<F>;
  /** The schema of every answer: `id`, then the members in their order. */
  shown: z.ZodType<RecordOf<F>>;
  creation: z.ZodType<{ id?: bigint | undefined } & F>;
  /** Every member may be absent here: the operation compares it with the stored record. */
  replacement: z.ZodType<Update<F>>;
  patch: z.ZodType<Update<F>>;
};

type Update<F> = { id?: bigint | undefined } & Partial<F>;

const defaults = {
  titled: 'name',
  max: Number.POSITIVE_INFINITY,
  unique: [],
  claims: [],
  normal: <F>(record: F) => record,
  faults: () => [],
  orders: {},
};

/** Describes a kind of record. Its schemas, statements, row mapping, log and checks are made from this description alone. */
export function defineRecord<F extends Fields, K extends Kind>({
  kind,
  members,
  patch,
  upgrades = [],
  ...rest
}: Definition<F, K>): RecordType<F, K> {
  const { name, above: ancestors } = kindRows[kind];
  const entry = isEntryKind(kind) ? kind : (parentOf(kind) as EntryKind);
  const names = Object.keys(members) as (keyof F & string)[];
  const each = <T>(make: (member: Member<unknown>) => T) =>
    Object.fromEntries(names.map((member) => [member, make(members[member] as Member<unknown>)]));
  return {
    ...defaults,
    ...rest,
    rights: { write: `write ${entry}s`, remove: `delete ${entry}s` },
    ...{ kind, name, ancestors, members, names, upgrades, shape: upgrades.length + 1 },
    shown: z.strictObject({ id, ...each(({ shown, example }) => shown.meta({ example })) }).meta({ id: name }),
    creation: z.strictObject({ id: requestedId, ...each(inCreation) }).meta({ id: `New${name}` }),
    replacement: z.strictObject({ id: statedId, ...each(inReplacement) }).meta({
      id: `${name}Replacement`,
      required: names,
      description: `The full ${wordsOf(kind)}. A member may be left out only where the stored value is ${emptyOf(members)} already.`,
      example: { id: 1001, ...each(({ example }) => example) },
    }),
    patch: z.strictObject({ id: statedId, ...each((member) => orNull(member).optional()) }).meta({
      id: `${name}Patch`,
      description: 'A JSON Merge Patch (RFC 7396): members that are absent stay as they are, null empties a text that may be empty.',
      example: patch,
    }),
  } as unknown as RecordType<F, K>;
}

/** The empty values of members, as answers write them. */
function emptyOf<F extends Fields>(members: { [N in keyof F]: Member<F[N]> }): string {
  const empty = (Object.values(members) as Member<unknown>[]).flatMap(({ empty }) => (empty === undefined ? [] : JSON.stringify(empty)));
  return [...new Set(empty)].join(' or ');
}

function inCreation(member: Member<unknown>): z.ZodType {
  const { empty, example } = member;
  const schema = orNull(member);
  return (empty === undefined ? schema : schema.default(empty)).meta({ example });
}

function inReplacement(member: Member<unknown>): z.ZodType {
  return member.empty === undefined ? member.given : orNull(member).optional();
}

function orNull({ given, empty }: Member<unknown>): z.ZodType {
  return empty === undefined ? given : given.nullable().transform((value) => value ?? empty);
}

/** null and 0 mean the same as no id. */
const anyId = integerBetween(0n, maxInt64)
  .nullish()
  .transform((value) => value || undefined);

const idSyntax = { type: ['integer' as const, 'null' as const], format: 'int64', minimum: 0 };

const requestedId = anyId.meta({
  ...idSyntax,
  description: 'The id to use if it is free; if not, another is assigned. Absent, null or 0: assign one.',
});

const statedId = anyId.meta({ ...idSyntax, description: 'Absent, null, 0, or the id in the path' });
