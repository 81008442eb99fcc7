import type { MatchMethod, Ref } from '../../model/import/plan.ts';
import { type Kind, kinds } from '../../model/record.ts';

/** The stored ids of the records of earlier rows, or their rows in the plan, by their ids in the file. */
export type FileIds = ReturnType<typeof createFileIds>;

const notImported = -1;
const stored = 0;

export function createFileIds(match: MatchMethod) {
  /** The row that creates a record, `stored` or `notImported`. */
  const outcomes = new Map(kinds.map((kind) => [kind, new Map<number | bigint, number>()]));
  /** Of records that have another id in the store. */
  const storedIds = new Map<string, bigint>();
  const get = (kind: Kind, id: bigint) => outcomes.get(kind)?.get(keyOf(id));
  const set = (kind: Kind, id: bigint, outcome: number) => outcomes.get(kind)?.set(keyOf(id), outcome);
  return {
    has: (kind: Kind, id: bigint) => get(kind, id) !== undefined,
    isCreated: (kind: Kind, id: bigint) => (get(kind, id) ?? stored) > stored,
    leaveOut: (kind: Kind, id: bigint) => set(kind, id, notImported),
    create: (kind: Kind, id: bigint, row: number) => set(kind, id, row),
    find(kind: Kind, id: bigint, storedId: bigint): void {
      set(kind, id, stored);
      if (storedId !== id) storedIds.set(`${kind} ${id}`, storedId);
    },
    /** @returns undefined if no earlier row has the record, null if it is not imported */
    refOf(kind: Kind, id: bigint): Ref | null | undefined {
      const outcome = get(kind, id);
      if (outcome === undefined) return undefined;
      if (outcome === notImported) return null;
      if (outcome === stored) return storedIds.get(`${kind} ${id}`) ?? id;
      return match === 'id' && id > 0n ? id : { row: outcome };
    },
  };
}

/** As a number where that is exact: a bigint takes three times the memory. */
function keyOf(id: bigint): number | bigint {
  const number = Number(BigInt.asIntN(53, id));
  return BigInt(number) === id ? number : id;
}
