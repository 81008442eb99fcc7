import { z } from 'zod';
import { type Scope, scopes } from './actor.ts';
import { message } from './fault.ts';
import { id } from './int64.ts';
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
