import { insertRow } from './rows.ts';
import type { Reader, Row, Transaction } from './store.ts';

/** The row of an idempotency key: a digest of the request, and its outcome as JSON. */
export type StoredOutcome = { request: string; outcome: string; at: number };

/**
 * Looks up an idempotency key and locks it until the transaction ends. It may miss a row that was committed a moment ago. In that case
 * `insertIdempotencyKey` fails, and this transaction runs again.
 *
 * @param key a digest of the caller and the key that it sent
 * @returns `free`: false while another transaction holds the lock
 */
export async function takeIdempotencyKey(tx: Transaction, key: string): Promise<{ free: boolean; kept: StoredOutcome | undefined }> {
  const row = await tx.get(
    `select case when taken.free then 1 else 0 end as free, request, outcome, at
     from (select ${tx.takes('$1')} as free) as taken left join idempotency_key on key = $1`,
    key,
  );
  return { free: Number(row?.free) === 1, kept: row && toStoredOutcome(row) };
}

export async function findIdempotencyKey(reader: Reader, key: string): Promise<StoredOutcome | undefined> {
  const row = await reader.get('select request, outcome, at from idempotency_key where key = $1', key);
  return row && toStoredOutcome(row);
}

function toStoredOutcome({ request, outcome, at }: Row): StoredOutcome | undefined {
  return outcome === null ? undefined : { request: String(request), outcome: String(outcome), at: Number(at) };
}

export async function insertIdempotencyKey(tx: Transaction, key: string, { request, outcome, at }: StoredOutcome): Promise<void> {
  await insertRow(tx, 'idempotency_key', { key, request, outcome, at });
}

export async function deleteIdempotencyKey(tx: Transaction, key: string): Promise<void> {
  await tx.run('delete from idempotency_key where key = $1', key);
}
