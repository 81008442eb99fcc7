import type { Actor } from '../model/actor.ts';
import * as store from '../store/digestKey.ts';
import type { Transaction } from '../store/store.ts';

/** @returns the key by which limits make digests of addresses: 64 hexadecimal digits, the same as long as the store lives */
export function ensureDigestKey(tx: Transaction, _actor: Actor, _input: null): Promise<string> {
  return store.ensureDigestKey(tx, Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('hex'));
}
