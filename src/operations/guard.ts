import { type Actor, anonymous, type Right, requireRight } from '../model/actor.ts';
import { invalidToken } from '../model/challenge.ts';
import { actorOfKey, actorOfSession } from '../model/credential.ts';
import { Problem } from '../model/problem.ts';
import { findKeyById } from '../store/key.ts';
import { findSessionById } from '../store/session.ts';
import {
  type Registered,
  registerWrites,
  type Transaction,
  type WriteOperation,
  type WriteOperations,
  type Writes,
} from '../store/store.ts';
import { lockAdministrators } from './administrators.ts';
import { idempotently } from './idempotencyKey.ts';

/**
 * Writes that require a right. The credential was checked when the request came; the account and its rights are read again in the
 * transaction, and cannot change until its end.
 */
export function withRight<T extends WriteOperations>(right: Right, operations: T): Registered<T> {
  return wrapped(operations, (tx, actor) => currentActor(tx, actor, right));
}

/** Writes that require valid credentials but no right, since they change nothing. */
export function withCredentials<T extends WriteOperations>(operations: T): Registered<T> {
  return wrapped(operations, (tx, actor) => currentActor(tx, actor));
}

/** Writes of the service and of its operator, who need no account. */
export function ofService<T extends WriteOperations>(operations: T): Registered<T> {
  return wrapped(operations, async (_, actor) => {
    if (actor.accountId !== null) throw new Problem('forbidden', 'Only the service itself does this.');
    requireRight(actor, 'administer');
    return actor;
  });
}

/** Writes that are open to everyone; credentials are ignored. */
export function ofAnyone<T extends WriteOperations>(operations: T): Registered<T> {
  return wrapped(operations, async (_, actor) => (actor.accountId === null ? actor : anonymous));
}

/** Marks operations that enlarge the store each time. */
export function adding<T extends Writes>(operations: T): T {
  return Object.fromEntries(Object.entries(operations).map(([name, operation]) => [name, { ...operation, adds: true }])) as T;
}

function wrapped<T extends WriteOperations>(operations: T, judge: (tx: Transaction, actor: Actor) => Promise<Actor>): Registered<T> {
  const entries = Object.entries(operations).map(([name, run]) => {
    const guarded: WriteOperation<unknown, unknown> = async (tx, actor, input) => {
      const current = await judge(tx, actor);
      return idempotently(tx, current, (judged) => run(tx, judged, input));
    };
    return [name, guarded];
  });
  return registerWrites(Object.fromEntries(entries) as T);
}

/** @returns the actor, read again in the transaction @throws Problem `invalid-token`, `forbidden` */
async function currentActor(tx: Transaction, actor: Actor, right?: Right): Promise<Actor> {
  if (right === 'administer' || (right === 'manage own account' && actor.role === 'admin')) await lockAdministrators(tx);
  if (actor.accountId !== null) await tx.lock(actor.accountId, right === 'manage own account' ? 'exclusive' : 'shared');
  const current = actor.accountId === null ? actor : await lookUp(tx, actor);
  if (right) requireRight(current, right);
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
