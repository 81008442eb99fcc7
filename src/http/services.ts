import type { LastUsed } from '../auth/lastUsed.ts';
import type { Passwords } from '../auth/password.ts';
import type { Config } from '../config/config.ts';
import type { Limits } from '../limits/limit.ts';
import type { Claims } from '../process/claims.ts';
import type { Log } from '../process/log.ts';
import type { Store } from '../store/store.ts';

/** What both doors work with; made once in `serve`. */
export type Services = {
  config: Config;
  store: Store;
  passwords: Passwords;
  limits: Limits;
  lastUsed: LastUsed;
  /** What is done by one request at a time, whichever thread has it. */
  claims: Claims;
  log: Log;
  /** The address people reach the service at, without a slash at its end. */
  publicUrl: string;
};
