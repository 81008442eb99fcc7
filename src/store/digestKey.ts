import type { Transaction } from './store.ts';

/** @returns the digest key of the store, which is `value` where it had none */
export async function ensureDigestKey(tx: Transaction, value: string): Promise<string> {
  const made = await tx.get('insert into digest_key (id, value) values (1, $1) on conflict (id) do nothing returning value', value);
  const row = made ?? (await tx.get('select value from digest_key'));
  return row?.value as string;
}
