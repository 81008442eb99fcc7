import type { UnredactedFields } from '../model/content.ts';
import { type Change, changesBetween, type HistoryQuery, textLength } from '../model/history.ts';
import { maxInt64 } from '../model/int64.ts';
import { recordTypes } from '../model/kinds.ts';
import { notFound } from '../model/problem.ts';
import type { Fields, Kind, RecordOf, RecordType } from '../model/record.ts';
import { maxText, type SeekPage } from '../model/seekPage.ts';
import type { Versioned } from '../model/versioned.ts';
import type { RecordIds } from '../store/record.ts';
import { findNewest, listVersions, type Newest, withoutHidden } from '../store/revision.ts';
import type { Read, Reader } from '../store/store.ts';
import { readContents, shownRecordOf, stateAt, type Version, versionOf } from './history.ts';
import { nameOf } from './place.ts';

/** A query for old versions of a record. `evenDeleted`: includes deleted records and hidden content, which requires a right. */
export type PastQuery<Q> = Q & { evenDeleted: boolean };
type Past = PastQuery<RecordIds>;

export type FullVersion<F extends Fields> = Change & Pick<Version<F>, 'record' | 'unredacted'>;

/** Reads of the old versions of a kind. `P`: the parameters of a record's path. */
export type HistoryReads<F extends Fields, P> = {
  list: Read<P & PastQuery<HistoryQuery>, SeekPage<Change, bigint> | undefined>;
  read: Read<P & PastQuery<{ version: bigint }>, FullVersion<F> | undefined>;
};

/** The versions that one statement reads. */
const chunk = 25;

/**
 * A page of the versions of a record, the newest first. It ends early if its texts are long.
 *
 * @returns undefined where the record was deleted and `evenDeleted` is false
 * @throws Problem `not-found` where it never existed
 */
export async function listHistory<F extends Fields>(
  reader: Reader,
  type: RecordType<F>,
  { limit, after, ...past }: Past & HistoryQuery,
): Promise<SeekPage<Change, bigint> | undefined> {
  if (!(await mayShowVersions(reader, type, past))) return undefined;
  const page: SeekPage<Change, bigint> = { rows: [], after, more: false };
  let text = 0;
  for await (const { revision, former, unredacted } of versionsBelow(reader, type, past, after ?? maxInt64, limit)) {
    const changes = changesBetween(type, former, unredacted);
    page.rows.push({ revision, changes });
    page.after = revision.version;
    page.more = revision.version > 1n;
    text += textLength(changes.flatMap(({ from, to }) => [from, to]));
    if (page.rows.length === Number(limit) || text > maxText) break;
  }
  return page;
}

/** A page of the versions of a record of any kind, for the operator. @throws Problem `not-found` where it never existed */
export async function listHistoryOf(
  reader: Reader,
  { kind, id, ...query }: HistoryQuery & { kind: Kind; id: bigint },
): Promise<SeekPage<Change, bigint>> {
  const newest = await findNewest(reader, kind, id);
  const place = { id, artistId: newest?.artistId ?? undefined, albumId: newest?.albumId ?? undefined };
  return (await listHistory(reader, recordTypes[kind] as RecordType<never>, { ...place, ...query, evenDeleted: true })) as SeekPage<
    Change,
    bigint
  >;
}

/**
 * One version with its changes.
 *
 * @returns undefined where the record was deleted and `evenDeleted` is false
 * @throws Problem `not-found` where the record or this version never existed
 */
export async function readHistoric<F extends Fields>(
  reader: Reader,
  type: RecordType<F>,
  { version, ...past }: Past & { version: bigint },
): Promise<FullVersion<F> | undefined> {
  if (!(await mayShowVersions(reader, type, past))) return undefined;
  const newer = version < maxInt64 ? version + 1n : version;
  for await (const { revision, former, record, unredacted } of versionsBelow(reader, type, past, newer, 1n)) {
    if (revision.version === version) return { revision, record, unredacted, changes: changesBetween(type, former, unredacted) };
    break;
  }
  throw notFound(`version ${version} of ${nameOf(type.kind, past)}`);
}

/**
 * A record as it was at a moment, in ms since 1970; a future moment means now.
 *
 * @returns undefined where the record was deleted and `evenDeleted` is false
 * @throws Problem `not-found` where it did not exist at that moment
 */
export async function readAt<F extends Fields>(
  reader: Reader,
  type: RecordType<F>,
  { at, ...past }: Past & { at: number },
): Promise<Versioned<RecordOf<F>> | undefined> {
  if (!(await mayShowVersions(reader, type, past))) return undefined;
  const found = await stateAt(reader, type, { id: past.id, at });
  const record = found && shownRecordOf(found);
  const reason = found?.unredacted ? ', since something of its version of that time was redacted or is hidden' : '';
  if (!record) throw notFound(`${nameOf(type.kind, past)} at ${new Date(at).toISOString()}${reason}`);
  const { version, at: changedAt } = found.revision;
  return { record, version, changedAt, shape: type.shape };
}

/** Whether a record is deleted now. @throws Problem `not-found` where it never existed */
export async function isRecordDeleted(reader: Reader, { kind, ...place }: RecordIds & { kind: Kind }): Promise<boolean> {
  return !(await mayShowVersions(reader, recordTypes[kind] as RecordType<never>, { ...place, evenDeleted: false }));
}

/** Whether old versions may be shown: everybody may see those of an existing record. @throws Problem `not-found` where it never existed */
async function mayShowVersions<F extends Fields>(reader: Reader, type: RecordType<F>, { evenDeleted, ...place }: Past): Promise<boolean> {
  const newest = await findNewest(reader, type.kind, place.id);
  if (!newest || !isAt(newest, place)) throw notFound(nameOf(type.kind, place));
  return !newest.gone || evenDeleted;
}

export function isAt({ artistId, albumId }: Pick<Newest, 'artistId' | 'albumId'>, place: RecordIds): boolean {
  return artistId === (place.artistId ?? null) && albumId === (place.albumId ?? null);
}

/**
 * At most `wanted` versions before `below`, the newest first. `former`: the members of the version before that were not redacted, for which
 * one more version is read.
 */
async function* versionsBelow<F extends Fields>(
  reader: Reader,
  type: RecordType<F>,
  { id, evenDeleted }: Past,
  below: bigint,
  wanted: bigint,
): AsyncGenerator<Version<F> & { former: UnredactedFields<F> | undefined }> {
  let newer: Version<F> | undefined;
  let last = below;
  for (let left = Number(wanted) + 1; left > 0; left -= chunk) {
    const found = await listVersions(reader, type.kind, id, last, Math.min(chunk, left));
    const rows = evenDeleted ? found : found.map(withoutHidden);
    const records = await readContents(reader, type, rows);
    for (const [i, revision] of rows.entries()) {
      const version = versionOf(type, revision, records[i]);
      if (newer) yield { ...newer, former: version.unredacted };
      newer = version;
      last = revision.version;
    }
  }
  if (newer && last === 1n) yield { ...newer, former: undefined };
}
