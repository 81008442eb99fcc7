import { type Actor, demand, demandScopes, ownId, type Scope } from '../model/actor.ts';
import type { ApiKey } from '../model/key.ts';
import { type PageQuery, type Slice, sliceOf } from '../model/page.ts';
import { invalidInput, notFound } from '../model/problem.ts';
import * as keys from '../store/key.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { logEvent } from './accountEvents.ts';
import { readAccount } from './accounts.ts';
import { lockOwnAccount } from './ownAccount.ts';

/** Lasting keys that a user may have at once. */
export const maxKeys = 100;

/** @param hash SHA-256 of the key in hexadecimal */
export function readKey(reader: Reader, hash: string): Promise<ApiKey | undefined> {
  return keys.findKey(reader, hash);
}

/** One page of a user's lasting keys. */
export async function listOwnKeys(reader: Reader, { userId, page }: { userId: bigint; page: PageQuery }): Promise<Slice<ApiKey>> {
  const found = await keys.listKeysOf(reader, userId, { ...page, limit: page.limit + 1n });
  return sliceOf(found, page, await keys.countKeysOf(reader, userId));
}

/** @throws Problem `not-found` where the user has no such key */
export async function readOwnKey(reader: Reader, { userId, id }: { userId: bigint; id: bigint }): Promise<ApiKey> {
  const key = await keys.findKeyOf(reader, userId, id);
  if (!key) throw notFound(`key ${id} of this account`);
  return key;
}

/** `hash` is the SHA-256 of the key in hexadecimal; `expiresAt` in ms since 1970. */
export type KeyOrder = { name: string; hash: string; scopes: Scope[]; expiresAt: number | null };

/** Makes a lasting key for who acts. @throws Problem `forbidden`, `invalid-input` where they have as many as they may */
export async function createOwnKey(tx: Transaction, actor: Actor, order: KeyOrder): Promise<ApiKey> {
  const { id: userId } = await lockOwnAccount(tx, actor);
  demandScopes(actor, order.scopes);
  if ((await keys.countKeysOf(tx, userId)) >= maxKeys) {
    throw invalidInput([{ pointer: '', detail: `this account has ${maxKeys} keys, as many as it may; revoke one first` }]);
  }
  const id = await keys.insertKey(tx, { ...order, userId, sessionId: null });
  await logEvent(tx, actor, userId, 'key-made', id);
  return readOwnKey(tx, { userId, id });
}

export type KeyChange = { id: bigint; name?: string | undefined; scopes?: Scope[] | undefined; expiresAt?: number | null | undefined };

/** Changes a key of who acts, which may have no scope after that which they lack. @throws Problem `not-found`, `forbidden` */
export async function patchOwnKey(tx: Transaction, actor: Actor, change: KeyChange): Promise<ApiKey> {
  const { id: userId } = await lockOwnAccount(tx, actor);
  const key = await readOwnKey(tx, { userId, id: change.id });
  const { name = key.name, scopes = key.scopes, expiresAt = key.expiresAt } = change;
  const changed = { ...key, name, scopes, expiresAt };
  demandScopes(actor, scopes);
  if (name === key.name && scopes.join() === key.scopes.join() && expiresAt === key.expiresAt) return key;
  await keys.updateKey(tx, changed);
  await logEvent(tx, actor, userId, 'key-changed', key.id);
  return changed;
}

/** @throws Problem `not-found` where who acts has no such key */
export async function revokeOwnKey(tx: Transaction, actor: Actor, id: bigint): Promise<void> {
  const userId = ownId(actor);
  await readOwnKey(tx, { userId, id });
  await keys.revokeKey(tx, id);
  await logEvent(tx, actor, userId, 'key-revoked', id);
}

/** Makes a lasting key for any account. @returns its id @throws Problem `not-found` */
export async function createKey(tx: Transaction, actor: Actor, { userId, ...order }: KeyOrder & { userId: bigint }): Promise<bigint> {
  demand(actor, 'administer');
  await readAccount(tx, userId);
  const id = await keys.insertKey(tx, { ...order, userId, sessionId: null });
  await logEvent(tx, actor, userId, 'key-made', id);
  return id;
}

/** The lasting keys of all accounts. */
export function listKeys(reader: Reader, _input: null): Promise<ApiKey[]> {
  return keys.listKeys(reader);
}

/** @throws Problem `not-found` */
export async function revokeKey(tx: Transaction, actor: Actor, id: bigint): Promise<void> {
  demand(actor, 'administer');
  const revoked = await keys.revokeKey(tx, id);
  if (!revoked) throw notFound(`key ${id}`);
  await logEvent(tx, actor, revoked.userId, 'key-revoked', id);
}

/** Revokes all lasting keys of a user. @returns how many */
export function revokeKeysOf(tx: Transaction, userId: bigint): Promise<number> {
  return keys.revokeKeysOf(tx, userId);
}
