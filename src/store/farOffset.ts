import type { Awaitable } from '../model/awaitable.ts';
import { maxInt64 } from '../model/int64.ts';
import { isFar, type PageQuery } from '../model/page.ts';
import type { Reader, Value } from './store.ts';

/** Number of rows that one statement skips. This takes a millisecond or two, and a slow read can be cancelled between two statements. */
const maxSkipped = 5_000n;

/**
 * Replaces a far offset by the id before the page. An engine reads every row that an offset skips, so this uses several short statements. A
 * near offset is kept.
 *
 * @param where the condition of the list, with its parameters from `$1` on, or "true"
 */
export function seekFar(reader: Reader, page: PageQuery, table: string, where: string, ...values: Value[]): Awaitable<PageQuery> {
  return isFar(page) ? skip(reader, page, table, where, ...values) : page;
}

async function skip(reader: Reader, page: PageQuery, table: string, where: string, ...values: Value[]): Promise<PageQuery> {
  const n = values.length;
  const sql = `select id from ${table} where ${where} and id > $${n + 1} order by id limit 1 offset $${n + 2}`;
  let after = 0n;
  for (let left = page.offset; left > 0n; ) {
    const step = left < maxSkipped ? left : maxSkipped;
    const row = await reader.get(sql, ...values, after, step - 1n);
    if (!row) return { ...page, after: maxInt64 };
    after = row.id as bigint;
    left -= step;
  }
  return { ...page, after };
}
