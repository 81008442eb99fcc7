import type { Actor } from '../model/actor.ts';
import { networkOf } from '../model/network.ts';
import type { Store } from '../store/store.ts';
import { createBodyLimits } from './body.ts';
import type { Client } from './client.ts';
import { type Memory, makeMemory } from './memory.ts';
import { createRequestLimits } from './request.ts';
import { createStreamLimits } from './streams.ts';
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
     * Counts a further write of a body that makes several, before it is done, as if it were a request of its own with its own bytes.
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

/** @returns the client that a request from an address counts for. The socket or the proxy settings validated an IPv4 address already. */
function createClientOf(): (address: string) => Client {
  const networkOfIpv6 = rememberLast(1_000, (address) => networkOf(address) ?? '');
  return (address) => ({ network: address.includes(':') ? networkOfIpv6(address) : address, body: 0, limits: [] });
}

/** Reading an IPv6 address costs more than counting a request does, and most requests come from an address seen just now. */
function rememberLast(max: number, work: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= max) known.clear();
    const made = work(text);
    known.set(text, made);
    return made;
  };
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
