import type { Actor } from '../model/actor.ts';
import type { Change } from '../model/change.ts';
import { toJson } from '../model/json.ts';
import { type Fault, invalidInput, Problem } from '../model/problem.ts';
import { type Conditions, failedCondition, type Revision } from '../model/revision.ts';
import { appendChange } from '../store/change.ts';
import type { Kind, Transaction } from '../store/store.ts';

/** How a new record asks for an id: none, a wish, or (`insist`, from `If-None-Match: *`) that one or nothing. */
export type IdWish = { id: bigint | undefined; insist: boolean };

/**
 * Logs the first version of a new record, which is what claims its id: a wish while that id never was taken, else the
 * sequence's next.
 *
 * @param document the record, with the claimed id, as the log keeps it
 * @throws Problem `precondition-failed` where the caller insists on an id that is or was taken
 */
export async function claimId(tx: Transaction, actor: Actor, kind: Kind, wish: IdWish, document: (id: bigint) => object): Promise<bigint> {
  const log = (id: bigint) => appendChange(tx, changeOf(tx, actor, kind, id, 1n, 'create', document(id)));
  if (wish.id !== undefined) {
    if (await log(wish.id)) return wish.id;
    if (wish.insist)
      throw new Problem('precondition-failed', `The ${kind} id ${wish.id} is or was taken; leave it out to have one assigned.`);
  }
  for (;;) {
    const id = await tx.nextId(kind);
    if (await log(id)) return id;
  }
}

/** Logs a later version of a record. */
export async function logChange(
  tx: Transaction,
  actor: Actor,
  kind: Kind,
  id: bigint,
  version: bigint,
  action: Change['action'],
  document: object,
) {
  if (!(await appendChange(tx, changeOf(tx, actor, kind, id, version, action, document)))) {
    // Another transaction made this version first; the engine retries the loser on what the winner left.
    throw new Problem('unavailable', `The ${kind} was changed at the same moment; nothing was changed. Repeat the request.`, {
      headers: { 'Retry-After': '1' },
    });
  }
}

function changeOf(
  tx: Transaction,
  actor: Actor,
  kind: Kind,
  id: bigint,
  version: bigint,
  action: Change['action'],
  document: object,
): Change {
  return { at: tx.now, actor: actor.userId, kind, id, version, action, document: toJson(document) };
}

/** @throws Problem `precondition-failed` where a stated precondition does not hold */
export function demandConditions(conditions: Conditions, current: Revision<unknown>): void {
  const failed = failedCondition(conditions, current);
  if (failed) throw new Problem('precondition-failed', `${failed} Nothing was changed.`);
}

/**
 * A replacement must carry every member, so that a forgotten one erases nothing; it may lack one that is "" already, for
 * clients that drop empty strings.
 *
 * @throws Problem `invalid-input` naming each member that is missing
 */
export function demandFull<F extends object>(fields: Partial<F>, names: (keyof F & string)[], current: F | undefined): void {
  const missing = names.filter((name) => fields[name] === undefined && current?.[name] !== '');
  if (missing.length === 0) return;
  throw invalidInput(
    missing.map(
      (name): Fault => ({ pointer: `/${name}`, detail: 'is missing; PUT carries the whole record, PATCH changes single members' }),
    ),
  );
}

/** @returns the record with the given members, or undefined where that changes nothing */
export function merged<R extends object>(record: R, fields: Partial<NoInfer<R>>): R | undefined {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const differs = given.some(([name, value]) => record[name as keyof R] !== value);
  return differs ? { ...record, ...Object.fromEntries(given) } : undefined;
}
