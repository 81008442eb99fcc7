import { z } from 'zod';
import type { Right } from './actor.ts';
import type { Fault } from './fault.ts';
import { id, integerBetween, maxInt64 } from './int64.ts';
import type { Json } from './json.ts';

/**
 * Each kind of record: its name in the API's document, the kinds that it belongs to, the outermost first, what several are called in
 * cursors, and the last segment of their list's path. `list` ends the operation id of that list; `id` is the parameter of a record's path.
 * A kind without both has one record under each of its parents, under the parent's id. Each kind stands behind those it belongs to.
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

/** Entries have pages of their own, are searched and stand in the sitemap. */
export const entryKinds = ['artist', 'album'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** Facts are about an artist or an album, and stand on its page. */
export type FactKind = Exclude<Kind, EntryKind>;
export const factKinds = kinds.filter((kind) => !isEntryKind(kind)) as FactKind[];

/** Sources are about an artist or an album, or about their other facts. */
export function isSourceKind(kind: FactKind): boolean {
  return kind === 'artist_source' || kind === 'album_source';
}

/** The search index has the records of these. */
export const searchedKinds = [...entryKinds, 'alias', 'track'] as const;
export type SearchedKind = (typeof searchedKinds)[number];

/** Facts of a kind about one record, so that a list of them and a look for a duplicate are quick. */
export const maxFacts = 1_000;

export type NameOf<K extends Kind> = Rows[K]['name'];

/** The names of the parameters that lead to the list of a kind. */
export type ListPathOf<K extends Kind> = { [A in Rows[K]['above'][number] as `${A}Id`]: bigint };
/** Those that lead to a record of it. */
export type PathOf<K extends Kind> = ListPathOf<K> & (Rows[K] extends { id: infer I extends string } ? Record<I, bigint> : unknown);

/** The kinds of which there is one record under each parent. */
export type SingleKind = { [K in Kind]: Rows[K] extends { id: string } ? never : K }[Kind];

export function isSingle(kind: Kind): kind is SingleKind {
  return !('id' in kindRows[kind]);
}

/** The kinds whose ids the service assigns. */
export const numberedKinds = kinds.filter((kind) => !isSingle(kind)) as Exclude<Kind, SingleKind>[];

export function parentOf(kind: Kind): EntryKind | undefined {
  return kindRows[kind].above.at(-1);
}

/** The kinds that belong to records of a kind, each behind those it belongs to itself. */
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

/** As messages name it. */
export function wordsOf(kind: Kind): string {
  return kind.replace('_', ' ');
}

export type Rights = { write: Right; remove: Right };

export type Searched = 'title' | 'text';

export type Kept = string | bigint | null;

/** One member that people write. It is kept in a column of its name. */
export type Member<V> = {
  /** As answers show it. */
  shown: z.ZodType<V>;
  /** As requests give it. */
  given: z.ZodType<V>;
  /** What null means, and absence in a POST. A member without it must be given and is never null. */
  empty?: V;
  /** As JSON has it. */
  example: V | number;
  column: 'text' | 'bigint';
  /** Where a search looks for its words: among the names of the record, or in its text. Nowhere where it is absent. */
  searched?: Searched;
  references?: EntryKind;
  /** @param kept what the column holds, and the log; null only where null is what is empty */
  read(kept: Kept): V;
  /** What the column and the log hold, where that is not the value itself. */
  write?(value: V): Kept;
};

/** The members of a record that people write; the id is given once and stays. */
export type Fields = object;
export type RecordOf<F extends Fields> = { id: bigint } & F;

/** The input of `defineRecord`, with the row of the kind in `kindRows`; all else about a kind of record follows from it. */
type Definition<F, K extends Kind> = {
  kind: K;
  /** What it takes to write a record, and to remove or restore one. */
  rights: Rights;
  /** In the order in which answers show them, after `id`. */
  members: { [N in keyof F]: Member<F[N]> };
  /** The member that a person knows it by; `name` where it is absent. */
  titled?: keyof F & string;
  /** The member that it is known by where that one is empty. */
  titledElse?: keyof F & string;
  /** How many may be added under one record. */
  max?: number;
  /** Members that no two records under the same one have alike. */
  unique?: readonly (keyof F & string)[];
  /** Members that no two records of the kind have alike in all the catalogue; the store has a unique index of them. */
  claims?: readonly (keyof F & string)[];
  /** Brings what people gave into its normal form, if it can; what it cannot is for `faults`. */
  normal?(record: NoInfer<F>): NoInfer<F>;
  /** What is wrong with members together: the member to name, and its fault. @param artistId what the record is under */
  faults?(record: NoInfer<F>, artistId: bigint): [keyof F & string, Fault][];
  /** The record under the same parent that it is about; no id for the parent itself, and for what it has one of. It may be deleted later. */
  about?(record: NoInfer<F>): About;
  patch: Partial<NoInfer<F>>;
  /**
   * What makes members of each older shape those of the next, the oldest first. When members are added, renamed or mean
   * another thing, a step is added, so that earlier versions can still be read.
   */
  upgrades: Upgrade[];
  orders?: Orders<F>;
};

/** By the name of its column: the member it is made of, and how. A column is null until `fillOrders` has made it. */
export type Orders<F> = { [column: string]: { of: keyof F & string; make(text: string): string } };

/** Whether two values of a member are the same; lists are by what they hold. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || (Array.isArray(one) && Array.isArray(other) && JSON.stringify(one) === JSON.stringify(other));
}

/** What the column of a member and the log hold of a record. */
export function keptOf<F extends Fields>({ members }: RecordType<F>, name: keyof F & string, record: F): Kept {
  const { write } = members[name];
  return write ? write(record[name]) : (record[name] as Kept);
}

/** Members by name as the JSON of the log has them: texts, and integers as bigints. */
export type Members = { [name: string]: Json };
export type Upgrade = (older: Members) => Members;

export type About = { kind: Kind; id: bigint | null };

export type RecordType<F extends Fields = Fields, K extends Kind = Kind> = {
  kind: K;
  name: string;
  /** The kinds of record above it, the outermost first: its path has their ids, and its table has a column for each. */
  ancestors: readonly EntryKind[];
  rights: Rights;
  titled: string;
  titledElse?: string;
  max: number;
  unique: readonly string[];
  claims: readonly string[];
  normal(record: F): F;
  faults(record: F, artistId: bigint): [string, Fault][];
  about?(record: F): About;
  members: { [N in keyof F]: Member<F[N]> };
  names: (keyof F & string)[];
  /** Counts the shapes that the members have had, from 1. */
  shape: number;
  upgrades: Upgrade[];
  orders: Orders<F>;
  /** As every answer shows it: `id` and its members in their order and no other. */
  shown: z.ZodType<RecordOf<F>>;
  creation: z.ZodType<{ id?: bigint | undefined } & F>;
  /** Which members may be left out depends on the stored record, so the operation judges that. */
  replacement: z.ZodType<Update<F>>;
  patch: z.ZodType<Update<F>>;
};

type Update<F> = { id?: bigint | undefined } & Partial<F>;

/** What a description leaves out. */
const defaults = {
  titled: 'name',
  max: Number.POSITIVE_INFINITY,
  unique: [],
  claims: [],
  normal: <F>(record: F) => record,
  faults: () => [],
  orders: {},
};

/** Describes a kind of record: its schemas, statements, row mapping, log and checks are made of this and nothing else. */
export function defineRecord<F extends Fields, K extends Kind>({ kind, members, patch, ...own }: Definition<F, K>): RecordType<F, K> {
  const { name, above: ancestors } = kindRows[kind];
  const names = Object.keys(members) as (keyof F & string)[];
  const each = <T>(make: (member: Member<unknown>) => T) =>
    Object.fromEntries(names.map((member) => [member, make(members[member] as Member<unknown>)]));
  return {
    ...defaults,
    ...own,
    ...{ kind, name, ancestors, members, names, shape: own.upgrades.length + 1 },
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

/** What an empty member of a kind is, as answers show it. */
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
