import type { Actor } from '../model/actor.ts';
import { requireAdmitted, type Verdict } from '../model/rateLimits.ts';
import { type Client, tellLimits } from './client.ts';
import { createRateCounter, type Memory } from './rateCounter.ts';

/** Bytes of an answer that count as one more request: a page of the hundred longest records takes as long as some hundred usual answers. */
const answerBytes = 65_536;

export function createRequestLimits(memory: Memory) {
  const networks = createRateCounter('address', memory);
  const accounts = createRateCounter('account', memory);
  const keysOfAccounts = createRateCounter('account-keys', memory);
  const keysOfNetworks = createRateCounter('address-keys', memory);

  /** Counts a request for its account instead of its network. @throws Problem `too-many-requests` */
  function admitAccount(client: Client, accountId: bigint): void {
    if (client.counted === 'account') return;
    chargeAccount(client, accountId);
    if (client.counted) networks.giveBack(client.network);
    client.counted = 'account';
    client.account = accountId;
  }

  /** Counts one more request for an account. @throws Problem `too-many-requests` */
  function chargeAccount(client: Client, accountId: bigint): void {
    const verdict = accounts.charge(String(accountId));
    client.limits[0] = verdict.limit;
    requireAdmitted(verdict);
  }

  /** Beyond the quota of a network, a request counts for its account. */
  async function admitBeyond(client: Client, verdict: Verdict, identify: () => Promise<Actor | undefined>): Promise<void> {
    const { accountId = null } = (await identify()) ?? {};
    if (accountId === null) requireAdmitted(verdict);
    else admitAccount(client, accountId);
  }

  return {
    admitAccount,
    chargeAccount,
    /**
     * Counts a request for its network.
     *
     * @param identify finds the account of the request's credentials, which takes a while; called only beyond the network's quota
     * @throws Problem `too-many-requests`
     */
    admit(client: Client, identify: () => Promise<Actor | undefined>): Promise<void> | undefined {
      const verdict = networks.charge(client.network);
      client.limits[0] = verdict.limit;
      if (verdict.refused) return admitBeyond(client, verdict, identify);
      client.counted = 'network';
      return undefined;
    },
    /** Counts the further parts of a request that asks for several things, before they are done. @throws Problem `too-many-requests` */
    admitParts(client: Client, parts: number): void {
      if (!client.counted || parts === 0) return;
      const isAccount = client.counted === 'account';
      const verdict = isAccount ? accounts.charge(String(client.account), parts) : networks.charge(client.network, parts);
      client.limits[0] = verdict.limit;
      requireAdmitted(verdict);
    },
    /** Counts a long answer as further requests. It is made by then, so only later requests are refused. @param answer text, or bytes */
    countAnswer(client: Client, answer: string | number): void {
      // A character takes 3 bytes at most, so most answers need not be measured.
      if (typeof answer === 'string' && 3 * answer.length < answerBytes) return;
      const more = Math.floor((typeof answer === 'string' ? Buffer.byteLength(answer) : answer) / answerBytes);
      if (more === 0 || !client.counted) return;
      const isAccount = client.counted === 'account';
      client.limits[0] = isAccount ? accounts.spend(String(client.account), more) : networks.spend(client.network, more);
    },
    /** Counts a request with an idempotency key. @throws Problem `too-many-requests` */
    admitKey(client: Client, { accountId }: Actor): void {
      if (accountId === null) return;
      tellLimits(client, requireAdmitted(keysOfAccounts.charge(String(accountId))));
      tellLimits(client, requireAdmitted(keysOfNetworks.charge(client.network)));
    },
  };
}
