import type { Actor } from '../model/actor.ts';
import type { MailKind } from '../model/mail.ts';
import { networkOf } from '../model/network.ts';
import type { Gate } from '../operations/tries.ts';
import type { Store } from '../store/store.ts';
import { createBodyLimits, type Written } from './body.ts';
import type { Client } from './client.ts';
import { createKeyLimits } from './idempotencyKey.ts';
import { mailGates, type Posting } from './mailGates.ts';
import type { Memory } from './memory.ts';
import { createRequestLimits } from './request.ts';
import { createThrottle, type Purpose, type Try } from './throttle.ts';

export type Limits = {
  /** The client that a request from an address counts for. */
  clientOf(address: string): Client;
  /**
   * Counts a request of the API for its network, before anything else is done, or past the network's quota for the account
   * that `identify` finds, which takes a while. @throws Problem `too-many-requests`
   */
  admit(client: Client, identify: () => Promise<Actor | undefined>): Promise<void> | undefined;
  /** Counts an answer of many bytes as further requests. @param answer its text or its bytes */
  countAnswer(client: Client, answer: string | number): void;
  /** Judges a body by the length that its head tells, before it is read. @throws Problem `too-many-requests` */
  expectBody(client: Client, bytes: number): void;
  /** Counts what was read of a body for its network. @throws Problem `too-many-requests` */
  admitBody(client: Client, bytes: number): void;
  /**
   * Counts a request for its account instead, once that is known, and its body for the account too.
   * @throws Problem `too-many-requests`
   */
  admitActor(client: Client, actor: Actor): void;
  /**
   * Counts a further write of a body that has several, before it is done, as a request and for its bytes: as if it came alone.
   * @throws Problem `too-many-requests`
   */
  admitWrite(client: Client, actor: Actor, bytes: number): void;
  /** Counts what a write of the catalogue took beyond its body, once it is done. */
  countWrite(client: Client, actor: Actor, written: Written): void;
  /** Counts a request with an idempotency key. @throws Problem `too-many-requests` */
  admitKey(client: Client, actor: Actor): void;
  /**
   * Counts a sign-up, a login or a request to reset a password, before it is carried out and whether the account exists
   * or not. @param email of a body that was validated @throws Problem `too-many-requests`
   */
  admitTry(client: Client, purpose: Purpose, email?: string): Promise<Try>;
  /** What counts a mail that a request asks for, in the transaction that puts it into the outbox. */
  mailGates(kind: MailKind, posting: Posting): Gate[];
};

/**
 * @param digestKey see `digest`
 * @param memory where threads that share it count together
 */
export function createLimits(store: Store, digestKey: string, memory?: Memory): Limits {
  const requests = createRequestLimits(memory);
  const bodies = createBodyLimits(memory);
  const keys = createKeyLimits(memory);
  return {
    clientOf: createClientOf(),
    admit: requests.admit,
    countAnswer: requests.countAnswer,
    expectBody: bodies.expect,
    admitBody: bodies.admit,
    admitActor(client, { accountId }) {
      if (accountId === null) return;
      requests.admitAccount(client, accountId);
      bodies.admitAccount(client, accountId);
    },
    admitWrite(client, { accountId }, bytes) {
      if (accountId === null) return;
      requests.chargeAccount(client, accountId);
      bodies.admitWrite(client, accountId, bytes);
    },
    countWrite(client, { accountId }, written) {
      if (accountId !== null) bodies.spend(client, accountId, written);
    },
    admitKey(client, { accountId }) {
      if (accountId !== null) keys(client, accountId);
    },
    admitTry: createThrottle(store, digestKey),
    mailGates: (kind, posting) => mailGates(digestKey, kind, posting),
  };
}

/** An IPv4 address was judged already, by the socket or as one that a proxy told. */
function createClientOf(): Limits['clientOf'] {
  const networkOfIpv6 = rememberLast(1_000, (address) => networkOf(address) ?? '');
  return (address) => ({ network: address.includes(':') ? networkOfIpv6(address) : address, body: 0, limits: [] });
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
    admit: () => undefined,
    countAnswer() {},
    expectBody() {},
    admitBody() {},
    admitActor() {},
    admitWrite() {},
    countWrite() {},
    admitKey() {},
    admitTry: async () => ({ succeeded() {} }),
    mailGates: () => [],
  };
}
