import type { Actor } from '../model/actor.ts';
import type { Context } from '../model/context.ts';
import { requireAdmitted } from '../model/rateLimits.ts';
import { type Client, tellLimits } from './client.ts';
import type { Memory } from './memory.ts';
import { createRateCounter } from './rateCounter.ts';

/** A write counts at least this many bytes: the smallest record takes about as much in the store. */
const minBytes = 512;

/** A write: its answer has the record after the write, or says why nothing was changed. */
export type Written = { answer: string; context: Context };

/** Bounds the growth of the store: the bytes of a body count for its network and, with credentials, for its account too. */
export function createBodyLimits(memory: Memory) {
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
     * Counts one of several writes of a body before it is done: its bytes, less the bytes of the body that no write has used.
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
