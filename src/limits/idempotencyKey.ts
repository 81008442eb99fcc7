import type { Limit, Quota } from '../model/limit.ts';
import { tooMany } from '../model/problem.ts';
import { createAllowance, type Verdict } from './allowance.ts';
import { type Client, tellLimits } from './client.ts';
import type { Memory } from './memory.ts';

/**
 * Requests with an idempotency key a day: what came of each is kept for as long, and a refusal can take ten times the bytes of
 * its request. Anyone who makes accounts has them all in one network; one account cannot use up what others there have.
 */
const perAccount = { name: 'account-keys', quota: 100_000, window: 86_400 };
const perNetwork = { name: 'address-keys', quota: 1_000_000, window: 86_400 };

/** Bounds how much is kept of what came of requests. */
export function createKeyLimits(memory?: Memory) {
  const accounts = createAllowance(perAccount, { memory });
  const networks = createAllowance(perNetwork, { memory });

  /** @throws Problem `too-many-requests` */
  return (client: Client, accountId: bigint): void => {
    tellLimits(client, require(accounts.charge(String(accountId)), 'account', perAccount));
    tellLimits(client, require(networks.charge(client.network), 'address', perNetwork));
  };
}

function require({ wait, limit }: Verdict, who: string, { quota }: Quota): Limit {
  if (wait === 0) return limit;
  const what = `This ${who} has sent its ${quota} requests with an idempotency key of this day.`;
  throw tooMany(what, wait, 'Without a key, requests may still pass.', [limit]);
}
