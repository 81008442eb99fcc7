import { createApp } from '../app.ts';
import { createLastUsed } from '../auth/lastUsed.ts';
import { createCounts } from '../http/counts.ts';
import type { Watchers } from '../http/pipeline.ts';
import type { Services } from '../http/services.ts';
import { createTail } from '../http/stream/tail.ts';
import { targetHandlers } from '../http/target.ts';
import { createLimits, createNoLimits } from '../limits/limit.ts';
import type { Memory } from '../limits/rateCounter.ts';
import { answerInTime } from './listener.ts';

/** Pause between two writes of the times of last use, in ms. */
const lastUsedPeriod = 60_000;

/** `digestKey` and `memory` belong to the limits, and are the same in all threads. */
type AnsweringParts = Omit<Services, 'limits' | 'lastUsed' | 'counts' | 'tail'> & {
  digestKey: string;
  memory: Memory;
  draining: () => boolean;
};

/** The parts with which each thread answers requests: its services, and the handlers for its server. */
export function prepareAnswering({ digestKey, memory, draining, ...parts }: AnsweringParts, watchers: Watchers) {
  const { config, store, log } = parts;
  const services: Services = {
    ...parts,
    counts: createCounts(store),
    lastUsed: createLastUsed(store, lastUsedPeriod, (err) => log.events.error({ err }, 'the time of last use was not noted')),
    tail: createTail(store, draining, (err) => log.events.error({ err }, 'the log of changes was not followed')),
    limits: config.limits ? createLimits(store, digestKey, memory) : createNoLimits(),
  };
  const app = createApp(services, draining, watchers);
  return { services, handlers: targetHandlers(app.patterns, config.prefix, answerInTime(app)) };
}
