import type { Actor } from '../model/actor.ts';
import type { Hidden } from '../model/hiding.ts';
import { notFound, Problem } from '../model/problem.ts';
import type { Kind } from '../model/record.ts';
import { deleteHiding, findCurrent, findNumbered, type NumberedVersion, saveHiding } from '../store/hiding.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { nameOf } from './place.ts';

/**
 * Hides a change, and the other changes that its request made under the same artist, or shows them again. Editors still see them. Nothing
 * is erased, and no version is made. Clients treat a change without a record as a deletion, so the newest version of a record is never
 * hidden.
 *
 * @param hidden null shows them again
 * @returns the version with the number `seq`
 * @throws Problem `not-found`, `still-current` where a record has these values now
 */
export async function hideChange(
  tx: Transaction,
  { accountId }: Actor,
  { seq, hidden }: { seq: bigint; hidden: Hidden | null },
): Promise<NumberedVersion> {
  const found = await readNumbered(tx, seq);
  const scope = { changeset: found.changeset, about: found.artistId ?? found.id };
  const current = hidden === 'all' ? await findCurrent(tx, scope) : undefined;
  if (current) {
    const name = nameOf(current.kind as Kind, current);
    throw new Problem('still-current', `The ${name} still has these values. Change them first, or delete the record; nothing was hidden.`);
  }
  await (hidden === null ? deleteHiding(tx, scope) : saveHiding(tx, accountId, scope, hidden));
  return found;
}

/** The version that has a number in the log. @throws Problem `not-found` */
export async function readNumbered(reader: Reader, seq: bigint): Promise<NumberedVersion> {
  const found = await findNumbered(reader, seq);
  if (!found) throw notFound(`change ${seq}`);
  return found;
}
