import type { ChangeQuery, LoggedChange, Position } from '../model/change.ts';
import type { ChangeFilter } from '../model/changeFilter.ts';
import type { Count, Edit } from '../model/edit.ts';
import { isKind, kinds } from '../model/record.ts';
import type { SeekPage } from '../model/seekPage.ts';
import { accountExists } from '../store/account.ts';
import { type BriefChange, findChangePast, listBriefPast, listChangesAt } from '../store/change.ts';
import type { Reader } from '../store/store.ts';
import { nameArtists } from './artist.ts';
import {
  type DeletedShown,
  differencesOf,
  isMore,
  isWithin,
  recordsOf,
  requireKnown,
  type Span,
  spanOf,
  startOf,
  withNames,
  withoutRemarks,
} from './change.ts';

/**
 * The number of changes that each SQL query for one page reads: few at first, for short edits, then more, for a long edit such as the
 * starter catalogue.
 */
const windows = [100, 2_000, 2_000, 2_000, 2_000];
/** The most changes of a short log, which the windows cover. Change numbers have no gaps, so the newest number is the count. */
const shortLog = 8_000n;
/** The longest pause between two changes of one edit, in ms. */
const longestPause = 3_600_000;

/**
 * A page of edits, the newest first. It ends early if few of many changes match; an edit may then continue on the next page.
 *
 * @param query `brief`: reads no long edit to its end, unless the log is short
 */
export async function listEdits(reader: Reader, query: EditQuery): Promise<SeekPage<Edit, Position>> {
  const { limit, after, since, until, names, brief, ...filter } = query;
  if (after) await requireKnown(reader, after);
  if (filter.user !== undefined && !(await accountExists(reader, filter.user))) return { rows: [], after, more: false };
  const span = await spanOf(reader, { since, until });
  const { groups, last, cut } = await gather(reader, startOf(span, 'desc', after), span, filter, { limit: Number(limit), brief });
  const more = last !== undefined && (await isMore(reader, 'desc', last, span, filter.artist));
  return { rows: await editsOf(reader, groups, cut, names === 'of deleted records too'), after: last, more };
}

type EditQuery = Omit<ChangeQuery, 'order'> & DeletedShown & Pick<Bounds, 'brief'>;

/** `cut`: whether the last group may have more changes than were read. */
type Gathered = { groups: BriefChange[][]; last: Position | undefined; cut: boolean };

type Bounds = { limit: number; brief?: boolean | undefined };

async function gather(reader: Reader, start: bigint, span: Span, filter: ChangeFilter, { limit, brief }: Bounds): Promise<Gathered> {
  const groups: BriefChange[][] = [];
  let last: Position | undefined;
  let seq = start;
  for (const window of windows) {
    for (const change of await listBriefPast(reader, 'desc', seq, window, filter)) {
      if (!isWithin(change.seq, span)) return { groups, last, cut: false };
      const group = groups.at(-1);
      if (group && isSameEdit(group.at(-1), change)) group.push(change);
      else if (groups.length === limit) return { groups, last, cut: false };
      else groups.push([change]);
      last = change;
    }
    const end = await findChangePast(reader, 'desc', seq, window, filter.artist);
    if (!end || !isWithin(end.seq, span)) return { groups, last, cut: false };
    last = end;
    seq = end.seq;
    if (brief && seq > shortLog) break;
  }
  return { groups, last, cut: groups.at(-1)?.at(-1)?.seq === seq };
}

function isSameEdit(later: BriefChange | undefined, { changeset, at, accountId, about, action }: BriefChange): boolean {
  if (!later) return false;
  if (later.changeset === changeset) return true;
  if (later.accountId !== accountId || later.at - at > longestPause) return false;
  return accountId === null || (later.about === about && later.action === action);
}

async function editsOf(reader: Reader, groups: BriefChange[][], cut: boolean, evenDeleted: boolean): Promise<Edit[]> {
  const headChanges = groups.map(headOf);
  const numbers = headChanges.map(({ seq }) => seq);
  const found = await listChangesAt(reader, numbers);
  const records = await recordsOf(reader, found);
  const logged = found.map((revision): LoggedChange => ({ revision, record: records.get(revision.seq), exists: revision.exists }));
  const shown = evenDeleted ? logged : logged.map(withoutRemarks);
  const heads = new Map((await withNames(reader, shown, evenDeleted)).map((head) => [head.revision.seq, head]));
  const alone = groups.flatMap((group, i) => (group.length === 1 ? (heads.get(headChanges[i]?.seq ?? 0n) ?? []) : []));
  const updates = alone.filter(({ revision, record }) => revision.action === 'update' && record);
  const differences = await differencesOf(reader, updates);
  const artists = new Map((await nameArtists(reader, [...new Set(groups.flatMap(artistOf))])).map((artist) => [artist.id, artist]));
  return groups.flatMap((group, i) => {
    const head = heads.get(headChanges[i]?.seq ?? 0n);
    const newest = group[0];
    if (!head || !newest) return [];
    const by = newest.accountId === null ? 'service' : head.revision.accountId === null ? 'former account' : 'account';
    const artist = artists.get(artistOf(group)[0] ?? 0n);
    return [
      {
        seq: (group.at(-1) ?? newest).seq,
        at: newest.at,
        by,
        counts: countsOf(group),
        cut: cut && i === groups.length - 1 && group.length > 1,
        head,
        changes: (updates.includes(head) && differences(head)) || [],
        artist,
      },
    ];
  });
}

function headOf(group: BriefChange[]): BriefChange {
  const rank = ({ kind }: BriefChange) => (isKind(kind) ? kinds.indexOf(kind) : kinds.length);
  return group.reduce((best, change) => (rank(change) <= rank(best) ? change : best));
}

function artistOf(group: BriefChange[]): bigint[] {
  const about = new Set(group.map((change) => change.about));
  return about.size === 1 ? [...about] : [];
}

function countsOf(group: BriefChange[]): Count[] {
  const counted = Map.groupBy(group, ({ kind, action }) => `${action} ${kind}`);
  return [...counted.values()].flatMap((same) => same.slice(0, 1).map(({ kind, action }) => ({ kind, action, count: same.length })));
}
