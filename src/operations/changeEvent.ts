import { type ChangeEvent, type ChangeQuery, changeEventOf, type Position } from '../model/change.ts';
import type { ChangeFilter } from '../model/changeFilter.ts';
import { maxText, type SeekPage } from '../model/seekPage.ts';
import type { Reader } from '../store/store.ts';
import { differencesOf, listChanges } from './change.ts';

const pageSize = 100n;

type EventQuery = ChangeFilter & Pick<ChangeQuery, 'after' | 'since'>;

/**
 * A page of the log, oldest first, as events of a stream: each change with the members that it changed. It may be short, as a page
 * of `listChanges` may be, and it ends before the texts of its events exceed `maxText`.
 *
 * @throws Problem `cursor-lost`
 */
export async function readEvents(reader: Reader, asked: EventQuery): Promise<SeekPage<ChangeEvent, Position>> {
  const page = await listChanges(reader, { ...asked, order: 'asc', limit: pageSize });
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
