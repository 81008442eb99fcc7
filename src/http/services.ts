import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import type { Store } from '../store/store.ts';
import type { LastUsed } from './lastUsed.ts';
import type { Limits } from './limits.ts';
import type { Passwords } from './passwords.ts';
import type { Tokens } from './tokens.ts';

/** What both doors work with; made once in `serve`. */
export type Services = {
  config: Config;
  store: Store;
  passwords: Passwords;
  tokens: Tokens;
  limits: Limits;
  lastUsed: LastUsed;
  log: Log;
  /** The address people reach the service at, without a slash at its end. */
  publicUrl: string;
};
