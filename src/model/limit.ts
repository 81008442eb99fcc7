/** The number of requests, tries or bytes that may pass in `window` seconds. */
export type Quota = { name: string; quota: number; window: number; unit?: 'content-bytes' };

/** `left`: the rest of the quota. `reset`: the seconds until there is more. */
export type Limit = Quota & { left: number; reset: number };
