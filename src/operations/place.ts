import { notFound } from '../model/problem.ts';
import { type EntryKind, isSingle, type Kind, kindRows, kindsUnder, type RecordType, wordsOf } from '../model/record.ts';
import { artists } from '../store/artist.ts';
import { recordTables } from '../store/kinds.ts';
import type { Ancestry, RecordIds, RecordTable } from '../store/record.ts';
import type { Transaction } from '../store/store.ts';

export function placesAbove(type: Pick<RecordType, 'ancestors'>, under: Ancestry): (RecordIds & { kind: EntryKind })[] {
  return type.ancestors.map((kind, i) => {
    const above = type.ancestors.slice(0, i).map((outer) => [`${outer}Id`, under[`${outer}Id`]]);
    return { kind, id: under[`${kind}Id`] as bigint, ...Object.fromEntries(above) };
  });
}

/**
 * Locks the artist of a record, so that a deletion of the artist and changes of the records under it exclude each other.
 *
 * @returns whether the artist exists
 */
export async function lockArtist(tx: Transaction, { artistId }: Ancestry): Promise<boolean> {
  return artistId === undefined || (await artists.lock(tx, { id: artistId })) !== undefined;
}

export function tablesUnder(kind: Kind): RecordTable<never>[] {
  return kindsUnder(kind).map((under) => recordTables[under]);
}

export function requireFound<T>(kind: Kind, place: RecordIds, found: T | undefined): T {
  if (found) return found;
  throw notFound(nameOf(kind, place));
}

/** For messages: `album 7 of artist 1`. */
export function nameOf(kind: Kind, { id, ...above }: RecordIds): string {
  const known = kindRows[kind].above.filter((name) => above[`${name}Id`] !== undefined);
  const names = known.toReversed().map((name) => `${name} ${above[`${name}Id`]}`);
  return [isSingle(kind) ? kindRows[kind].segment : `${wordsOf(kind)} ${id}`, ...names].join(' of ');
}
