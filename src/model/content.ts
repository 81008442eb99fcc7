import type { Hidden } from './hiding.ts';
import { type Json, parseJson, toJson } from './json.ts';
import { type Fields, type Members, type RecordOf, type RecordType, type StoredValue, storedValueOf } from './record.ts';

/**
 * A version in the log. It has all members except the long texts that it did not change. For each of those it has the number of the version
 * with the text. So reading a version takes its own row, and at most one more for each such text.
 */
export type Content = {
  /** The shape of the members. The `upgrades` of their kind lead from it to the current shape. */
  shape: number;
  /** JSON, or null where the record was deleted. */
  members: string | null;
  /** JSON: for each unchanged long text, the version that has it. Null if there is none. */
  unchanged: string | null;
  /** The redacted parts, separated by spaces: names of members, `comment` and `source`. */
  erased?: string | null;
  /** Whether its members are hidden from the reader. */
  membersHidden?: boolean;
};

/** The version before a new one: its record, its number, and its row in the log. */
export type PreviousVersion<F extends Fields> = { record: RecordOf<F>; version: bigint; content: Omit<Content, 'members'> };

/** The members of a record that were not redacted. */
export type UnredactedFields<F extends Fields> = { id: bigint } & Partial<F>;

/** The log is inconsistent, or was written by a newer program. */
export class UnreadableContent extends Error {}

/**
 * In UTF-16 units. Longer texts are not written again in a version that does not change them. For shorter ones, reading the row of another
 * version would cost more than is saved.
 */
const longText = 500;

/** The content of a new version. @param former the version before, given if `leavesLongText` requires it */
export function contentOf<F extends Fields>(type: RecordType<F>, record: RecordOf<F>, former?: PreviousVersion<F>): Content {
  const { shape, names } = type;
  // A version of another shape may have the text under another name, so the first version of a shape has all its texts.
  const same = former && former.content.shape === shape ? names.filter((name) => isUnchanged(name, former.record, record)) : [];
  const members = Object.fromEntries(names.filter((name) => !same.includes(name)).map((name) => [name, storedValueOf(type, name, record)]));
  if (!former || same.length === 0) return { shape, members: toJson(members), unchanged: null };
  const before = parse(former.content.unchanged);
  const unchanged = Object.fromEntries(same.map((name) => [name, before[name] ?? former.version]));
  return { shape, members: toJson(members), unchanged: toJson(unchanged) };
}

/** Whether the new version leaves a long text unchanged, so that `contentOf` needs the row of the version before. */
export function leavesLongText<F extends Fields>({ names }: RecordType<F>, former: RecordOf<F>, record: RecordOf<F>): boolean {
  return names.some((name) => isUnchanged(name, former, record));
}

function isUnchanged<F extends Fields>(name: keyof F & string, former: RecordOf<F>, record: RecordOf<F>): boolean {
  return isLong(record[name]) && record[name] === former[name];
}

const isLong = (value: unknown) => typeof value === 'string' && value.length > longText;

/** The long texts that are in other versions, each with the number of that version, which has the same shape. */
export function longTextsElsewhere({ unchanged }: Content): [name: string, version: bigint][] {
  return Object.entries(parse(unchanged)) as [string, bigint][];
}

/** The text that a content has for a member; undefined if the content has another shape, or the member is not a text. */
export function textIn(content: Content | undefined, name: string, shape: number): string | undefined {
  const text = content?.shape === shape ? parse(content.members)[name] : undefined;
  return typeof text === 'string' ? text : undefined;
}

/**
 * The record of a content, in the current shape.
 *
 * @param textOf reads a long text of another version
 * @returns the members that were not redacted, none where they are hidden; undefined where the record was deleted
 * @throws UnreadableContent
 */
export function recordOf<F extends Fields>(
  type: RecordType<F>,
  id: bigint,
  content: Content,
  textOf: (name: string, version: bigint) => string | undefined,
): UnredactedFields<F> | undefined {
  if (content.members === null) return undefined;
  if (content.membersHidden) return { id } as UnredactedFields<F>;
  const kept = parse(content.members);
  for (const [name, version] of longTextsElsewhere(content)) kept[name] = textOf(name, version) as Json;
  const members = upgrade(type, kept, content.shape);
  const record: Record<string, unknown> = { id };
  const erased = erasedOf(content);
  for (const name of type.names) {
    if (erased.includes(name)) continue;
    const value = members[name];
    const { column, empty, read } = type.members[name];
    const expected = column === 'text' ? 'string' : 'bigint';
    if (typeof value !== expected && !(value === null && empty === null))
      throw new UnreadableContent(`${name} is ${value === undefined ? 'missing' : 'of another type'}`);
    record[name] = read(value as StoredValue);
  }
  return record as UnredactedFields<F>;
}

export function erasedOf({ erased }: Pick<Content, 'erased'>): string[] {
  return erased ? erased.split(' ') : [];
}

/** Whether no member was redacted or is hidden. */
export function hasAllMembers({ hidden, ...content }: Pick<Content, 'erased'> & { hidden?: Hidden | null }): boolean {
  return hidden !== 'all' && erasedOf(content).every((name) => name === 'comment' || name === 'source');
}

/** The record; undefined if it was deleted or a member was redacted. */
export function wholeOf<F extends Fields>({ names }: RecordType<F>, unredacted: UnredactedFields<F> | undefined): RecordOf<F> | undefined {
  return unredacted && names.every((name) => name in unredacted) ? (unredacted as RecordOf<F>) : undefined;
}

function upgrade<F extends Fields>({ shape, upgrades }: RecordType<F>, members: Members, from: number): Members {
  if (from > shape || from < 1) throw new UnreadableContent(`shape ${from} is not known`);
  return upgrades.slice(from - 1).reduce((older, upgrade) => upgrade(older), members);
}

function parse(json: string | null): Members {
  if (json === null) return {};
  try {
    return parseJson(json).value as Members;
  } catch (cause) {
    throw new UnreadableContent('it is no JSON', { cause });
  }
}
