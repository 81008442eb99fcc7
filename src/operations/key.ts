import { type Actor, ownId, requireScopes, type Scope } from '../model/actor.ts';
import { type ApiKey, descendants, isExtension, requireMade, requireWithin, restrictedTo } from '../model/key.ts';
import { fieldError, invalidInput, notFound } from '../model/problem.ts';
import { lockAccount } from '../store/account.ts';
import { logEvent } from '../store/accountEvent.ts';
import * as keys from '../store/key.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { readAccount } from './account.ts';
import { lockOwnAccount } from './ownAccount.ts';

export const maxKeys = 100;

export const listOwnKeys = keys.listKeysOf;

/** @throws Problem `not-found` where the user has no such key */
export async function readOwnKey(reader: Reader, { accountId, id }: { accountId: bigint; id: bigint }): Promise<ApiKey> {
  const key = await keys.findKeyOf(reader, accountId, id);
  if (!key) throw notFound(`key ${id} of this account`);
  return key;
}

/** `hash` is the SHA-256 of the key in hexadecimal; `expiresAt` in ms since 1970. */
export type KeyRequest = { name: string; hash: string; scopes: Scope[]; expiresAt: number | null };

/**
 * Creates a lasting key for the actor. If another lasting key creates it, the new key has at most its scopes and its lifetime, and is
 * revoked with it. If a login creates it, the key outlives the login.
 *
 * @throws Problem `forbidden`, `invalid-input` where the account has as many keys as it may
 */
export async function createOwnKey(tx: Transaction, actor: Actor, request: KeyRequest): Promise<ApiKey> {
  const { id: accountId } = await lockOwnAccount(tx, actor);
  const ownKeys = await keys.allKeysOf(tx, accountId);
  const maker = actingKey(actor, ownKeys);
  requireScopes(actor, request.scopes);
  if (maker) requireWithin(request.expiresAt, maker);
  if (ownKeys.length >= maxKeys) throw invalidInput(fieldError('', 'tooManyKeys', maxKeys));
  const id = await keys.insertKey(tx, { ...request, accountId, sessionId: null, madeBy: maker?.id ?? null });
  await logEvent(tx, actor, accountId, 'key-made', id);
  return readOwnKey(tx, { accountId, id });
}

/** The lasting key of the request; undefined for a login and for the key of a login. */
function actingKey({ keyId, sessionId }: Actor, ownKeys: ApiKey[]): ApiKey | undefined {
  return sessionId === null ? ownKeys.find(({ id }) => id === keyId) : undefined;
}

export type KeyPatch = { id: bigint; name?: string | undefined; scopes?: Scope[] | undefined; expiresAt?: number | null | undefined };

/**
 * Changes a key of the actor, who must have each of its new scopes. A lasting key can extend only keys that it created, and not beyond
 * itself. A credential that extends a key becomes its parent. If a key loses scopes or time, the keys that it created lose them too.
 *
 * @throws Problem `not-found`, `forbidden`
 */
export async function patchOwnKey(tx: Transaction, actor: Actor, change: KeyPatch): Promise<ApiKey> {
  const { id: accountId } = await lockOwnAccount(tx, actor);
  const key = await readOwnKey(tx, { accountId, id: change.id });
  const { name = key.name, scopes = key.scopes, expiresAt = key.expiresAt } = change;
  const changed = { ...key, name, scopes, expiresAt };
  requireScopes(actor, scopes);
  if (name === key.name && scopes.join() === key.scopes.join() && expiresAt === key.expiresAt) return key;
  const ownKeys = await keys.allKeysOf(tx, accountId);
  if (isExtension(changed, key)) changed.madeBy = requireMaker(actor, changed, ownKeys);
  await keys.updateKey(tx, changed);
  await logEvent(tx, actor, accountId, 'key-changed', key.id);
  for (const made of descendants(ownKeys, key.id)) await restrict(tx, actor, made, changed);
  return changed;
}

/**
 * @returns the lasting key that extends a key, or null if a login does
 * @throws Problem `forbidden`
 */
function requireMaker(actor: Actor, changed: ApiKey, ownKeys: ApiKey[]): bigint | null {
  const maker = actingKey(actor, ownKeys);
  if (!maker) return null;
  requireWithin(changed.expiresAt, maker);
  requireMade(changed.id, maker, ownKeys);
  return maker.id;
}

async function restrict(tx: Transaction, actor: Actor, key: ApiKey, bounds: ApiKey): Promise<void> {
  const left = restrictedTo(key, bounds);
  if (!left) return revoke(tx, actor, key);
  if (!isExtension(key, left)) return;
  await keys.updateKey(tx, left);
  await logEvent(tx, actor, key.accountId, 'key-changed', key.id);
}

/** Revokes a key of the actor, and the keys that it created. @throws Problem `not-found` */
export async function revokeOwnKey(tx: Transaction, actor: Actor, id: bigint): Promise<void> {
  const accountId = ownId(actor);
  await revokeAll(tx, actor, await readOwnKey(tx, { accountId, id }));
}

export async function revokeOwnKeys(tx: Transaction, actor: Actor, _input: null): Promise<void> {
  for (const key of await keys.allKeysOf(tx, ownId(actor))) await revoke(tx, actor, key);
}

/** @returns the ids of the keys that it created, which are revoked too */
async function revokeAll(tx: Transaction, actor: Actor, key: ApiKey): Promise<bigint[]> {
  const made = descendants(await keys.allKeysOf(tx, key.accountId), key.id);
  for (const revoked of [key, ...made]) await revoke(tx, actor, revoked);
  return made.map(({ id }) => id);
}

async function revoke(tx: Transaction, actor: Actor, { id, accountId }: ApiKey): Promise<void> {
  await keys.revokeKey(tx, id);
  await logEvent(tx, actor, accountId, 'key-revoked', id);
}

/**
 * Creates a lasting key for any account.
 *
 * @returns its id
 * @throws Problem `not-found`
 */
export async function createKeyFor(
  tx: Transaction,
  actor: Actor,
  { accountId, ...request }: KeyRequest & { accountId: bigint },
): Promise<bigint> {
  await readAccount(tx, accountId);
  const id = await keys.insertKey(tx, { ...request, accountId, sessionId: null, madeBy: null });
  await logEvent(tx, actor, accountId, 'key-made', id);
  return id;
}

/**
 * @returns the ids of the keys that it created, which are revoked too
 * @throws Problem `not-found`
 */
export async function revokeKey(tx: Transaction, actor: Actor, id: bigint): Promise<bigint[]> {
  const key = await keys.findKeyById(tx, id);
  if (!key || !(await lockAccount(tx, key.accountId))) throw notFound(`key ${id}`);
  return revokeAll(tx, actor, key);
}
