import type { Actor } from '../model/actor.ts';
import { tooMany } from '../model/limit.ts';
import { createAllowance } from './allowance.ts';
import type { Client } from './client.ts';

/** Requests a minute. A busy site of a hundred readers behind one address stays below the first. */
const perNetwork = { name: 'address', quota: 6_000, window: 60 };
const perAccount = { name: 'account', quota: 12_000, window: 60 };

/** @param identify whose credentials a request carries, or undefined where none of them is usable */
export function createRequestLimits(identify: (headers: Headers) => Promise<Actor | undefined>) {
  const networks = createAllowance(perNetwork);
  const accounts = createAllowance(perAccount);

  function admitAccount(client: Client, accountId: bigint): void {
    if (client.counted === 'account') return;
    const { wait, headers } = accounts.charge(String(accountId));
    client.told[0] = headers;
    if (wait > 0)
      throw tooMany(`This account has sent its ${perAccount.quota} requests of this minute.`, wait, 'Spread them over more time.', headers);
    if (client.counted) networks.giveBack(client.network);
    client.counted = 'account';
  }

  return {
    /** @throws Problem `too-many-requests` */
    async admit(client: Client, headers: Headers): Promise<void> {
      const { wait, headers: told } = networks.charge(client.network);
      client.told[0] = told;
      if (wait === 0) {
        client.counted = 'network';
        return;
      }
      const { accountId = null } = (await identify(headers)) ?? {};
      if (accountId !== null) return admitAccount(client, accountId);
      throw tooMany(
        `This address has sent its ${perNetwork.quota} requests of this minute.`,
        wait,
        `With valid credentials, requests count for their account, which has ${perAccount.quota} a minute.`,
        told,
      );
    },
    /** Counts a request for its account instead. @throws Problem `too-many-requests` */
    admitAccount,
  };
}
