import type { Actor } from '../model/actor.ts';
import type { Addition, AdditionPart, StarterArtist } from '../model/addition.ts';
import type { Album } from '../model/album.ts';
import type { Artist } from '../model/artist.ts';
import { unavailable } from '../model/problem.ts';
import { nameOrder } from '../model/sortKey.ts';
import { albums as albumTable } from '../store/album.ts';
import { artists as artistTable } from '../store/artist.ts';
import { type AllRecords, findNamed, listOrigins, readAllRecords } from '../store/origins.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { albumRule, planRule } from './additionRules.ts';
import { requireSortKeys } from './artist.ts';
import { createRecord, patchRecord } from './record.ts';

const pageSize = 1_000;

/** The ids of the artists that the service created, by name; of several with one name, the first. If a name was redacted, the id tells it. */
export async function findOrigins(reader: Reader, artists: Pick<Artist, 'id' | 'name'>[]): Promise<AdditionPart['origins']> {
  const wanted = new Set(artists.map(({ name }) => name));
  const names = new Map(artists.map(({ id, name }) => [id, name]));
  const origins = new Map<string, bigint>();
  for (let after = 0n; ; ) {
    const page = await listOrigins(reader, after, pageSize);
    for (const { id, name = names.get(id) ?? '' } of page) if (wanted.has(name) && !origins.has(name)) origins.set(name, id);
    after = page.at(-1)?.id ?? after;
    if (page.length < pageSize) return Object.fromEntries(origins);
  }
}

/** Plans what to add for some artists. @throws Problem `unavailable` until all artists have sort keys, by which names are looked up */
export async function planAdditions(reader: Reader, part: AdditionPart): Promise<Addition[]> {
  return (await plan(reader, part)).map(({ addition }) => addition);
}

async function plan(reader: Reader, { artists, origins }: AdditionPart): Promise<Plan[]> {
  await requireSortKeys(reader);
  const names = artists.map(({ name }) => name);
  const named = await findNamed(reader, names);
  const ids = artists.map(({ name }) => origins[name] ?? named.get(nameOrder(name)));
  const knownIds = ids.flatMap((id) => id ?? []);
  const found = new Map((await artistTable.listByIds(reader, knownIds)).map(({ record }) => [record.id, record]));
  const allRecords = await readAllRecords(reader, [albumTable], knownIds);
  return artists.map((artist, i) => planAddition(allRecords, artist, ids[i], found.get(ids[i] ?? 0n)));
}

/**
 * Adds artists whose names no record has, and albums that existing artists lack. A description that is still that of the starter
 * catalogue's former edition is replaced by the new one. Changed records stay as they are, and deleted ones stay deleted. Running it again
 * adds nothing.
 *
 * @throws Problem `unavailable` as `planAdditions`, or where another command does the same
 */
export async function addMissing(tx: Transaction, actor: Actor, part: AdditionPart): Promise<Addition[]> {
  await takeTurn(tx);
  const done = [];
  for (const planned of await plan(tx, part)) done.push(await add(tx, actor, planned));
  return done;
}

/** @throws Problem `unavailable` */
export async function takeTurn(tx: Transaction): Promise<void> {
  if (await tx.tryLock('starter catalogue')) return;
  throw unavailable('The starter catalogue is being added by another command. Wait until that is done.');
}

async function add(tx: Transaction, actor: Actor, { artist, addition, albums }: Plan): Promise<Addition> {
  const artistId = addition.added
    ? (await createRecord(tx, actor, artistTable, { record: artist, requireId: false })).record.id
    : addition.id;
  if (artistId === undefined) return addition;
  if (addition.described)
    await patchRecord(tx, actor, artistTable, { id: artistId, fields: { description: artist.description }, conditions: {} });
  for (const record of albums) await createRecord(tx, actor, albumTable, { artistId, record, requireId: false });
  return { ...addition, id: artistId };
}

type Plan = { artist: StarterArtist; addition: Addition; albums: Album[] };

/**
 * @param id of the artist in this store, if any
 * @param found the artist, unless it was deleted
 */
function planAddition(allRecords: AllRecords, artist: StarterArtist, id: bigint | undefined, found: Artist | undefined): Plan {
  const { name, former } = artist;
  const facts = { details: 0, aliases: 0, members: 0, identifiers: 0, credits: 0, sources: 0 };
  const addition: Addition = { name, id, added: false, described: false, albums: [], removed: [], ...facts, left: [] };
  const subject = `artist ${id} "${name}"`;
  if (id !== undefined && !found)
    return { artist, addition: { ...addition, id: undefined, left: [{ what: subject, why: 'It was deleted.' }] }, albums: [] };
  const { missing, left } = planRule({ allRecords }, artist, id ?? null, albumRule);
  const changed = found && former.description !== undefined && ![former.description, artist.description].includes(found.description);
  return {
    artist,
    addition: {
      ...addition,
      added: !found,
      described: found !== undefined && found.description === former.description,
      albums: missing.map((album) => album.name),
      left: [...(changed ? [{ what: `description of ${subject}`, why: 'It was changed.' }] : []), ...left],
    },
    albums: missing,
  };
}
