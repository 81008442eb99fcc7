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
/**
 * What looks may take of a thread of their own: so much of the time that passes, and what was saved of it, in ms. So a few artists are all
 * looked for, and adding many is not slowed down.
 */
const full = { share: 0.01, most: 1_000 };
/** The same for looks at names that are the same, which the thread that answers everybody does, or a connection of theirs. */
const quick = { share: 0.02, most: 250 };

type Saving = { left: number; at: number };

/** What is left for looks, by store; one full look at a time. */
const savings = new WeakMap<Store, { full: Saving; quick: Saving; looking: boolean }>();

function savingsOf(store: Store) {
  const at = performance.now();
  const known = savings.get(store) ?? { full: { left: full.most, at }, quick: { left: quick.most, at }, looking: false };
  savings.set(store, known);
  return known;
}

/** Whether something is left; what has passed since the last call is added first. */
function hasLeft(saving: Saving, { share, most }: typeof full): boolean {
  const now = performance.now();
  saving.left = Math.min(most, saving.left + (now - saving.at) * share);
  saving.at = now;
  return saving.left > 0;
}

/**
 * Ids of artists that one which was added likely is a twin of. All that are likely are looked for where there is time, else
 * those only whose names are the same however they are written; none where very many are added at once.
 */
export async function findTwins(store: Store, look: FullLook, added: Artist, caller: () => Caller): Promise<bigint[]> {
  const found = (await lookFully(store, look, added.name, caller)) ?? (await lookQuickly(store, added.name)) ?? [];
  return found.filter((id) => id !== added.id).slice(0, mostNamed);
}

/** The artist is kept by now, so a look that finds the store busy or gone must not refuse the request. */
function unlessRefused<T>(look: () => Promise<T>): Promise<T | undefined> {
  return look().catch((error) => {
    if (error instanceof Problem) return undefined;
    throw error;
  });
}

/** What it takes counts until it is answered: on this thread, or of a connection that others wait for. */
async function lookQuickly(store: Store, name: string): Promise<bigint[] | undefined> {
  const saving = savingsOf(store).quick;
  if (!hasLeft(saving, quick)) return undefined;
  const start = performance.now();
  try {
    return await unlessRefused(async () => store.read(findSameNames, { name, most: mostNamed + 1 }));
  } finally {
    // Many that wait at once for a connection that stands still owe no more than what can be saved.
    saving.left = Math.max(-quick.most, saving.left - (performance.now() - start));
  }
}

async function lookFully(store: Store, look: FullLook, name: string, caller: () => Caller): Promise<bigint[] | undefined> {
  const saved = savingsOf(store);
  if (saved.looking || !hasLeft(saved.full, full)) return undefined;
  saved.looking = true;
  const start = performance.now();
  const looking = unlessRefused(() => store.readSlow(look, { name }, caller()))
    .then((found) => found?.map(({ id }) => id))
    .finally(() => {
      saved.looking = false;
      saved.full.left -= performance.now() - start;
    });
  return Promise.race([looking, Bun.sleep(patience).then(() => undefined)]);
}
