import type { LimitHeaders } from '../model/limit.ts';

/** The network a request comes from, as what it was counted, and what its answer tells of that. */
export type Client = { network: string; counted?: 'network' | 'account'; headers: LimitHeaders | Record<string, never> };
