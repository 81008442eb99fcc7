import type { Client } from '../limits/client.ts';
import type { Actor } from '../model/actor.ts';
import type { Caller } from '../store/slowReads.ts';

/** A slow read is attributed to the account of its request, else to the network. */
export function callerOf({ network }: Client, { accountId }: Actor, { signal }: Request): Caller {
  return { client: accountId === null ? `network ${network}` : `account ${accountId}`, signal };
}
