import type { Actor } from '../model/actor.ts';
import { tooMany } from '../model/problem.ts';
import { createAllowance, type Verdict } from './allowance.ts';
import type { Client } from './client.ts';
import type { Memory } from './memory.ts';

/** Requests a minute. A busy site of a hundred readers behind one address stays below the first. */
const perNetwork = { name: 'address', quota: 6_000, window: 60 };
const perAccount = { name: 'account', quota: 12_000, window: 60 };

/**
 * Bytes of an answer that count as a request more. Without that a hundred of the longest records, which take as long as some
 * hundred usual answers, would count as little as one.
 */
const answerBytes = 65_536;

export function createRequestLimits(memory?: Memory) {
  const networks = createAllowance(perNetwork, { memory });
  const accounts = createAllowance(perAccount, { memory });

  function admitAccount(client: Client, accountId: bigint): void {
    if (client.counted === 'account') return;
    chargeAccount(client, accountId);
    if (client.counted) networks.giveBack(client.network);
    client.counted = 'account';
    client.account = accountId;
  }

  function chargeAccount(client: Client, accountId: bigint): void {
    const { wait, limit } = accounts.charge(String(accountId));
    client.limits[0] = limit;
    if (wait > 0)
      throw tooMany(`This account has sent its ${perAccount.quota} requests of this minute.`, wait, 'Spread them over more time.', [limit]);
  }

  /** What a network has left no room for counts for its account. */
  async function admitPast(client: Client, { wait, limit }: Verdict, identify: () => Promise<Actor | undefined>): Promise<void> {
    const { accountId = null } = (await identify()) ?? {};
    if (accountId !== null) return admitAccount(client, accountId);
    throw tooMany(
      `This address has sent its ${perNetwork.quota} requests of this minute.`,
      wait,
      `With valid credentials, requests count for their account, which has ${perAccount.quota} a minute.`,
      [limit],
    );
  }

  return {
    /** @param identify finds the account of a request's credentials @throws Problem `too-many-requests` */
    admit(client: Client, identify: () => Promise<Actor | undefined>): Promise<void> | undefined {
      const { wait, limit } = networks.charge(client.network);
      client.limits[0] = limit;
      if (wait > 0) return admitPast(client, { wait, limit }, identify);
      client.counted = 'network';
      return undefined;
    },
    /**
     * Counts a long answer as further requests, once it is made, so that only later ones are refused.
     *
     * @param answer its text or its bytes
     */
    countAnswer(client: Client, answer: string | number): void {
      // A character takes 3 bytes at most, so most answers need not be measured.
      if (typeof answer === 'string' && 3 * answer.length < answerBytes) return;
      const more = Math.floor((typeof answer === 'string' ? Buffer.byteLength(answer) : answer) / answerBytes);
      if (more === 0 || !client.counted) return;
      const isAccount = client.counted === 'account';
      client.limits[0] = isAccount ? accounts.spend(String(client.account), more) : networks.spend(client.network, more);
    },
    /** Counts a request for its account instead. @throws Problem `too-many-requests` */
    admitAccount,
    /** Counts a request more for an account. @throws Problem `too-many-requests` */
    chargeAccount,
  };
}
