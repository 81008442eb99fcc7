import type { Limit } from '../model/limit.ts';

/** The network a request comes from, as what it was counted, what of its body counts, and the limits that its answer tells. */
export type Client = {
  network: string;
  counted?: 'network' | 'account';
  /** The account, where it is counted as one. */
  account?: bigint;
  /** Bytes that were counted for it and that no write has used up yet. */
  body: number;
  /** That on requests first. */
  limits: Limit[];
};

/** Has the answer tell limits as they are now. */
export function tellLimits(client: Client, ...now: Limit[]): void {
  client.limits = [...client.limits.filter(({ name }) => !now.some((limit) => limit.name === name)), ...now];
}
