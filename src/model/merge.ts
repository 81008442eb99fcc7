import type { Fields, RecordType } from './record.ts';

/** What two changes of one record come to together. */
export type Merged<F extends Fields> = {
  /** Each member as it is to be; of those that both changed, as mine has it. */
  fields: F;
  /** Members that only the others changed. */
  theirs: (keyof F & string)[];
  /** Members that both changed, each to something else: somebody has to choose. */
  clashes: (keyof F & string)[];
};

/**
 * Merges two versions of a record that were made from the same one, member by member: who alone changed one, keeps the change.
 *
 * @param base what both began with; where it is not known, all that differs clashes
 */
export function merge<F extends Fields>({ names }: RecordType<F>, base: F | undefined, mine: F, theirs: F): Merged<F> {
  const isTheirs = (name: keyof F) => base !== undefined && mine[name] === base[name] && theirs[name] !== base[name];
  const clashes = (name: keyof F) =>
    mine[name] !== theirs[name] && (base === undefined || [mine, theirs].every((one) => one[name] !== base[name]));
  const fields = Object.fromEntries(names.map((name) => [name, isTheirs(name) ? theirs[name] : mine[name]])) as F;
  return { fields, theirs: names.filter(isTheirs), clashes: names.filter(clashes) };
}

/** Those members of a record that differ from another's. */
export function differing<F extends Fields>({ names }: RecordType<F>, from: F, to: F): Partial<F> {
  return Object.fromEntries(names.filter((name) => from[name] !== to[name]).map((name) => [name, to[name]])) as Partial<F>;
}
