import type { Context } from '../model/context.ts';
import type { Limit, Quota } from '../model/limit.ts';
import { tooMany } from '../model/problem.ts';
import { createAllowance, type Verdict } from './allowance.ts';
import { type Client, tellLimits } from './client.ts';
import type { Memory } from './memory.ts';

const mebibyte = 1024 * 1024;
/**
 * Bytes of bodies. Ten minutes are long enough for a burst and short enough that nobody who shares an address is held off for
 * long. Someone who makes many accounts has them all in one network, so a network gets not much more than an account.
 */
const perNetwork = { name: 'address-bytes', quota: 120 * mebibyte, window: 600, unit: 'content-bytes' } as const;
const perAccount = { name: 'account-bytes', quota: 60 * mebibyte, window: 600, unit: 'content-bytes' } as const;
/** What a body counts at least, since the smallest record takes about as much in the store. */
const least = 512;

/** What a request wrote: an answer, which has the record as it is then, or says why nothing was changed. */
export type Written = { answer: string; context: Context };

/** Bounds what the store grows by: what is read of a body counts for its network and, with credentials, for their account too. */
export function createBodyLimits(memory?: Memory) {
  const networks = createAllowance(perNetwork, { memory });
  const accounts = createAllowance(perAccount, { memory });
  const costOf = (bytes: number) => Math.max(least, bytes);

  return {
    /** Counts nothing yet. @throws Problem `too-many-requests` */
    expect({ network }: Client, bytes: number): void {
      require(networks.look(network, costOf(bytes)), 'an address', perNetwork);
    },
    /** @throws Problem `too-many-requests` */
    admit(client: Client, bytes: number): void {
      client.body = costOf(bytes);
      client.limits.push(require(networks.charge(client.network, client.body), 'an address', perNetwork));
    },
    /** @throws Problem `too-many-requests` */
    admitAccount(client: Client, accountId: bigint): void {
      if (client.body > 0) client.limits.push(require(accounts.charge(String(accountId), client.body), 'an account', perAccount));
    },
    /** Counts a further write of a body before it is done: what it would count alone, as far as the body did not. @throws Problem `too-many-requests` */
    admitWrite(client: Client, accountId: bigint, bytes: number): void {
      const more = costOf(bytes) - client.body;
      if (more <= 0) return;
      tellLimits(client, require(networks.charge(client.network, more), 'an address', perNetwork));
      tellLimits(client, require(accounts.charge(String(accountId), more), 'an account', perAccount));
      client.body += more;
    },
    /** Counts what a write took beyond what was counted for it. It is done by then, so this only holds up what comes later. */
    spend(client: Client, accountId: bigint, written: Written): void {
      const more = costOf(bytesOf(written)) - client.body;
      client.body = Math.max(0, -more);
      if (more > 0) tellLimits(client, networks.spend(client.network, more), accounts.spend(String(accountId), more));
    },
  };
}

/** A small change of a long record, or one that goes back to it, writes more than it sends; under a key its answer is kept too. */
function bytesOf({ answer, context: { comment, source, keyed } }: Written): number {
  return Buffer.byteLength(answer) * (keyed ? 2 : 1) + Buffer.byteLength(comment ?? '') + Buffer.byteLength(source ?? '');
}

function require({ wait, limit }: Verdict, whose: string, { quota, window }: Quota): Limit {
  if (wait === 0) return limit;
  const what = `This body is more than is left of the ${quota / mebibyte} MiB of bodies that ${whose} may send in ${window / 60} minutes.`;
  throw tooMany(what, wait, 'Smaller bodies may still pass. For more, spread them over more time or ask the operator.', [limit]);
}
