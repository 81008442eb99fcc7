import { type Actor, anonymous, type Right, require } from '../model/actor.ts';
import { invalidToken } from '../model/challenge.ts';
import { actorOfKey, actorOfSession } from '../model/credential.ts';
import { Problem } from '../model/problem.ts';
import { findKeyById } from '../store/key.ts';
import { findSessionById } from '../store/session.ts';
import { registerWrites, type Transaction, type Write, type WriteOperation } from '../store/store.ts';
import { lockAdministrators } from './administrators.ts';
import { idempotently } from './idempotencyKey.ts';

declare const guarded: unique symbol;

/** A write operation that checks who may use it. The table of writes accepts no other operation. */
type Guarded<I, O> = WriteOperation<I, O> & { readonly [guarded]: true };

// biome-ignore lint/suspicious/noExplicitAny: a table holds operations of every input and result
type Operations = Record<string, WriteOperation<any, any>>;
export type AllGuarded<T extends Operations> = { [K in keyof T]: T[K] extends WriteOperation<infer I, infer O> ? Guarded<I, O> : never };

// biome-ignore lint/suspicious/noExplicitAny: a table holds operations of every input and result
type Table = Record<string, Guarded<any, any>>;
type Registered<T extends Table> = { readonly [K in keyof T]: T[K] extends Guarded<infer I, infer O> ? Write<I, O> : never };

/** @param adding operations that enlarge the store each time */
export function guardedWrites<A extends Table, B extends Table>(adding: A, others: B): Registered<A> & Registered<B> {
  return { ...registerWrites(adding, true), ...registerWrites(others) } as never;
}

/**
 * Writes that require a right. The credential was checked when the request came; the account and its rights are read again in the
 * transaction, and cannot change until its end.
 */
export function withRight<T extends Operations>(right: Right, operations: T): AllGuarded<T> {
  return wrapped(operations, (tx, actor) => currentActor(tx, actor, right));
}

/** Writes that require valid credentials but no right, since they change nothing. */
export function withCredentials<T extends Operations>(operations: T): AllGuarded<T> {
  return wrapped(operations, (tx, actor) => currentActor(tx, actor));
}

/** Writes of the service and of its operator, who need no account. */
export function ofService<T extends Operations>(operations: T): AllGuarded<T> {
  return wrapped(operations, async (_, actor) => {
    if (actor.accountId !== null) throw new Problem('forbidden', 'Only the service itself does this.');
    require(actor, 'administer');
    return actor;
  });
}

/** Writes that are open to everyone; credentials are ignored. */
export function ofAnyone<T extends Operations>(operations: T): AllGuarded<T> {
  return wrapped(operations, async (_, actor) => (actor.accountId === null ? actor : anonymous));
}

function wrapped<T extends Operations>(operations: T, judge: (tx: Transaction, actor: Actor) => Promise<Actor>): AllGuarded<T> {
  const entries = Object.entries(operations).map(([name, run]) => {
    const guarded: WriteOperation<unknown, unknown> = async (tx, actor, input) => {
      const current = await judge(tx, actor);
      return idempotently(tx, current, (judged) => run(tx, judged, input));
    };
    return [name, guarded];
  });
  return Object.fromEntries(entries);
}

/** @returns the actor, read again in the transaction @throws Problem `invalid-token`, `forbidden` */
async function currentActor(tx: Transaction, actor: Actor, right?: Right): Promise<Actor> {
  if (right === 'administer' || (right === 'manage own account' && actor.role === 'admin')) await lockAdministrators(tx);
  if (actor.accountId !== null) await tx.lock(actor.accountId, right === 'manage own account' ? 'exclusive' : 'shared');
  const current = actor.accountId === null ? actor : await lookUp(tx, actor);
  if (right) require(current, right);
  return current;
}

/** A login's own key is checked as a key, which ends with its login. */
async function lookUp(tx: Transaction, actor: Actor): Promise<Actor> {
  const { sessionId, keyId } = actor;
  const terms = { mustConfirm: actor.confirmation !== undefined, now: tx.now };
  const found =
    keyId === null ? actorOfSession(await findSessionById(tx, sessionId ?? 0n), terms) : actorOfKey(await findKeyById(tx, keyId), terms);
  if (typeof found === 'string') throw invalidToken(found);
  return found;
}
