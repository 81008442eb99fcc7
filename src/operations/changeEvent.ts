import type { ChangeQuery, LoggedChange, Position } from '../model/change.ts';
import { type ChangeEvent, changeEventOf } from '../model/changeEvent.ts';
import type { ChangeFilter } from '../model/changeFilter.ts';
import { changesBetween, type MemberChange } from '../model/history.ts';
import { recordTypes } from '../model/kinds.ts';
import { kinds, type RecordType } from '../model/record.ts';
import { maxText, type SeekPage } from '../model/seekPage.ts';
import type { Reader } from '../store/store.ts';
import { listChanges } from './change.ts';
import { readVersions } from './history.ts';

/** Events of one page. */
const atOnce = 100n;

type Asked = ChangeFilter & Pick<ChangeQuery, 'after' | 'since'>;

/**
 * A page of the log, oldest first, as a stream tells it: each change with what it changed of its record. It ends early as a page of
 * changes does, and where the texts of its events are long.
 *
 * @throws Problem `cursor-lost`
 */
export async function readEvents(reader: Reader, asked: Asked): Promise<SeekPage<ChangeEvent, Position>> {
  const page = await listChanges(reader, { ...asked, order: 'asc', limit: atOnce });
  const differences = await differencesOf(reader, page.rows);
  const rows: ChangeEvent[] = [];
  let after: Position | undefined;
  let text = 0;
  for (const change of page.rows) {
    const event = changeEventOf(change, differences(change));
    text += event.data.length;
    if (rows.length > 0 && text > maxText) return { rows, after, more: true };
    rows.push(event);
    after = { seq: event.seq, at: event.at };
  }
  return { ...page, rows };
}

/** What each change made different from the version before; null where its record is not shown. */
async function differencesOf(reader: Reader, changes: LoggedChange[]): Promise<(change: LoggedChange) => MemberChange[] | null> {
  const finders = new Map<string, (id: bigint, version: bigint) => { record: object | undefined } | undefined>();
  for (const kind of kinds) {
    const later = changes.filter(({ revision, record }) => record && revision.kind === kind && revision.version > 1n);
    const before = later.map(({ revision: { id, version } }) => ({ id, version: version - 1n }));
    if (before.length > 0) finders.set(kind, await readVersions(reader, recordTypes[kind] as RecordType<never>, before));
  }
  return ({ revision: { kind, id, version }, record }) => {
    if (!record) return null;
    const former = finders.get(kind)?.(id, version - 1n)?.record;
    return changesBetween(recordTypes[kind as keyof typeof recordTypes] as RecordType<never>, former as never, record as never);
  };
}
