import type { Limit } from '../model/limit.ts';

/** The network a request comes from, as what it was counted, what of its body counts, and the limits that its answer tells. */
export type Client = {
  network: string;
  counted?: 'network' | 'account';
  /** The account, where it is counted as one. */
  account?: bigint;
  /** Bytes. */
  body: number;
  /** That on requests first. */
  limits: Limit[];
};
