import type { LimitHeaders } from '../model/limit.ts';

/** Whom a request counts for, and what its answer tells of that. */
export type Client = { network: string; account: boolean; headers: LimitHeaders | Record<string, never> };
