import type { Actor } from '../model/actor.ts';
import type { Position } from '../model/change.ts';
import { deliverable } from '../model/email.ts';
import type { MailLanguage } from '../model/mail.ts';
import type { OffReason, Webhook } from '../model/webhook.ts';
import type { WebhookAttempt } from '../model/webhookAttempt.ts';
import { nextTry } from '../model/webhookRetry.ts';
import { findAccountById } from '../store/account.ts';
import { findNewestChange } from '../store/change.ts';
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

/** `told`: the target accepted the event. `upTo`: the last change in the event. `retryAfter` in ms. */
export type Outcome =
  | { what: 'told'; upTo: Position }
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
    case 'told':
      return hooks.noteSuccess(tx, id, outcome.upTo);
    case 'tested':
      return hooks.noteTested(tx, id);
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
