import type { Actor } from '../model/actor.ts';
import { tooMany } from '../model/limit.ts';
import type { MailKind } from '../model/mail.ts';
import { networkOf } from '../model/network.ts';
import type { Gate } from '../operations/tries.ts';
import type { Store } from '../store/store.ts';
import { createAllowance } from './allowance.ts';
import type { Client } from './client.ts';
import { mailGates, type Posting } from './mailGates.ts';
import { createThrottle, type Purpose, type Try } from './throttle.ts';

/** Requests a minute. A busy site of a hundred readers behind one address stays below the first. */
const perNetwork = { name: 'address', quota: 6_000, window: 60 };
const perAccount = { name: 'account', quota: 12_000, window: 60 };

export type Limits = {
  /** Whom a request from an address counts for. */
  clientOf(address: string): Client;
  /**
   * Counts a request of the API for its network, before anything else is done, or past the network's quota for the account
   * of its credentials. @throws Problem `too-many-requests`
   */
  admit(client: Client, headers: Headers): Promise<void>;
  /** Counts it for its account instead, once that is known. @throws Problem `too-many-requests` */
  admitActor(client: Client, actor: Actor): void;
  /**
   * Counts a sign-up, a login or a request to reset a password, before it is carried out and whether the account exists
   * or not. @param email of a body that was validated @throws Problem `too-many-requests`
   */
  admitTry(client: Client, purpose: Purpose, email?: string): Promise<Try>;
  /** What counts a mail that a request asks for, in the transaction that puts it into the outbox. */
  mailGates(kind: MailKind, posting: Posting): Gate[];
};

/**
 * @param identify whose credentials a request carries, or undefined where none of them is usable
 * @param secret see `createThrottle`
 */
export function createLimits(store: Store, identify: (headers: Headers) => Promise<Actor | undefined>, secret: string): Limits {
  const networks = createAllowance(perNetwork);
  const accounts = createAllowance(perAccount);

  function admitActor(client: Client, { accountId }: Actor): void {
    if (client.counted === 'account' || accountId === null) return;
    const { wait, headers } = accounts.charge(String(accountId));
    client.headers = headers;
    if (wait > 0)
      throw tooMany(`This account has sent its ${perAccount.quota} requests of this minute.`, wait, 'Spread them over more time.', headers);
    if (client.counted) networks.giveBack(client.network);
    client.counted = 'account';
  }

  return {
    clientOf: createClientOf(),
    async admit(client, headers) {
      const { wait, headers: told } = networks.charge(client.network);
      client.headers = told;
      if (wait === 0) {
        client.counted = 'network';
        return;
      }
      const actor = await identify(headers);
      if (actor) return admitActor(client, actor);
      throw tooMany(
        `This address has sent its ${perNetwork.quota} requests of this minute.`,
        wait,
        `With valid credentials, requests count for their account, which has ${perAccount.quota} a minute.`,
        told,
      );
    },
    admitActor,
    admitTry: createThrottle(store, secret),
    mailGates: (kind, posting) => mailGates(secret, kind, posting),
  };
}

/** An IPv4 address was judged already, by the socket or as one that a proxy told. */
function createClientOf(): Limits['clientOf'] {
  const networkOfIpv6 = rememberLast(1_000, (address) => networkOf(address) ?? '');
  return (address) => ({ network: address.includes(':') ? networkOfIpv6(address) : address, headers: {} });
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
export function createNoLimits(): Limits {
  return {
    clientOf: createClientOf(),
    admit: async () => {},
    admitActor() {},
    admitTry: async () => ({ succeeded: async () => {} }),
    mailGates: () => [],
  };
}
