import type { Limit } from '../model/limit.ts';

/** The network of a request, and how the request was counted. */
export type Client = {
  /** An IPv4 address or an IPv6 /64. */
  network: string;
  counted?: 'network' | 'account';
  /** Set only if the request was counted for this account. */
  account?: bigint;
  /** Bytes that were counted and not used by a write yet. */
  body: number;
  /** The limits for the header fields of the answer, the limit on requests first. */
  limits: Limit[];
};

/** Replaces limits of the same name. */
export function tellLimits(client: Client, ...latest: Limit[]): void {
  client.limits = [...client.limits.filter(({ name }) => !latest.some((limit) => limit.name === name)), ...latest];
}
