import { z } from 'zod';
import { type Position, position, showPosition } from './change.ts';
import { message } from './fault.ts';
import { id, integerBetween, maxInt64 } from './int64.ts';
import { kinds } from './record.ts';
import type { Action } from './revision.ts';
import { showMembers } from './showMembers.ts';
import { targetUrl } from './targetUrl.ts';
import { oneOf } from './text.ts';
import { showTime, time } from './time.ts';

/** The most webhooks of an account. */
export const maxWebhooks = 10;

const happened: Record<Action, string> = {
  create: 'created',
  update: 'updated',
  delete: 'deleted',
  restore: 'restored',
  redact: 'redacted',
};

export const eventTypesOf = (kind: string): string[] => Object.values(happened).map((verb) => `${kind}.${verb}`);
export const eventTypes = kinds.flatMap(eventTypesOf);

export function eventTypeOf({ kind, action }: { kind: string; action: string }): string {
  return `${kind}.${happened[action as Action] ?? action}`;
}

export const payloads = ['thin', 'full'] as const;
export const units = ['change', 'changeset'] as const;
/** `verifying`: the address has not answered the call that verifies it. */
export const webhookStates = ['verifying', 'active', 'off'] as const;
export const offReasons = ['unverified', 'failing', 'gone', 'cursor-lost'] as const;

export type WebhookState = (typeof webhookStates)[number];
export type OffReason = (typeof offReasons)[number];

/** Times in ms since 1970. */
export type Webhook = WebhookChoice & {
  id: bigint;
  accountId: bigint;
  target: string;
  state: WebhookState;
  reason: OffReason | null;
  /** The last change that was sent or skipped. */
  after: Position;
  /** Failed calls since the last successful one. */
  tries: number;
  failingSince: number | null;
  dueAt: number;
  testRequested: boolean;
  createdAt: number;
};

/** `underWay` and `waiting` (for a place) count webhooks; `accepted` and `failed` count calls since the start. */
export type WebhookFigures = { underWay: number; waiting: number; accepted: number; failed: number };

const types = z
  .array(oneOf(eventTypes))
  .transform((chosen) => eventTypes.filter((type) => chosen.includes(type)))
  .meta({
    type: 'array',
    items: { type: 'string', enum: eventTypes },
    description: 'The types of its events; empty: all',
    example: ['artist.created', 'artist.updated'],
  });
const anyOrOne = { type: ['integer', 'null'] as never, format: 'int64', minimum: 1 };
const ofRecord = integerBetween(1n, maxInt64).nullable();
const artist = ofRecord.meta({ ...anyOrOne, description: 'Only changes of this artist and of the records under it', example: null });
const user = ofRecord.meta({ ...anyOrOne, description: 'Only changes by this account', example: null });
const payload = oneOf(payloads).meta({ description: '`thin`: which record changed and how; `full`: the change as in the stream' });
const per = oneOf(units).meta({ description: 'Whether a call has one change, or all changes of one request' });

export const newWebhook = z
  .strictObject({
    url: targetUrl,
    types: types.default([]),
    artist: artist.default(null),
    user: user.default(null),
    payload: payload.default('thin'),
    per: per.default('change'),
  })
  .meta({ id: 'NewWebhook' });

/** The owner chooses these. Empty `types` mean all types; a null `artist` or `user` means any. */
export type WebhookChoice = z.infer<typeof newWebhook>;

export const webhookPatch = z
  .strictObject({ url: targetUrl, types, artist, user, payload, per })
  .partial()
  .meta({
    id: 'WebhookPatch',
    description: 'A JSON Merge Patch (RFC 7396): what is absent stays as it is. A new url is verified first.',
    example: { payload: 'full' },
  });

/** The webhook skips waiting events, or continues after a cursor. Without either, it sends all waiting events. */
export const webhookResumption = z
  .strictObject({
    after: position.optional().meta({ description: 'The cursor of a change, after which it continues', example: 'c1043-mi9s0v3k' }),
    skip: oneOf(['event', 'all']).optional().meta({ description: '`event`: skips the event that fails; `all`: skips all changes so far' }),
  })
  .refine(({ after, skip }) => after === undefined || skip === undefined, {
    error: message('technical', 'has "after" or "skip", not both'),
  })
  .meta({ id: 'WebhookResumption', example: { skip: 'event' } });

export type WebhookResumption = z.infer<typeof webhookResumption>;

const shown = {
  id,
  url: z.string().meta({ example: 'https://radio.example.org/hooks/rockola' }),
  types: z.array(z.string()).meta({ description: 'Empty: all', example: ['artist.created'] }),
  artist: id.nullable(),
  user: id.nullable(),
  payload: z.enum(payloads),
  per: z.enum(units),
  state: z
    .enum(webhookStates)
    .meta({ description: '`verifying`: the address is being verified; `off`: nothing is sent until it is resumed' }),
  reason: z
    .string()
    .nullable()
    .meta({ description: `Why it is off: ${offReasons.join(', ')}; others may come`, example: null }),
  after: z.string().nullable().meta({ description: 'The cursor of the last change that was sent or skipped; null before the first' }),
  failing_since: time.nullable(),
  next_try: time.nullable().meta({ description: 'When the failed call is made again' }),
  created_at: time,
};

export const webhookShape = z.strictObject(shown).meta({ id: 'Webhook' });

const secret = z.string().meta({ description: 'The key of the signatures, shown only now', example: 'whsec_…' });

export const madeWebhookShape = z.strictObject({ ...shown, secret }).meta({ id: 'MadeWebhook' });

export const webhookSecretShape = z
  .strictObject({ secret, former_until: time.meta({ description: 'Until then each call has a signature by the former secret too' }) })
  .meta({ id: 'WebhookSecret' });

export function showWebhook(hook: Webhook): z.infer<typeof webhookShape> {
  const { state, after, failingSince, dueAt } = hook;
  return showMembers(webhookShape, {
    ...hook,
    after: after.seq === 0n ? null : showPosition(after),
    failingSince: failingSince === null ? null : showTime(failingSince),
    nextTry: failingSince !== null && state !== 'off' ? showTime(dueAt) : null,
  });
}
