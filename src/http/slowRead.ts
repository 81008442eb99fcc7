import type { Client } from '../limits/client.ts';
import type { Actor } from '../model/actor.ts';
import type { Caller } from '../store/slowReads.ts';

/** Whom a slow read of a request counts for. */
export function callerOf({ network }: Client, { accountId }: Actor, { signal }: Request): Caller {
  return { client: accountId === null ? `network ${network}` : `account ${accountId}`, signal };
}
