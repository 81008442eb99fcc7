import type { Artist } from '../../model/artist.ts';
import { Problem } from '../../model/problem.ts';
import type { Caller } from '../../store/slowReads.ts';
import type { Read, Store } from '../../store/store.ts';
import { findSameNames } from './suggest.ts';

/** A full look for duplicates, from the table of reads. */
type FullLook = Read<{ name: string }, Artist[]>;

/** Likely twins that an answer names. */
const mostNamed = 5;
/** A look that takes longer is not waited for, in ms. */
const patience = 150;
/** Looks may take so much of a thread's time, so that adding many artists is not slowed down by them. */
const share = 0.1;

/** When the next full look may begin, by store; one at a time. */
const nextLooks = new WeakMap<Store, number>();

/**
 * Ids of artists that one which was added likely is a twin of. All that are likely are looked for where there is time, else
 * those only whose names are the same however they are written.
 */
export async function findTwins(store: Store, full: FullLook, added: Artist, caller: () => Caller): Promise<bigint[]> {
  const sameNames = () => unlessRefused(store.read(findSameNames, { name: added.name, most: mostNamed + 1 }));
  const found = (await lookFully(store, full, added.name, caller)) ?? (await sameNames()) ?? [];
  return found.filter((id) => id !== added.id).slice(0, mostNamed);
}

/** The artist is kept by now, so a look that finds the store busy or gone must not refuse the request. */
function unlessRefused<T>(look: Promise<T>): Promise<T | undefined> {
  return look.catch((error) => {
    if (error instanceof Problem) return undefined;
    throw error;
  });
}

async function lookFully(store: Store, full: FullLook, name: string, caller: () => Caller): Promise<bigint[] | undefined> {
  const start = performance.now();
  if (start < (nextLooks.get(store) ?? 0)) return undefined;
  nextLooks.set(store, Number.POSITIVE_INFINITY);
  const look = unlessRefused(store.readSlow(full, { name }, caller()))
    .then((found) => found?.map(({ id }) => id))
    .finally(() => nextLooks.set(store, performance.now() + (performance.now() - start) / share));
  return Promise.race([look, Bun.sleep(patience).then(() => undefined)]);
}
