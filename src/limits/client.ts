import type { LimitHeaders } from '../model/limit.ts';

/** The network a request comes from, as what it was counted, what of its body counts, and what its answer tells of limits. */
export type Client = {
  network: string;
  counted?: 'network' | 'account';
  /** Bytes. */
  body: number;
  /** That on requests first. */
  told: LimitHeaders[];
};

export function limitsTold({ told }: Client): LimitHeaders | undefined {
  if (told.length < 2) return told[0];
  return {
    'RateLimit-Policy': told.map((limit) => limit['RateLimit-Policy']).join(', '),
    RateLimit: told.map((limit) => limit.RateLimit).join(', '),
  };
}
