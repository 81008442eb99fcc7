import { system } from '../model/actor.ts';
import { Problem } from '../model/problem.ts';
import { createShares } from '../model/shares.ts';
import type { Webhook, WebhookFigures } from '../model/webhook.ts';
import { reads } from '../operations/reads.ts';
import { hasFilter, readDueWebhooks } from '../operations/webhookCall.ts';
import { writes } from '../operations/writes.ts';
import type { Log } from '../process/log.ts';
import { repeat } from '../process/repeat.ts';
import { serveWebhook, type WebhookServices } from './serve.ts';

/** Pause between two searches for webhooks with something to send, in ms. */
const interval = 250;
/** The most webhooks that one query finds. */
const maxDue = 200;
/** The most queries in a row while targets have no free place. */
const maxRounds = 20;
/** The most calls of a node at once. */
const places = 256;
/** The part of the free places that one target may have. */
const targetPart = 1 / 16;
/** The part of the free places that one account may have. */
const accountPart = 1 / 8;
/** How long a stop waits for calls under way, in ms. */
const stopTime = 3_000;

/** Calls webhooks: each webhook in the order of the log, one call at a time; different webhooks in parallel. */
export function startWebhooks(services: WebhookServices & { log: Log }) {
  const { store, log } = services;
  const underWay = new Map<bigint, Promise<void>>();
  /** Webhooks without a free place, with the number of the change at their cursor. */
  const refused = new Map<bigint, bigint>();
  const shares = createShares(places);
  const stop = new AbortController();
  const figures: WebhookFigures = { underWay: 0, waiting: 0, accepted: 0, failed: 0 };
  let stopping = false;

  /** Targets without a free place are left out of the next query, so the webhooks of a slow target hide no others. */
  async function callDueWebhooks(): Promise<void> {
    const busy: string[] = [];
    let waiting = 0;
    for (let round = 0, isEnd = false; round < maxRounds && !stopping && !isEnd; round++) {
      const due = await store.read(readDueWebhooks, { busy, limit: maxDue });
      const ready = await skipUnmatched(due.filter(({ id }) => !underWay.has(id)));
      const left = ready.filter((hook) => !begin(hook));
      waiting += left.length;
      isEnd = due.length < maxDue || left.length === 0;
      busy.push(...new Set(left.map(({ target }) => target)));
    }
    figures.waiting = waiting;
  }

  /** Moves the cursors of webhooks with filters forward to the first change that matches. @returns webhooks with something to do */
  async function skipUnmatched(due: Webhook[]): Promise<Webhook[]> {
    const isNew = ({ id, after }: Webhook) => refused.get(id) !== after.seq;
    const filtered = due.filter((hook) => hook.state === 'active' && !hook.testRequested && hasFilter(hook) && isNew(hook));
    if (filtered.length === 0) return due;
    const passes = await store.readSlow(reads.readPasses, filtered, { client: 'filters of webhooks', signal: stop.signal });
    const moved = passes.filter(({ from, to }) => from.seq !== to.seq);
    if (moved.length > 0) await store.write(writes.passWebhooks, system, moved);
    const waiting = passes.flatMap(({ hooks, to, hasEvent }) => (hasEvent ? hooks.map((hook) => ({ ...hook, after: to })) : []));
    return [...due.filter((hook) => !filtered.includes(hook)), ...waiting];
  }

  /** @returns false if its target or its account has no free place */
  function begin(hook: Webhook): boolean {
    const { id, target, accountId, after } = hook;
    const giveBack = shares.take(1, { name: `target ${target}`, part: targetPart }, { name: `account ${accountId}`, part: accountPart });
    if (!giveBack) {
      refused.set(id, after.seq);
      return false;
    }
    refused.delete(id);
    const serving = serveWebhook(hook, { ...services, figures, stop: stop.signal, isOver: () => stopping })
      .catch(failed)
      .finally(() => {
        giveBack();
        underWay.delete(id);
      });
    underWay.set(id, serving);
    return true;
  }

  /** A problem means that the store is out of reach now; the webhook becomes due again. */
  function failed(err: unknown): void {
    if (!(err instanceof Problem)) log.events.error({ err }, 'calling a webhook failed');
  }

  const repeated = repeat(callDueWebhooks, interval, failed);
  const ended = async () => {
    await repeated.stop();
    await Promise.all(underWay.values());
  };

  return {
    figures: (): WebhookFigures => ({ ...figures, underWay: underWay.size }),
    /** Waits a moment for calls under way, then cancels them; they are repeated after the next start. */
    async stop(): Promise<void> {
      stopping = true;
      await Promise.race([ended(), Bun.sleep(stopTime)]);
      stop.abort();
      await ended();
    },
  };
}
