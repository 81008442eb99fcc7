import { z } from 'zod';
import { type Scope, scopes } from './actor.ts';
import { message } from './fault.ts';
import { id } from './int64.ts';
import { Problem } from './problem.ts';
import type { AccountStatus } from './session.ts';
import { showMembers } from './showMembers.ts';
import { nameText, oneOf } from './text.ts';
import { futureTime, time } from './time.ts';

/** A stored API key: only the SHA-256 of its text. Times in ms since 1970. */
export type ApiKey = AccountStatus & {
  id: bigint;
  accountId: bigint;
  /** The login that created it; null for a lasting key. */
  sessionId: bigint | null;
  /** The lasting key that created it; null if a login or the operator did. */
  madeBy: bigint | null;
  name: string;
  scopes: Scope[];
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  lastUsedAt: number | null;
};

/** Sorted as in the table of scopes, each once. */
const scopeList = z
  .array(oneOf(scopes))
  .min(1, message('noneNamed'))
  .transform((chosen) => scopes.filter((known) => chosen.includes(known)))
  .meta({ type: 'array', items: { type: 'string', enum: [...scopes] }, minItems: 1, example: ['artists:write'] });

const shown = {
  id,
  name: z.string().meta({ example: 'radio import' }),
  scopes: z.array(z.enum(scopes)).meta({ example: ['artists:write'] }),
  created_at: time,
  expires_at: time.nullable(),
  last_used_at: time.nullable().meta({ description: 'To the minute, or null' }),
  made_by: id.nullable().meta({ description: 'The key that made it, with which it ends; null where a login or the operator did' }),
};

export const keyShape = z.strictObject(shown).meta({ id: 'ApiKey' });

export const madeKeyShape = z
  .strictObject({ ...shown, key: z.string().meta({ description: 'The key itself, shown only now', example: 'rka_…' }) })
  .meta({ id: 'MadeApiKey' });

export const showKey = (key: ApiKey) => showMembers(keyShape, key);

const expiresAt = futureTime.nullable().meta({ type: ['string', 'null'], description: 'null: lasts until it is revoked' });

export const newKey = z
  .strictObject({ name: nameText.meta({ example: 'radio import' }), scopes: scopeList, expires_at: expiresAt.default(null) })
  .meta({ id: 'NewApiKey' });

export const keyPatch = z
  .strictObject({ name: nameText.optional(), scopes: scopeList.optional(), expires_at: expiresAt.optional() })
  .meta({ id: 'ApiKeyPatch', description: 'A JSON Merge Patch (RFC 7396): what is absent stays as it is.', example: { name: 'radio' } });

/** The keys that a key created, directly or through other keys. @param keys all of the account */
export function descendants(keys: ApiKey[], id: bigint): ApiKey[] {
  return keys.filter(({ madeBy }) => madeBy === id).flatMap((child) => [child, ...descendants(keys, child.id)]);
}

/** Reduces a key to the bounds of another; undefined if no scope is left. */
export function restrictedTo(key: ApiKey, bounds: ApiKey): ApiKey | undefined {
  const scopes = key.scopes.filter((scope) => bounds.scopes.includes(scope));
  const expiresAt = isLater(key.expiresAt, bounds.expiresAt) ? bounds.expiresAt : key.expiresAt;
  return scopes.length === 0 ? undefined : { ...key, scopes, expiresAt };
}

/** Whether a key gets more scopes, or more time, than before. */
export function isExtension(key: ApiKey, before: ApiKey): boolean {
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
