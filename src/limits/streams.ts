import type { Actor } from '../model/actor.ts';
import { tooMany } from '../model/problem.ts';
import { streamLimits } from '../model/rateLimits.ts';
import { createShares } from '../model/shares.ts';
import type { Client } from './client.ts';

/** Bounds the number of open streams of a thread. */
export function createStreamLimits() {
  const { places, part } = streamLimits;
  const shares = createShares(places);
  return {
    /**
     * Reserves a place for a stream: one of its network or, if the network has no more, one of its account.
     *
     * @param identify finds the account of the request's credentials
     * @returns releases the place
     * @throws Problem `too-many-requests`
     */
    async admitStream({ network }: Client, identify: () => Promise<Actor | undefined>): Promise<() => void> {
      const ofNetwork = shares.take(1, { name: `network ${network}`, part });
      if (ofNetwork) return ofNetwork;
      const { accountId = null } = (await identify()) ?? {};
      const ofAccount = accountId === null ? undefined : shares.take(1, { name: `account ${accountId}`, part });
      if (ofAccount) return ofAccount;
      throw tooMany('Too many streams are open, from this address or from all.', 60, 'With valid credentials, one may still open.', []);
    },
  };
}
