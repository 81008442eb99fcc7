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
/** Looks may take so much of the time that passes, and what was saved of it, in ms: so a few artists are all looked for, and adding many is not slowed down. */
const share = 0.01;
const mostSaved = 250;

/** What is left for looks, by store, as it was at a time; one look at a time. */
const savings = new WeakMap<Store, { left: number; at: number; looking: boolean }>();

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
  const saved = savings.get(store) ?? { left: mostSaved, at: start, looking: false };
  savings.set(store, saved);
  saved.left = Math.min(mostSaved, saved.left + (start - saved.at) * share);
  saved.at = start;
  if (saved.looking || saved.left <= 0) return undefined;
  saved.looking = true;
  const look = unlessRefused(store.readSlow(full, { name }, caller()))
    .then((found) => found?.map(({ id }) => id))
    .finally(() => {
      saved.looking = false;
      saved.left -= performance.now() - start;
    });
  return Promise.race([look, Bun.sleep(patience).then(() => undefined)]);
}
