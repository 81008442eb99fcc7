import { Problem } from '../model/problem.ts';
import { createShares } from '../model/shares.ts';
import type { Webhook } from '../model/webhook.ts';
import { readDueWebhooks } from '../operations/webhookCall.ts';
import type { Log } from '../process/log.ts';
import { repeat } from '../process/repeat.ts';
import { type Means, serveWebhook } from './serve.ts';

/** Pause between two looks for webhooks with something to send, in ms. */
const interval = 250;
/** The most webhooks that one query finds, and the most queries in a row while targets have no free place. */
const atOnce = 200;
const maxRounds = 20;
/** The most calls of a node at once, and the shares of the free places that one target and one account may have. */
const places = 256;
const ofTarget = 1 / 16;
const ofAccount = 1 / 8;
/** How long a stop waits for calls under way, in ms. */
const stopTime = 3_000;

/** Calls webhooks: each webhook in the order of the log, one call at a time; different webhooks in parallel. */
export function startWebhooks(means: Means & { log: Log }) {
  const { store, log } = means;
  const underWay = new Map<bigint, Promise<void>>();
  const shares = createShares(places);
  const stop = new AbortController();
  let stopping = false;

  /** Targets without a free place are left out of the next query, so the webhooks of a slow target hide no others. */
  async function look(): Promise<void> {
    const busy: string[] = [];
    for (let round = 0; round < maxRounds && !stopping; round++) {
      const due = await store.read(readDueWebhooks, { busy, limit: atOnce });
      const refused = new Set(due.filter((hook) => !begin(hook)).map(({ target }) => target));
      if (due.length < atOnce || refused.size === 0) return;
      busy.push(...refused);
    }
  }

  /** @returns false if its target or its account has no free place */
  function begin(hook: Webhook): boolean {
    if (underWay.has(hook.id)) return true;
    const { target, accountId } = hook;
    const giveBack = shares.take(1, { name: `target ${target}`, part: ofTarget }, { name: `account ${accountId}`, part: ofAccount });
    if (!giveBack) return false;
    const serving = serveWebhook(hook, { ...means, stop: stop.signal, isOver: () => stopping })
      .catch(failed)
      .finally(() => {
        giveBack();
        underWay.delete(hook.id);
      });
    underWay.set(hook.id, serving);
    return true;
  }

  /** A problem means that the store is out of reach now; the webhook becomes due again. */
  function failed(err: unknown): void {
    if (!(err instanceof Problem)) log.events.error({ err }, 'calling a webhook failed');
  }

  const looks = repeat(look, interval, failed);
  const ended = async () => {
    await looks.stop();
    await Promise.all(underWay.values());
  };

  return {
    /** Waits a moment for calls under way, then cancels them; they are repeated after the next start. */
    async stop(): Promise<void> {
      stopping = true;
      await Promise.race([ended(), Bun.sleep(stopTime)]);
      stop.abort();
      await ended();
    },
  };
}
