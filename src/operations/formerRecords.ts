import type { Fields, RecordOf } from '../model/record.ts';
import { nameOrder } from '../model/sortKey.ts';
import type { FormerRecord } from '../store/origins.ts';

/** Divides records into those that an artist has or had, each with that, and the others. */
export function compare<F extends Fields>(
  ever: FormerRecord<F>[],
  wanted: RecordOf<F>[],
  isSame: (one: RecordOf<F>, other: RecordOf<F>, byService: boolean) => boolean,
): { known: [RecordOf<F>, FormerRecord<F>][]; missing: RecordOf<F>[] } {
  const judged = wanted.map((record) => {
    const known = ever.find(({ first, now, byService }) => [first, now].some((one) => one && isSame(one, record, byService)));
    return { record, known };
  });
  return {
    known: judged.flatMap(({ record, known }): [RecordOf<F>, FormerRecord<F>][] => (known ? [[record, known]] : [])),
    missing: judged.filter(({ known }) => !known).map(({ record }) => record),
  };
}

export function isNamed(one: { name: string }, other: { name: string }): boolean {
  return nameOrder(one.name) === nameOrder(other.name);
}
