import { randomBytes } from 'node:crypto';
import { system } from '../model/actor.ts';
import { parseJson, toJson } from '../model/json.ts';
import type { MailLanguage } from '../model/mail.ts';
import { Problem } from '../model/problem.ts';
import { showTime } from '../model/time.ts';
import type { Webhook, WebhookFigures } from '../model/webhook.ts';
import { reads } from '../operations/reads.ts';
import type { Outcome, Settlement } from '../operations/webhookCall.ts';
import type { WebhookEvent } from '../operations/webhookEvent.ts';
import { writes } from '../operations/writes.ts';
import type { Outbound } from '../outbound/post.ts';
import type { Store } from '../store/store.ts';
import type { Leased } from '../store/webhook.ts';
import { type Called, call, isSuccess, type Message, pauseAskedBy } from './call.ts';

/** `language`: of mail; null where the service sends none. */
export type WebhookServices = { store: Store; outbound: Outbound; language: MailLanguage | null };

/** The age of events, in ms, at which they are read again: meanwhile values may have been redacted, or the secret replaced. */
const maxAge = 1_000;

type Serving = WebhookServices & { figures: WebhookFigures; stop: AbortSignal; isOver(): boolean };

/** Does the next task of a webhook: proves its address, makes a test call, or sends it a page of the log. */
export async function serveWebhook(seen: Webhook, services: Serving): Promise<void> {
  const sendsEvents = seen.state === 'active' && !seen.test;
  const events = sendsEvents ? await readEvents(seen, services) : undefined;
  const readAt = performance.now();
  if (events?.length === 0) return;
  const held = await services.store.write(writes.takeWebhook, system, seen.id);
  if (!held) return;
  const { hook } = held;
  if (hook.state === 'verifying') return verify(held, services);
  if (hook.test) return test(held, services);
  // Another node, or its owner, may have moved the cursor since.
  const isSame = hook.after.seq === seen.after.seq && hook.after.at === seen.after.at;
  const isOver = () => services.isOver() || performance.now() - readAt > maxAge;
  if (!events || !isSame || isOver()) await settle(held, services, { what: 'stopped' });
  else await sendEvents(held, events, { ...services, isOver });
}

/** Undefined if the log has lost the change of the cursor: then the webhook is turned off. */
async function readEvents(hook: Webhook, services: Serving): Promise<WebhookEvent[] | undefined> {
  try {
    return await services.store.readSlow(reads.readWebhookEvents, hook, { client: 'webhooks', signal: services.stop });
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'cursor-lost')) throw error;
    const held = await services.store.write(writes.takeWebhook, system, hook.id);
    if (held) await settle(held, services, { what: 'off', reason: 'cursor-lost' });
    return undefined;
  }
}

async function verify(held: Leased, services: Serving): Promise<void> {
  const { hook } = held;
  const challenge = randomBytes(24).toString('base64url');
  const called = await send(held, ownMessage(hook, 'endpoint.verification', { challenge }), services);
  const { answer, attempt } = called;
  const isProven = answer !== undefined && isSuccess(answer) && isChallenge(answer.body, challenge);
  if (isProven) await settle(held, services, { what: 'accepted', upTo: hook.after }, attempt);
  else await settle(held, services, outcomeOf(called), { ...attempt, failure: attempt.failure ?? 'challenge' });
}

/** The most values in the JSON of an answer to a challenge. */
const maxValues = 100;

/** Whether the answer is the challenge, or a JSON object that has it as `challenge`. */
function isChallenge(body: string, challenge: string): boolean {
  if (body.trim() === challenge) return true;
  try {
    const { value } = parseJson(body, maxValues);
    return typeof value === 'object' && value !== null && 'challenge' in value && value.challenge === challenge;
  } catch {
    return false;
  }
}

async function test(held: Leased, services: Serving): Promise<void> {
  const { attempt } = await send(held, ownMessage(held.hook, 'endpoint.test', { webhook: held.hook.id }), services);
  await settle(held, services, isBrokenOff(attempt) ? { what: 'stopped' } : { what: 'tested' }, attempt);
}

function ownMessage({ id }: Webhook, type: string, data: object): Message {
  const body = toJson({ type, timestamp: showTime(Date.now()), data });
  return { id: `w${id}-${randomBytes(12).toString('base64url')}`, type, body };
}

/** Sends the events in order. A call starts only after the target has accepted the previous event. */
async function sendEvents(held: Leased, events: WebhookEvent[], services: Serving): Promise<void> {
  let { lease } = held;
  for (const [i, event] of events.entries()) {
    const called = await send(held, event, services);
    const outcome = outcomeOf(called, event);
    const goesOn = outcome.what === 'accepted' && i < events.length - 1 && !services.isOver();
    const next = await settle({ ...held, lease }, services, outcome, called.attempt, goesOn);
    if (next === undefined) return;
    lease = next;
  }
}

async function send({ hook, secrets }: Leased, message: Message, { outbound, figures, stop }: Serving): Promise<Called> {
  const called = await call(outbound, hook.url, message, secrets, stop);
  if (!isBrokenOff(called.attempt)) figures[called.attempt.failure === null ? 'accepted' : 'failed']++;
  return called;
}

/** @param event that was sent, if any */
function outcomeOf({ answer, attempt }: Called, event?: WebhookEvent): Outcome {
  if (isBrokenOff(attempt)) return { what: 'stopped' };
  if (answer?.status === 410) return { what: 'off', reason: event ? 'gone' : 'unverified' };
  if (event && answer && isSuccess(answer)) return { what: 'accepted', upTo: event.upTo };
  return { what: 'failed', upTo: event?.upTo, retryAfter: answer && pauseAskedBy(answer) };
}

const isBrokenOff = ({ failure }: Called['attempt']) => failure === 'stopped';

function settle(
  { hook, lease }: Leased,
  { store, language }: Serving,
  outcome: Outcome,
  attempt?: Settlement['attempt'],
  goesOn = false,
): Promise<number | undefined> {
  return store.write(writes.settleCall, system, { id: hook.id, lease, outcome, attempt, goesOn, language });
}
