import type { Actor } from '../model/actor.ts';
import type { Context } from '../model/context.ts';
import { networkOf } from '../model/network.ts';
import { tooMany } from '../model/problem.ts';
import { requireAdmitted, streamLimits } from '../model/rateLimits.ts';
import { createShares } from '../model/shares.ts';
import type { Store } from '../store/store.ts';
import { type Client, tellLimits } from './client.ts';
import { createRateCounter, type Memory, makeMemory } from './rateCounter.ts';
import { createRequestLimits } from './request.ts';
import { createTryLimits } from './tries.ts';

export type Limits = ReturnType<typeof createLimits>;

/** @param digestKey see `digest` @param memory threads that share it count together */
export function createLimits(store: Store, digestKey: string, memory: Memory = makeMemory()) {
  const { admitAccount, chargeAccount, ...requests } = createRequestLimits(memory);
  const { admitBodyOf, admitBytes, ...bodies } = createBodyLimits(memory);
  return {
    ...requests,
    ...bodies,
    ...createStreamLimits(),
    ...createTryLimits(store, digestKey),
    clientOf: createClientOf(),
    /** Counts a request for its account instead of its network, and its body for the account too. @throws Problem `too-many-requests` */
    admitActor(client: Client, { accountId }: Actor): void {
      if (accountId === null) return;
      admitAccount(client, accountId);
      admitBodyOf(client, accountId);
    },
    /**
     * For a body with several writes: counts one write before it is done, as a separate request with its own bytes.
     *
     * @throws Problem `too-many-requests`
     */
    admitWrite(client: Client, { accountId }: Actor, bytes: number): void {
      if (accountId === null) return;
      chargeAccount(client, accountId);
      admitBytes(client, accountId, bytes);
    },
  };
}

/** The most IPv6 addresses whose networks are cached: parsing an address takes longer than counting a request. */
const maxCached = 1_000;

/** @returns the client that a request from an address counts for. The socket or the proxy settings validated an IPv4 address already. */
function createClientOf(): (address: string) => Client {
  const cache = new Map<string, string>();
  function networkOfIpv6(address: string): string {
    const cached = cache.get(address);
    if (cached !== undefined) return cached;
    if (cache.size >= maxCached) cache.clear();
    const network = networkOf(address) ?? '';
    cache.set(address, network);
    return network;
  }
  return (address) => ({ network: address.includes(':') ? networkOfIpv6(address) : address, body: 0, limits: [] });
}

/** The limits where the operator has switched them off. */
export function createNoLimits(): Limits {
  return {
    clientOf: createClientOf(),
    admit: () => undefined,
    admitParts() {},
    countAnswer() {},
    expectBody() {},
    admitBody() {},
    admitActor() {},
    admitWrite() {},
    countWrite() {},
    admitKey() {},
    admitStream: async () => () => {},
    admitTry: async () => ({ succeeded() {} }),
    mailLimits: () => [],
  };
}

/** A write counts at least this many bytes: the smallest record takes about as much in the store. */
const minBytes = 512;

/** A write: its answer has the record after the write, or says why nothing was changed. */
type Written = { answer: string; context: Context };

/** Bounds the growth of the store: the bytes of a body count for its network and, with credentials, for its account too. */
function createBodyLimits(memory: Memory) {
  const networks = createRateCounter('address-bytes', memory);
  const accounts = createRateCounter('account-bytes', memory);
  const costOf = (bytes: number) => Math.max(minBytes, bytes);

  return {
    /** Judges a body by its announced length, before it is read. @throws Problem `too-many-requests` */
    expectBody({ network }: Client, bytes: number): void {
      requireAdmitted(networks.look(network, costOf(bytes)));
    },
    /** Counts a body for its network, after it was read. @throws Problem `too-many-requests` */
    admitBody(client: Client, bytes: number): void {
      client.body = costOf(bytes);
      tellLimits(client, requireAdmitted(networks.charge(client.network, client.body)));
    },
    /** Counts the body for the account too. @throws Problem `too-many-requests` */
    admitBodyOf(client: Client, accountId: bigint): void {
      if (client.body > 0) tellLimits(client, requireAdmitted(accounts.charge(String(accountId), client.body)));
    },
    /**
     * For a body with several writes: counts the bytes of one write before it is done. Bytes of the body that no write has used are
     * deducted, since they were counted already.
     *
     * @throws Problem `too-many-requests`
     */
    admitBytes(client: Client, accountId: bigint, bytes: number): void {
      const more = costOf(bytes) - client.body;
      if (more <= 0) return;
      tellLimits(client, requireAdmitted(networks.charge(client.network, more)));
      tellLimits(client, requireAdmitted(accounts.charge(String(accountId), more)));
      client.body += more;
    },
    /**
     * Counts the bytes that a write of the catalogue took beyond its body. The write is done by then, so only later requests are refused.
     */
    countWrite(client: Client, { accountId }: Actor, written: Written): void {
      if (accountId === null) return;
      const more = costOf(bytesOf(written)) - client.body;
      client.body = Math.max(0, -more);
      if (more > 0) tellLimits(client, networks.spend(client.network, more), accounts.spend(String(accountId), more));
    },
  };
}

/** A small change of a long record writes more than it sends. With an idempotency key the answer is stored too. */
function bytesOf({ answer, context: { comment, source, keyed } }: Written): number {
  return Buffer.byteLength(answer) * (keyed ? 2 : 1) + Buffer.byteLength(comment ?? '') + Buffer.byteLength(source ?? '');
}

/** Bounds the number of open streams of a thread. */
function createStreamLimits() {
  const { places, part } = streamLimits;
  const shares = createShares(places);
  return {
    /**
     * Reserves a place for a stream: one of its network or, if the network has no more, one of its account.
     *
     * @param identify finds the account of the request's credentials
     * @returns a function that releases the place
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
