import { insertRow, objectsOf } from './rows.ts';
import type { Reader, Transaction } from './store.ts';

/** The row of an idempotency key: a digest of the request, and its outcome as JSON. */
export type StoredOutcome = { request: string; outcome: string; at: number };

const toOutcome = objectsOf<StoredOutcome>({ at: Number });

/** @param key a digest of the caller and the key that it sent */
export async function findIdempotencyKey(reader: Reader, key: string): Promise<StoredOutcome | undefined> {
  const row = await reader.get('select request, outcome, at from idempotency_key where key = $1', key);
  return row && toOutcome(row);
}

export async function insertIdempotencyKey(tx: Transaction, key: string, { request, outcome, at }: StoredOutcome): Promise<void> {
  await insertRow(tx, 'idempotency_key', { key, request, outcome, at });
}

export async function deleteIdempotencyKey(tx: Transaction, key: string): Promise<void> {
  await tx.run('delete from idempotency_key where key = $1', key);
}
