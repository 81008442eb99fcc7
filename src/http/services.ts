import type { LastUsed } from '../auth/lastUsed.ts';
import type { Passwords } from '../auth/password.ts';
import type { Config } from '../config/config.ts';
import type { Limits } from '../limits/limit.ts';
import type { Log } from '../process/log.ts';
import type { Store } from '../store/store.ts';
import type { Counts } from './counts.ts';
import type { Tail } from './stream/tail.ts';

/** Used by the API and the site; made once in `serve`. */
export type Services = {
  config: Config;
  store: Store;
  passwords: Passwords;
  limits: Limits;
  lastUsed: LastUsed;
  log: Log;
  counts: Counts;
  /** The newest part of the log of changes. */
  tail: Tail;
  /** Without a slash at its end. */
  publicUrl: string;
};
