/** How many requests, tries or bytes of bodies pass in `window` seconds. */
export type Quota = { name: string; quota: number; window: number; unit?: 'content-bytes' };

/** `left` of the quota; in `reset` seconds there is more. */
export type Limit = Quota & { left: number; reset: number };
