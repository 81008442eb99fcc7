import { Problem } from '../model/problem.ts';
import { createShares } from '../model/shares.ts';
import type { Webhook } from '../model/webhook.ts';
import { readDueWebhooks } from '../operations/webhookCall.ts';
import type { Log } from '../process/log.ts';
import { repeat } from '../process/repeat.ts';
import { type Means, serveWebhook } from './serve.ts';

/** Between two looks for webhooks with something to do, in ms. */
const interval = 250;
/** Webhooks that one look finds, and looks one after the other where targets have no room. */
const atOnce = 200;
const maxRounds = 20;
/** Calls under way on a node, and the parts of the free places that one target and one account may have. */
const places = 256;
const ofTarget = 1 / 16;
const ofAccount = 1 / 8;
/** How long a stop waits for calls under way, in ms. */
const stopTime = 3_000;

/** Calls webhooks: each in the order of the log, one call at a time, beside all others. */
export function startWebhooks(means: Means & { log: Log }) {
  const { store, log } = means;
  const underWay = new Map<bigint, Promise<void>>();
  const shares = createShares(places);
  const stop = new AbortController();
  let stopping = false;

  /** Targets without room are left out of the next round, so the webhooks of a slow one hide no other. */
  async function look(): Promise<void> {
    const busy: string[] = [];
    for (let round = 0; round < maxRounds && !stopping; round++) {
      const due = await store.read(readDueWebhooks, { busy, limit: atOnce });
      const refused = new Set(due.filter((hook) => !begin(hook)).map(({ target }) => target));
      if (due.length < atOnce || refused.size === 0) return;
      busy.push(...refused);
    }
  }

  /** @returns false where there is no room for its target or its account */
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

  /** A problem means that the store cannot be reached now; the webhook is due again. */
  function failed(err: unknown): void {
    if (!(err instanceof Problem)) log.events.error({ err }, 'calling a webhook failed');
  }

  const looks = repeat(look, interval, failed);
  const ended = async () => {
    await looks.stop();
    await Promise.all(underWay.values());
  };

  return {
    /** Waits a moment for calls under way, then breaks them off; they are made again after the next start. */
    async stop(): Promise<void> {
      stopping = true;
      await Promise.race([ended(), Bun.sleep(stopTime)]);
      stop.abort();
      await ended();
    },
  };
}
