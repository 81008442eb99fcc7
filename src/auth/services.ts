import type { Client } from '../limits/client.ts';
import type { Limits } from '../limits/limit.ts';
import type { Actor } from '../model/actor.ts';
import type { Store } from '../store/store.ts';
import type { WithHashing } from './password.ts';

export type AuthServices = { store: Store; limits: Limits };

/** The sender of a request that may hash a password. */
export type Sender = { client: Client; withHashing: WithHashing };
export type Caller = Sender & { actor: Actor };
