import type { Context } from '../model/context.ts';
import type { Limit, Quota } from '../model/limit.ts';
import { tooMany } from '../model/problem.ts';
import { createAllowance, type Verdict } from './allowance.ts';
import type { Client } from './client.ts';
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
      demand(networks.look(network, costOf(bytes)), 'an address', perNetwork);
    },
    /** @throws Problem `too-many-requests` */
    admit(client: Client, bytes: number): void {
      client.body = costOf(bytes);
      client.limits.push(demand(networks.charge(client.network, client.body), 'an address', perNetwork));
    },
    /** @throws Problem `too-many-requests` */
    admitAccount(client: Client, accountId: bigint): void {
      if (client.body > 0) client.limits.push(demand(accounts.charge(String(accountId), client.body), 'an account', perAccount));
    },
    /** Counts what a write took beyond its body. It is done by then, so this only holds up what comes later. */
    spend(client: Client, accountId: bigint, written: Written): void {
      const bytes = bytesOf(written) - client.body;
      if (bytes <= 0) return;
      const now = [networks.spend(client.network, bytes), accounts.spend(String(accountId), bytes)];
      client.limits = [...client.limits.filter(({ name }) => !now.some((limit) => limit.name === name)), ...now];
    },
  };
}

/** A small change of a long record, or one that goes back to it, writes more than it sends; under a key its answer is kept too. */
function bytesOf({ answer, context: { comment, source, keyed } }: Written): number {
  return Buffer.byteLength(answer) * (keyed ? 2 : 1) + Buffer.byteLength(comment ?? '') + Buffer.byteLength(source ?? '');
}

function demand({ wait, limit }: Verdict, whose: string, { quota, window }: Quota): Limit {
  if (wait === 0) return limit;
  const what = `This body is more than is left of the ${quota / mebibyte} MiB of bodies that ${whose} may send in ${window / 60} minutes.`;
  throw tooMany(what, wait, 'Smaller bodies may still pass. For more, spread them over more time or ask the operator.', [limit]);
}
