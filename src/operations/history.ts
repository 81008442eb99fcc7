import { type Content, longTextsElsewhere, recordOf, textIn, type UnredactedFields, wholeOf } from '../model/content.ts';
import { recordTypes } from '../model/kinds.ts';
import type { Fields, RecordOf, RecordType } from '../model/record.ts';
import { findNewest, findRevision, findRevisions, findTime, type Logged } from '../store/revision.ts';
import type { Reader } from '../store/store.ts';

/**
 * A version of a record, and the record in that version: undefined for a deletion, or if a member was redacted. `unredacted`: the members
 * that were not redacted.
 */
export type Version<F extends Fields> = { revision: Logged; record: RecordOf<F> | undefined; unredacted: UnredactedFields<F> | undefined };

/**
 * Reads a version of a record, deleted or not. It takes one row of the log, and at most one more for each long text, however many versions
 * there are.
 */
export async function readVersion<F extends Fields>(
  reader: Reader,
  type: RecordType<F>,
  { id, version }: { id: bigint; version: bigint },
): Promise<Version<F> | undefined> {
  const revision = await findRevision(reader, type.kind, id, version);
  return revision && versionOf(type, revision, await readContent(reader, type, id, revision));
}

/** The record of a version, if everybody may see it and it may be restored; undefined if a member was redacted or is hidden. */
export function shownRecordOf<F extends Fields>({ record, revision }: Version<F>): RecordOf<F> | undefined {
  return revision.hidden === 'all' ? undefined : record;
}

export function versionOf<F extends Fields>(
  type: RecordType<F>,
  revision: Logged,
  unredacted: UnredactedFields<F> | undefined,
): Version<F> {
  return { revision, record: wholeOf(type, unredacted), unredacted };
}

/** Reads versions of records of one kind in two statements. @returns a function that finds one of them, if it exists */
export async function readVersions<F extends Fields>(
  reader: Reader,
  type: RecordType<F>,
  wanted: Place[],
): Promise<(id: bigint, version: bigint) => Version<F> | undefined> {
  const revisions = await findRevisions(reader, type.kind, wanted);
  const records = await readContents(reader, type, revisions);
  const found = new Map(revisions.map((revision, i) => [keyOf(revision), versionOf(type, revision, records[i])] as const));
  return (id, version) => found.get(keyOf({ id, version }));
}

/**
 * Reads records in versions of any kinds, without their redacted or hidden members, in two statements for each kind.
 *
 * @returns a function that finds one of them, if it exists
 */
export async function readRecords(reader: Reader, wanted: KindPlace[]): Promise<(place: KindPlace) => object | undefined> {
  const finders = new Map<string, Awaited<ReturnType<typeof readVersions<never>>>>();
  for (const [kind, places] of Map.groupBy(wanted, ({ kind }) => kind)) {
    const type = recordTypes[kind];
    if (type) finders.set(kind, await readVersions(reader, type, places));
  }
  return ({ kind, id, version }) => {
    const found = finders.get(kind)?.(id, version);
    return found?.unredacted && found.revision.hidden === 'all' ? { id } : found?.unredacted;
  };
}

/** The members of a content that were not redacted, with the long texts from other versions. */
export async function readContent<F extends Fields>(
  reader: Reader,
  type: RecordType<F>,
  id: bigint,
  content: Content,
): Promise<UnredactedFields<F> | undefined> {
  return (await readContents(reader, type, [{ ...content, id }]))[0];
}

/** Like `readContent`, for several contents: one statement reads all long texts from other versions. */
export async function readContents<F extends Fields>(
  reader: Reader,
  type: RecordType<F>,
  contents: (Content & { id: bigint })[],
): Promise<(UnredactedFields<F> | undefined)[]> {
  const places = contents.flatMap((content) => longTextsElsewhere(content).map(([, version]) => ({ id: content.id, version })));
  const distinct = new Map(places.map((place) => [keyOf(place), place]));
  const texts = new Map((await findRevisions(reader, type.kind, [...distinct.values()])).map((revision) => [keyOf(revision), revision]));
  return contents.map((content) => {
    const { id, shape } = content;
    return recordOf(type, id, content, (name, version) => textIn(texts.get(keyOf({ id, version })), name, shape));
  });
}

type Place = { id: bigint; version: bigint };
type KindPlace = Place & { kind: string };
const keyOf = ({ id, version }: Place) => `${id} ${version}`;

/**
 * The version of a record at a moment (ms since 1970); undefined if it did not exist yet. Times never decrease from version to version, so
 * a binary search finds it.
 */
export async function stateAt<F extends Fields>(
  reader: Reader,
  type: RecordType<F>,
  { id, at }: { id: bigint; at: number },
): Promise<Version<F> | undefined> {
  const newest = await findNewest(reader, type.kind, id);
  let atOrBefore = 0n;
  let after = (newest?.version ?? 0n) + 1n;
  if (newest && newest.at <= at) atOrBefore = newest.version;
  while (atOrBefore < after - 1n && atOrBefore !== newest?.version) {
    const middle = (atOrBefore + after) / 2n;
    const time = await findTime(reader, type.kind, id, middle);
    if (time !== undefined && time <= at) atOrBefore = middle;
    else after = middle;
  }
  return atOrBefore === 0n ? undefined : readVersion(reader, type, { id, version: atOrBefore });
}
