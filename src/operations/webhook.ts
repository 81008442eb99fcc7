import { type Actor, ownId } from '../model/actor.ts';
import type { Position } from '../model/change.ts';
import { toJson } from '../model/json.ts';
import { fieldError, invalidInput, notFound } from '../model/problem.ts';
import { maxWebhooks, type Webhook, type WebhookChoice, type WebhookResumption } from '../model/webhook.ts';
import type { WebhookAttempt } from '../model/webhookAttempt.ts';
import { logEvent } from '../store/accountEvent.ts';
import type { Reader, Transaction } from '../store/store.ts';
import * as hooks from '../store/webhook.ts';
import { listAttempts } from '../store/webhookAttempt.ts';
import { readNewest, requireKnown } from './change.ts';
import { lockOwnAccount } from './ownAccount.ts';

/** How long the former secret signs beside a new one, in ms. */
const rotation = 24 * 3_600_000;

type Own = { accountId: bigint; id: bigint };

export const listOwnWebhooks = hooks.listWebhooksOf;

/** @throws Problem `not-found` where the account has no such webhook */
export async function readOwnWebhook(reader: Reader, { accountId, id }: Own): Promise<Webhook> {
  const hook = await hooks.findWebhookOf(reader, accountId, id);
  if (!hook) throw notFound(`webhook ${id} of this account`);
  return hook;
}

/** The last 100 attempts, the newest first. @throws Problem `not-found` */
export async function listOwnAttempts(reader: Reader, own: Own): Promise<WebhookAttempt[]> {
  const { id } = await readOwnWebhook(reader, own);
  return listAttempts(reader, id);
}

/** The webhook gets the changes from now on. @throws Problem `invalid-input` where the account has as many as it may */
export async function createWebhook(tx: Transaction, actor: Actor, order: WebhookChoice & { secret: string }): Promise<Webhook> {
  const { id: accountId } = await lockOwnAccount(tx, actor);
  if ((await hooks.countWebhooksOf(tx, accountId)) >= maxWebhooks) throw invalidInput(fieldError('', 'tooManyWebhooks', maxWebhooks));
  const id = await hooks.insertWebhook(tx, { ...order, accountId, after: await readNewest(tx) });
  await logEvent(tx, actor, accountId, 'webhook-made', id);
  return readOwnWebhook(tx, { accountId, id });
}

/** A change to the same values writes nothing. A new address is verified first. The cursor stays. @throws Problem `not-found` */
export async function patchWebhook(
  tx: Transaction,
  actor: Actor,
  { id, ...patch }: { id: bigint } & { [N in keyof WebhookChoice]?: WebhookChoice[N] | undefined },
): Promise<Webhook> {
  const hook = await lockHook(tx, actor, id);
  const stated = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  const changed = { ...hook, ...stated };
  if (toJson(changed) === toJson(hook)) return hook;
  await hooks.updateWebhook(tx, id, changed, changed.url !== hook.url);
  await logEvent(tx, actor, hook.accountId, 'webhook-changed', id);
  return readOwnWebhook(tx, hook);
}

/** @throws Problem `not-found` */
export async function deleteWebhook(tx: Transaction, actor: Actor, id: bigint): Promise<void> {
  const { accountId } = await lockHook(tx, actor, id);
  await hooks.deleteWebhook(tx, id);
  await logEvent(tx, actor, accountId, 'webhook-deleted', id);
}

/**
 * @returns the time until which the former secret signs too, in ms since 1970
 * @throws Problem `not-found`
 */
export async function rotateSecret(tx: Transaction, actor: Actor, { id, secret }: { id: bigint; secret: string }): Promise<number> {
  const { accountId } = await lockHook(tx, actor, id);
  const formerUntil = tx.now + rotation;
  await hooks.replaceSecret(tx, id, secret, formerUntil);
  await logEvent(tx, actor, accountId, 'webhook-changed', id);
  return formerUntil;
}

/**
 * Sends the waiting events of a webhook now, after its cursor or another. If its address has not proved itself, it must do that first.
 *
 * @throws Problem `not-found`, `cursor-lost`
 */
export async function resumeWebhook(tx: Transaction, actor: Actor, { id, ...start }: WebhookResumption & { id: bigint }): Promise<Webhook> {
  const hook = await lockHook(tx, actor, id);
  const after = await placeOf(tx, hook, start);
  await hooks.restartWebhook(tx, id, isUnproved(hook) ? 'verifying' : 'active', after);
  await logEvent(tx, actor, hook.accountId, 'webhook-changed', id);
  return readOwnWebhook(tx, hook);
}

async function placeOf(tx: Transaction, { id, after: current }: Webhook, { after, skip }: WebhookResumption): Promise<Position> {
  if (skip === 'all') return readNewest(tx);
  const place = skip === 'event' ? ((await hooks.findFailed(tx, id)) ?? current) : (after ?? current);
  if (place.seq > 0n) await requireKnown(tx, place);
  return place;
}

/** An address that has not proved itself gets another proof call in place of the test. @throws Problem `not-found` */
export async function testWebhook(tx: Transaction, actor: Actor, id: bigint): Promise<void> {
  const hook = await lockHook(tx, actor, id);
  if (isUnproved(hook)) await hooks.restartWebhook(tx, id, 'verifying');
  else await hooks.setTest(tx, id, true);
}

const isUnproved = ({ state, reason }: Webhook) => state === 'verifying' || reason === 'unverified';

async function lockHook(tx: Transaction, actor: Actor, id: bigint): Promise<Webhook> {
  await lockOwnAccount(tx, actor);
  return readOwnWebhook(tx, { accountId: ownId(actor), id });
}
