import type { ApiKey } from './key.ts';
import { Problem } from './problem.ts';

/** The keys that a key created, directly or through other keys. @param keys all of the account */
export function descendants(keys: ApiKey[], id: bigint): ApiKey[] {
  return keys.filter(({ madeBy }) => madeBy === id).flatMap((child) => [child, ...descendants(keys, child.id)]);
}

/** Reduces a key to the bounds of another; undefined if no scope is left. */
export function within(key: ApiKey, bounds: ApiKey): ApiKey | undefined {
  const scopes = key.scopes.filter((scope) => bounds.scopes.includes(scope));
  const expiresAt = isLater(key.expiresAt, bounds.expiresAt) ? bounds.expiresAt : key.expiresAt;
  return scopes.length === 0 ? undefined : { ...key, scopes, expiresAt };
}

/** Whether a key gets more scopes, or more time, than before. */
export function isMore(key: ApiKey, before: ApiKey): boolean {
  return isLater(key.expiresAt, before.expiresAt) || key.scopes.some((scope) => !before.scopes.includes(scope));
}

/** In ms since 1970; null: never expires. */
function isLater(a: number | null, b: number | null): boolean {
  return b !== null && (a === null || a > b);
}

/**
 * @param maker the lasting key that creates or changes a key
 * @throws Problem `forbidden`
 */
export function requireWithin(expiresAt: number | null, maker: ApiKey): void {
  if (!isLater(expiresAt, maker.expiresAt)) return;
  const end = new Date(maker.expiresAt as number).toISOString();
  throw new Problem(
    'forbidden',
    `A key cannot last longer than the key that makes or changes it, which ends at ${end}. State an expires_at until then, or log in and send the token of the login.`,
  );
}

/** @throws Problem `forbidden` where a lasting key extends a key that it did not create */
export function requireMade(id: bigint, maker: ApiKey, keys: ApiKey[]): void {
  if (descendants(keys, maker.id).some((key) => key.id === id)) return;
  throw new Problem(
    'forbidden',
    'A key gives more time or scopes only to keys that it made. To give them to this one, log in and send the token of the login.',
  );
}
