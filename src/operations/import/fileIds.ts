import { isRowRef, type MatchMethod, type Ref } from '../../model/import/plan.ts';
import { createNumberMap, exactNumberOf } from '../../model/numberMap.ts';
import { type Kind, kinds } from '../../model/record.ts';

/** For each id of a record in the file: its stored id, or the row of the plan that creates the record. Only rows read so far are known. */
export function createFileIds(match: MatchMethod) {
  /** Positive: the row that creates a record. Negative: the stored id, negated. 0: the record is not imported. */
  const numbers = new Map(kinds.map((kind) => [kind, createNumberMap()]));
  /** References by kind and id, for ids that a `number` cannot hold exactly. */
  const others = new Map<string, Ref | null>();

  function get(kind: Kind, id: bigint): Ref | null | undefined {
    const other = others.size > 0 ? others.get(`${kind} ${id}`) : undefined;
    const key = exactNumberOf(id);
    if (other !== undefined || key === undefined) return other;
    const value = numbers.get(kind)?.get(key);
    if (!value) return value === 0 ? null : undefined;
    return value > 0 ? { row: value } : BigInt(-value);
  }

  function set(kind: Kind, id: bigint, ref: Ref | null): void {
    const key = exactNumberOf(id);
    const value = isRowRef(ref) ? ref.row : exactNumberOf(-(ref ?? 0n));
    if (key === undefined || value === undefined) others.set(`${kind} ${id}`, ref);
    else numbers.get(kind)?.set(key, value);
  }

  return {
    has: (kind: Kind, id: bigint) => get(kind, id) !== undefined,
    isCreated: (kind: Kind, id: bigint) => isRowRef(get(kind, id)),
    setLeftOut: (kind: Kind, id: bigint) => set(kind, id, null),
    setCreated: (kind: Kind, id: bigint, row: number) => set(kind, id, { row }),
    setStored: (kind: Kind, id: bigint, storedId: bigint) => set(kind, id, storedId),
    /** @returns undefined if no earlier row has the record, null if it is not imported */
    refOf(kind: Kind, id: bigint): Ref | null | undefined {
      const ref = get(kind, id);
      // With `match=id` a created record keeps the positive id that it has in the file.
      return isRowRef(ref) && match === 'id' && id > 0n ? id : ref;
    },
  };
}
