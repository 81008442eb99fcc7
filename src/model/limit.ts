/** What a limit allows in `window` seconds: requests, or bytes of bodies. */
export type Quota = { name: string; quota: number; window: number; unit?: 'content-bytes' };

/** A limit and its state: what is left, and in how many seconds there is more. */
export type Limit = Quota & { left: number; reset: number };
