import type { Actor } from '../model/actor.ts';
import type { Transaction } from './store.ts';

/** @returns the key with which limits hash addresses: 64 hexadecimal digits, which do not change during the life of the store */
export async function ensureDigestKey(tx: Transaction, _actor: Actor, _input: null): Promise<string> {
  const value = Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex');
  const inserted = await tx.get('insert into digest_key (id, value) values (1, $1) on conflict (id) do nothing returning value', value);
  const row = inserted ?? (await tx.get('select value from digest_key'));
  return row?.value as string;
}
