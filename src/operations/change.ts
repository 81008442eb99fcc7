import { type ChangeQuery, type LoggedChange, noChange, type Position, remarksOfDeleted } from '../model/change.ts';
import { type ChangeFilter, changeFilters } from '../model/changeFilter.ts';
import { wholeOf } from '../model/content.ts';
import { changesBetween, type MemberChange, textLength } from '../model/history.ts';
import { maxInt64 } from '../model/int64.ts';
import { recordTypes, titleOf } from '../model/kinds.ts';
import { Problem } from '../model/problem.ts';
import { kinds, type RecordType } from '../model/record.ts';
import type { Revision } from '../model/revision.ts';
import { maxText, type SeekPage } from '../model/seekPage.ts';
import { accountExists } from '../store/account.ts';
import { type FoundChange, findChange, findChangePast, findNewestChange, findTail, listChangesPast, type Order } from '../store/change.ts';
import type { Reader } from '../store/store.ts';
import { readContents, readRecords } from './history.ts';

/** Changes that are read with their records at once. */
const chunk = 25;
/** The number of changes that one statement reads if a filter may match few of them. */
const window = 2_000;
/** The most statements for one page. */
const maxWindows = 5;

/**
 * A change older than this many ms has its number in the log, on all nodes. The time of a change is set before its commit, the number soon
 * after it; PostgreSQL ends the statements of a write after 30 s.
 */
export const numberingDelay = 60_000;

type Page = SeekPage<LoggedChange, Position>;
/** Whether a list shows names and comments of deleted records, which are for editors. */
export type DeletedShown = { names?: 'of existing records' | 'of deleted records too' };

/**
 * A page of the changes of the catalogue in the order of their numbers. The numbers have no gaps, and a later change never gets a lower
 * number than one that was read. A page ends early if its texts are long, or if few of many changes match.
 *
 * @throws Problem `cursor-lost` where this store does not have the change of the cursor
 */
export async function listChanges(reader: Reader, query: ChangeQuery): Promise<Page> {
  const { limit, after, order, since, until, ...filter } = query;
  if (after) await requireKnown(reader, after);
  const page: Page = { rows: [], after, more: false };
  if (filter.user === undefined || (await accountExists(reader, filter.user))) {
    const span = await spanOf(reader, { since, until });
    const steps = changesPast(reader, order, startOf(span, order, after), filter, Math.min(chunk, Number(limit)));
    await fill(page, steps, span, Number(limit));
    page.more = page.after !== undefined && (await isMore(reader, order, page.after, span, filter.artist));
  }
  if (order === 'asc') page.after ??= await findNewestChange(reader);
  return { ...page, rows: page.rows.map(withoutRemarks) };
}

/** A change without the remarks that only editors may see. */
export function withoutRemarks(change: LoggedChange): LoggedChange {
  const { revision, exists } = change;
  return exists ? change : { ...change, revision: { ...revision, ...remarksOfDeleted(revision.action) } };
}

/** The numbers of the changes in a span of time: from `first` up to but not including `end`. */
export type Span = { first: bigint; end: bigint };

export async function spanOf(reader: Reader, { since, until }: Partial<Pick<ChangeQuery, 'since' | 'until'>>): Promise<Span> {
  const first = since === undefined ? 1n : await firstSince(reader, since);
  return { first, end: until === undefined ? maxInt64 : await firstSince(reader, until) };
}

/** The number after which a list continues. */
export function startOf({ first, end }: Span, order: Order, after: Position | undefined): bigint {
  if (order === 'asc') return after && after.seq >= first ? after.seq : first - 1n;
  return after && after.seq < end ? after.seq : end;
}

export const isWithin = (seq: bigint, { first, end }: Span) => seq >= first && seq < end;

async function fill(page: Page, steps: AsyncGenerator<Step>, span: Span, limit: number): Promise<void> {
  let text = 0;
  for await (const { seq, at, change, record } of steps) {
    if (!isWithin(seq, span)) return;
    page.after = { seq, at };
    if (!change) continue;
    page.rows.push({ revision: change, record, exists: change.exists });
    text += textLength(Object.values(record ?? {}));
    if (page.rows.length === limit || text > maxText) return;
  }
}

/** The position that a list has reached, and the change there if it matches, with its record. */
type Step = Position & { change?: FoundChange; record?: object | undefined };

async function* changesPast(reader: Reader, order: Order, start: bigint, filter: ChangeFilter, atOnce: number): AsyncGenerator<Step> {
  const isUnfiltered = !changeFilters.isFiltered(filter);
  const size = isUnfiltered ? atOnce : window;
  let seq = start;
  for (let windows = 0; isUnfiltered || windows < maxWindows; windows++) {
    const found = await listChangesPast(reader, order, { seq, window: size, limit: atOnce }, filter);
    const records = await recordsOf(reader, found);
    for (const change of found) yield { seq: change.seq, at: change.at, change, record: records.get(change.seq) };
    const end = found.length === atOnce ? found.at(-1) : await findChangePast(reader, order, seq, size, filter.artist);
    if (!end) return;
    yield { seq: end.seq, at: end.at };
    seq = end.seq;
  }
}

/**
 * The records of some changes, by change number. It lacks versions with redacted members, and records that are deleted now, whose history
 * is for editors.
 */
export async function recordsOf(reader: Reader, changes: FoundChange[]): Promise<Map<bigint, object | undefined>> {
  const records = new Map<bigint, object | undefined>();
  for (const kind of kinds) {
    const ofKind = changes.filter((change) => change.exists && change.kind === kind);
    const type = recordTypes[kind] as RecordType<never>;
    const contents = await readContents(reader, type, ofKind);
    for (const [i, { seq }] of ofKind.entries()) records.set(seq, wholeOf(type, contents[i]));
  }
  return records;
}

/** Adds the names of the records to the changes. A record that a change deleted has its name in the version before. */
export async function withNames(reader: Reader, changes: LoggedChange[], evenDeleted: boolean): Promise<LoggedChange[]> {
  const unnamed = changes.filter(({ record, exists }) => !record && (exists || evenDeleted));
  const places = unnamed.map(({ revision }) => lastContentOf(revision));
  const recordAt = await readRecords(reader, places);
  return changes.map((change) => {
    const { revision } = change;
    const found = change.record ?? (unnamed.includes(change) ? recordAt(lastContentOf(revision)) : undefined);
    return { ...change, name: found && titleOf(revision.kind, found) };
  });
}

const lastContentOf = ({ kind, id, version, action }: Revision) => ({ kind, id, version: action === 'delete' ? version - 1n : version });

/** @returns a function for the differences of a change from the version before; null if its record is not shown */
export async function differencesOf(reader: Reader, changes: LoggedChange[]): Promise<(change: LoggedChange) => MemberChange[] | null> {
  const before = ({ kind, id, version }: Revision) => ({ kind, id, version: version - 1n });
  const places = changes.flatMap(({ revision, record }) => (record && revision.version > 1n ? [before(revision)] : []));
  const recordAt = await readRecords(reader, places);
  return ({ revision, record }) =>
    record ? changesBetween(recordTypes[revision.kind] as RecordType<never>, recordAt(before(revision)) as never, record as never) : null;
}

export async function isMore(reader: Reader, order: Order, { seq }: Position, span: Span, artist: bigint | undefined): Promise<boolean> {
  const next = await findChangePast(reader, order, seq, 1, artist);
  return next !== undefined && isWithin(next.seq, span);
}

/**
 * The number of the first change made at a time or later, else the number of the next change. A binary search finds it. Clocks may
 * go back or differ between nodes; then it is one of the points where the log passes that time.
 */
export async function firstSince(reader: Reader, since: number): Promise<bigint> {
  const newest = await findNewestChange(reader);
  let before = 0n;
  let first = (newest?.seq ?? 0n) + 1n;
  while (before < first - 1n) {
    const middle = (before + first) / 2n;
    const change = await findChangePast(reader, 'asc', middle - 1n, 1);
    if (!change || change.at >= since) first = middle;
    else before = change.seq;
  }
  return first;
}

export async function readNewest(reader: Reader, _: null = null): Promise<Position> {
  return (await findNewestChange(reader)) ?? noChange;
}

/** The newest change, and a text that differs after each hiding: changes that were read before it may show hidden values. */
export async function readTail(reader: Reader, _: null): Promise<{ newest: Position; hidings: string }> {
  return (await findTail(reader)) ?? { newest: noChange, hidings: '' };
}

/** In a store restored from a copy, the same numbers belong to other changes, with other times. @throws Problem `cursor-lost` */
export async function requireKnown(reader: Reader, { seq, at }: Position): Promise<void> {
  if ((await findChange(reader, seq))?.at === at) return;
  throw new Problem('cursor-lost', `Change ${seq} is not the one that the cursor refers to; begin again without "after".`);
}
