import type { Actor } from '../model/actor.ts';
import type { Addition, AdditionPart, StarterArtist } from '../model/addition.ts';
import type { Album } from '../model/album.ts';
import { unavailable } from '../model/problem.ts';
import { nameOrder } from '../model/sortKey.ts';
import { artists } from '../store/artist.ts';
import { type FormerAlbum, findNamed, listAlbumsEver, listOrigins } from '../store/origins.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { albumOperations } from './album.ts';
import { artistOperations } from './artist.ts';
import { requireSorted } from './artistList.ts';

const pageSize = 1_000;

/** The ids under which the service created artists of these names; of several, the first. */
export async function findOrigins(reader: Reader, names: string[]): Promise<AdditionPart['origins']> {
  const wanted = new Set(names);
  const origins = new Map<string, bigint>();
  for (let after = 0n; ; ) {
    const page = await listOrigins(reader, after, pageSize);
    for (const { id, name } of page) if (wanted.has(name) && !origins.has(name)) origins.set(name, id);
    after = page.at(-1)?.id ?? after;
    if (page.length < pageSize) return Object.fromEntries(origins);
  }
}

/** Plans what to add of some artists. @throws Problem `unavailable` where names cannot be looked up yet */
export async function planAdditions(reader: Reader, { artists, origins }: AdditionPart): Promise<Addition[]> {
  await requireSorted(reader);
  const plans = [];
  for (const artist of artists) plans.push((await planAddition(reader, artist, origins[artist.name])).addition);
  return plans;
}

/**
 * Adds missing artists, and missing albums of those that exist. Changed records stay as they are, deleted ones stay deleted. To run it again
 * adds nothing.
 *
 * @throws Problem `unavailable` where names cannot be looked up yet, or another command does the same
 */
export async function addMissing(tx: Transaction, actor: Actor, { artists, origins }: AdditionPart): Promise<Addition[]> {
  await requireSorted(tx);
  if (!(await takeTurn(tx))) throw unavailable('The starter catalogue is being added by another command. Wait until that is done.');
  const done = [];
  for (const artist of artists) done.push(await add(tx, actor, artist, origins[artist.name]));
  return done;
}

async function takeTurn(tx: Transaction): Promise<boolean> {
  const row = await tx.get(`select case when ${tx.takes('$1')} then 1 else 0 end as mine`, 'starter catalogue');
  return Number(row?.mine) === 1;
}

async function add(tx: Transaction, actor: Actor, artist: StarterArtist, origin: bigint | undefined): Promise<Addition> {
  const { addition, albums } = await planAddition(tx, artist, origin);
  const { albums: _, ...record } = artist;
  const artistId = addition.added
    ? (await artistOperations.adding.createArtist(tx, actor, { record, insist: false })).record.id
    : addition.id;
  if (artistId !== undefined)
    for (const record of albums) await albumOperations.adding.createAlbum(tx, actor, { artistId, record, insist: false });
  return { ...addition, id: artistId };
}

/** @returns also the albums to add */
async function planAddition(
  reader: Reader,
  { name, albums }: StarterArtist,
  origin: bigint | undefined,
): Promise<{ addition: Addition; albums: Album[] }> {
  const id = origin ?? (await findNamed(reader, name));
  if (id === undefined) return { addition: { name, id, added: true, albums: albums.map(({ name }) => name), left: [] }, albums };
  if (!(await artists.find(reader, { id }))) {
    const left = [{ what: `artist ${id} "${name}"`, why: 'It was deleted.' }];
    return { addition: { name, id: undefined, added: false, albums: [], left }, albums: [] };
  }
  const former = await listAlbumsEver(reader, id);
  const judged = albums.map((album) => ({ album, known: former.find((one) => isSame(one, album)) }));
  const missing = judged.filter(({ known }) => !known).map(({ album }) => album);
  const left = judged.flatMap(({ album, known }) => differs(album, known, `album "${album.name}" of artist ${id} "${name}"`));
  return { addition: { name, id, added: false, albums: missing.map(({ name }) => name), left }, albums: missing };
}

function isSame({ first, now }: FormerAlbum, { name }: Album): boolean {
  return [first, now?.name].some((one) => one !== undefined && nameOrder(one) === nameOrder(name));
}

function differs({ year }: Album, known: FormerAlbum | undefined, what: string): Addition['left'] {
  if (!known) return [];
  if (!known.now) return [{ what, why: 'It was deleted.' }];
  return known.now.year === year ? [] : [{ what, why: `Its year is ${known.now.year} there, ${year} in the starter catalogue.` }];
}
