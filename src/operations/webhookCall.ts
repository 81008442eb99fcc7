import type { Actor } from '../model/actor.ts';
import { noChange, type Position, showPosition } from '../model/change.ts';
import { deliverable } from '../model/email.ts';
import type { MailLanguage } from '../model/mail.ts';
import { eventTypeOf, type OffReason, type Webhook } from '../model/webhook.ts';
import type { WebhookAttempt } from '../model/webhookAttempt.ts';
import { nextTry } from '../model/webhookRetry.ts';
import { accountExists, findAccountById } from '../store/account.ts';
import { type BriefChange, findChange, findNewestChange, listBriefPast } from '../store/change.ts';
import { insertMail } from '../store/mail.ts';
import type { Reader, Transaction } from '../store/store.ts';
import * as hooks from '../store/webhook.ts';
import { insertAttempt } from '../store/webhookAttempt.ts';

/** The lease of a call, in ms: longer than a call and the write of its outcome take. After it another node may call. */
const leaseTime = 30_000;

/** Webhooks that may be called now. @param wanted.busy targets to leave out, since they have all the calls that they may have */
export async function readDueWebhooks(reader: Reader, wanted: { busy: string[]; limit: number }): Promise<Webhook[]> {
  const newest = (await findNewestChange(reader))?.seq ?? 0n;
  return hooks.listDueWebhooks(reader, { ...wanted, newest, now: Date.now() });
}

/** Leases a webhook to one node; undefined if another node has it. */
export function takeWebhook(tx: Transaction, _actor: Actor, id: bigint): Promise<hooks.Leased | undefined> {
  return hooks.leaseWebhook(tx, id, tx.now + leaseTime);
}

/** `accepted`: the target accepted the event. `upTo`: the last change in the event. `retryAfter` in ms. */
export type Outcome =
  | { what: 'accepted'; upTo: Position }
  | { what: 'tested' }
  | { what: 'failed'; upTo?: Position | undefined; retryAfter?: number | undefined }
  | { what: 'off'; reason: OffReason }
  | { what: 'stopped' };

/** `goesOn`: whether the sender has more events for the webhook. `language`: of mail; null where the service sends none. */
export type Settlement = {
  id: bigint;
  lease: number;
  outcome: Outcome;
  attempt: WebhookAttempt | undefined;
  goesOn: boolean;
  language: MailLanguage | null;
};

/** Records the outcome of a call. @returns the lease for the next call; undefined if there is none */
export async function settleCall(
  tx: Transaction,
  _actor: Actor,
  { id, lease, outcome, attempt, goesOn, language }: Settlement,
): Promise<number | undefined> {
  const until = goesOn ? tx.now + leaseTime : 0;
  const hook = await hooks.renewLease(tx, id, lease, until);
  if (!hook) return undefined;
  if (attempt) await insertAttempt(tx, id, attempt);
  await note(tx, hook, outcome, language);
  return goesOn ? until : undefined;
}

async function note(tx: Transaction, hook: Webhook, outcome: Outcome, language: MailLanguage | null): Promise<void> {
  const { id } = hook;
  switch (outcome.what) {
    case 'accepted':
      return hooks.noteSuccess(tx, id, outcome.upTo);
    case 'tested':
      return hooks.setTest(tx, id, false);
    case 'off':
      return turnOff(tx, hook, outcome.reason, language);
    case 'failed': {
      const dueAt = nextTry({ ...hook, tries: hook.tries + 1 }, tx.now, outcome.retryAfter);
      if (dueAt === undefined) return turnOff(tx, hook, hook.state === 'verifying' ? 'unverified' : 'failing', language);
      return hooks.noteFailure(tx, id, dueAt, outcome.upTo);
    }
  }
}

/** The cursor stays. The owner of a webhook that was never verified gets no mail, but sees the reason on the page. */
async function turnOff(tx: Transaction, hook: Webhook, reason: OffReason, language: MailLanguage | null): Promise<void> {
  await hooks.turnOff(tx, hook.id, reason);
  const account = await findAccountById(tx, hook.accountId);
  if (language && account?.verifiedAt && reason !== 'unverified')
    await insertMail(tx, { kind: 'webhook-off', address: deliverable(account.email), language });
}

/** Changes of one read of the log, which all webhooks with the same cursor share. */
const maxChanges = 1_000;
/** The pause of a webhook before its next read of the log, if the log has no matching change, in ms. */
const pause = 1_000;

/** `to`: the last change that the webhooks skip. `hasEvent`: whether the next change matches them. `isEnd`: whether the log ends there. */
export type Pass = { hooks: Webhook[]; from: Position; to: Position; hasEvent: boolean; isEnd: boolean };

export const hasFilter = ({ types, artist, user }: Webhook) => types.length > 0 || artist !== null || user !== null;

/** Finds the change up to which each webhook with filters may move its cursor. Webhooks with the same cursor share one read of the log. */
export async function readPasses(reader: Reader, webhooks: Webhook[]): Promise<Pass[]> {
  const passes: Pass[] = [];
  for (const group of Map.groupBy(webhooks, ({ after }) => showPosition(after)).values()) passes.push(...(await passesOf(reader, group)));
  return passes;
}

async function passesOf(reader: Reader, webhooks: Webhook[]): Promise<Pass[]> {
  const from = webhooks[0]?.after ?? noChange;
  // In a restored store this change may be another one. Then reading the events fails, and the webhook is turned off.
  const isLost = from.seq > 0n && (await findChange(reader, from.seq))?.at !== from.at;
  if (isLost) return [{ hooks: webhooks, from, to: from, hasEvent: true, isEnd: false }];
  const changes = await listBriefPast(reader, 'asc', from.seq, maxChanges, {});
  const isEnd = changes.length < maxChanges;
  const exists = await existingAccounts(reader, webhooks);
  const byFirstMatch = Map.groupBy(webhooks, (hook) => (exists(hook.user) ? changes.findIndex((change) => isFor(hook, change)) : -1));
  return [...byFirstMatch].map(([first, group]) => {
    const last = changes.at(first < 0 ? -1 : first - 1);
    const to = first === 0 || !last ? from : { seq: last.seq, at: last.at };
    return { hooks: group, from, to, hasEvent: first >= 0, isEnd };
  });
}

/** A webhook for a removed account gets no events: changes are shown without the removed account that made them. */
async function existingAccounts(reader: Reader, webhooks: Webhook[]): Promise<(user: bigint | null) => boolean> {
  const gone = new Set<bigint>();
  for (const user of new Set(webhooks.map((hook) => hook.user))) if (user !== null && !(await accountExists(reader, user))) gone.add(user);
  return (user) => user === null || !gone.has(user);
}

function isFor({ types, artist, user }: Webhook, change: BriefChange): boolean {
  if (artist !== null && change.about !== artist) return false;
  if (user !== null && change.accountId !== user) return false;
  return types.length === 0 || types.includes(eventTypeOf(change));
}

/** Moves the cursors of webhooks forward without a call. */
export async function passWebhooks(tx: Transaction, _actor: Actor, passes: Pass[]): Promise<void> {
  for (const { hooks: webhooks, from, to, hasEvent, isEnd } of passes) {
    const dueAt = hasEvent || !isEnd ? tx.now : tx.now + pause;
    await hooks.passOver(tx, { ids: webhooks.map(({ id }) => id), from, to, dueAt });
  }
}
