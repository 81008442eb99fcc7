import type { Context } from 'hono';
import type { Actor } from '../model/actor.ts';
import { networkOf } from '../model/network.ts';
import { Problem } from '../model/problem.ts';
import { createAllowance } from './allowance.ts';
import { authenticate, type Verifiers } from './credentials.ts';
import { createGuard, type Purpose, type Try } from './guard.ts';
import { type LimitHeaders, tooMany } from './limitHeaders.ts';
import type { AppEnv } from './requestLog.ts';

/** Requests a minute. A busy site of a hundred readers behind one address stays below the first. */
const perNetwork = 6_000;
const perAccount = 12_000;

/** Whom a request counts for, and what its answer tells of that. */
export type Client = { network: string; account: boolean; headers: LimitHeaders | Record<string, never> };

export type Limits = {
  /** Counts a request of the API for its network, before anything else is done. @throws Problem `too-many-requests` */
  admit(c: Context<AppEnv>): Promise<void>;
  /** Counts it for its account instead, once that is known. @throws Problem `too-many-requests` */
  admitActor(client: Client, actor: Actor): Promise<void>;
  /**
   * Counts a sign-up, a login or a request to reset a password, before it is carried out and whether the account exists
   * or not. @param email of a body that was validated @throws Problem `too-many-requests`
   */
  admitTry(client: Client, purpose: Purpose, email?: string): Promise<Try>;
};

/** @param secret see `createGuard` */
export function createLimits(services: Verifiers, secret: string): Limits {
  const networks = createAllowance('address', perNetwork);
  const accounts = createAllowance('account', perAccount);
  const networkOfIpv6 = rememberLast(1_000, (address) => networkOf(address) ?? '');

  async function admitActor(client: Client, { userId }: Actor): Promise<void> {
    if (client.account || userId === null) return;
    client.account = true;
    const { wait, headers } = await accounts.charge(String(userId));
    client.headers = headers;
    if (wait > 0) throw tooMany(`This account has sent its ${perAccount} requests of this minute.`, wait, 'Spread them over more time.');
    await networks.giveBack(client.network);
  }

  return {
    async admit(c) {
      const address = c.get('address');
      // An IPv4 address was judged already, by the socket or as one that a proxy told.
      const network = address.includes(':') ? networkOfIpv6(address) : address;
      const client: Client = { network, account: false, headers: {} };
      c.set('client', client);
      const { wait, headers } = await networks.charge(network);
      client.headers = headers;
      if (wait === 0) return;
      const actor = await authenticate(c.req.raw.headers, services).catch(withoutCredentials);
      if (actor) return admitActor(client, actor);
      throw tooMany(
        `This address has sent its ${perNetwork} requests of this minute.`,
        wait,
        `With valid credentials, requests count for their account, which has ${perAccount} a minute.`,
      );
    },
    admitActor,
    admitTry: createGuard(services.store, secret),
  };
}

function withoutCredentials(error: unknown): undefined {
  if (error instanceof Problem && (error.code === 'unauthenticated' || error.code === 'invalid-token')) return;
  throw error;
}

/** Reading an IPv6 address costs more than counting a request does, and most requests come from an address seen just now. */
function rememberLast(most: number, work: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= most) known.clear();
    const made = work(text);
    known.set(text, made);
    return made;
  };
}

/** Where an operator has switched limits off. */
export const noLimits: Limits = {
  admit: async (c) => c.set('client', { network: '', account: false, headers: {} }),
  admitActor: async () => {},
  admitTry: async () => ({ succeeded: async () => {} }),
};
