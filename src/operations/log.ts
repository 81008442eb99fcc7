import type { Actor } from '../model/actor.ts';
import type { Content } from '../model/content.ts';
import { Problem } from '../model/problem.ts';
import type { Kind } from '../model/record.ts';
import type { Action } from '../model/revision.ts';
import type { RecordIds } from '../store/record.ts';
import { appendRevision, appendRevisions, type NewRevision } from '../store/revision.ts';
import type { Transaction } from '../store/store.ts';

export type Entry = Content &
  RecordIds & {
    at: number;
    kind: Kind;
    version: bigint;
    action: Action;
    /** The version that this one restores, if it undoes others. */
    reverts?: bigint | null;
  };

/** The requested id of a new record, if any. With `requireId`, another id is refused. */
export type RequestedId = { id: bigint | undefined; requireId: boolean };

/**
 * Logs the first version of a new record. This row claims its id: the requested id if no record ever had it, else the next of the sequence.
 *
 * @throws Problem `precondition-failed` where the caller requires an id that a record has or had
 */
export async function assignId(tx: Transaction, actor: Actor, requested: RequestedId, entry: Omit<Entry, 'id'>): Promise<bigint> {
  const { kind } = entry;
  const assign = (id: bigint) => logRevision(tx, actor, { ...entry, id });
  if (requested.id !== undefined) {
    if (await assign(requested.id)) return requested.id;
    if (requested.requireId)
      throw new Problem('precondition-failed', `The ${kind} id ${requested.id} is or was taken; leave it out to have one assigned.`);
  }
  let id = await tx.nextId(kind);
  while (!(await assign(id))) id = await tx.nextId(kind, id);
  return id;
}

/** Logs versions of records in few statements. @throws where one of them exists already */
export async function logRevisions(tx: Transaction, actor: Actor, entries: Entry[]): Promise<void> {
  const revisions = entries.map((entry) => revisionOf(tx, actor, entry));
  await appendRevisions(tx, revisions);
}

/** @returns false if the first version existed already */
export function logRevision(tx: Transaction, actor: Actor, entry: Entry): Promise<boolean> {
  return appendRevision(tx, revisionOf(tx, actor, entry));
}

function revisionOf(tx: Transaction, actor: Actor, { artistId, albumId, reverts, ...entry }: Entry): NewRevision {
  const above = { artistId: artistId ?? null, albumId: albumId ?? null };
  return { ...entry, ...above, accountId: actor.accountId, reverts: reverts ?? null, ...tx.context };
}
