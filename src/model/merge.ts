import { type Fields, isSame, type RecordType } from './record.ts';

export type Merged<F extends Fields> = {
  /** In a clash, the value of `mine`. */
  fields: F;
  onlyTheirs: (keyof F & string)[];
  /** Members that both changed to different values: a person has to choose. */
  clashes: (keyof F & string)[];
};

/**
 * Merges two versions of a record with the same base, member by member. A change by one side alone is taken.
 *
 * @param base if it is not known, every difference is a clash
 */
export function merge<F extends Fields>({ names }: RecordType<F>, base: F | undefined, mine: F, theirs: F): Merged<F> {
  const isOnlyTheirs = (name: keyof F) => base !== undefined && isSame(mine[name], base[name]) && !isSame(theirs[name], base[name]);
  const clashes = (name: keyof F) =>
    !isSame(mine[name], theirs[name]) && (base === undefined || [mine, theirs].every((side) => !isSame(side[name], base[name])));
  const fields = Object.fromEntries(names.map((name) => [name, isOnlyTheirs(name) ? theirs[name] : mine[name]])) as F;
  return { fields, onlyTheirs: names.filter(isOnlyTheirs), clashes: names.filter(clashes) };
}

export function differing<F extends Fields>({ names }: RecordType<F>, from: F, to: F): Partial<F> {
  return Object.fromEntries(names.filter((name) => !isSame(from[name], to[name])).map((name) => [name, to[name]])) as Partial<F>;
}
