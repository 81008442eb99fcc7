import type { Actor } from '../model/actor.ts';
import type { Addition, AdditionPart, StarterArtist } from '../model/addition.ts';
import type { Album, AlbumFields } from '../model/album.ts';
import type { Alias } from '../model/alias.ts';
import type { Artist } from '../model/artist.ts';
import { unavailable } from '../model/problem.ts';
import { nameOrder } from '../model/sortKey.ts';
import { albums as albumTable } from '../store/album.ts';
import { artists as artistTable } from '../store/artist.ts';
import { factTables } from '../store/factTables.ts';
import { type Ever, type FormerRecord, findNamed, listOrigins, readEver } from '../store/origins.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { requireSorted } from './artistList.ts';
import { compare, isNamed } from './formerRecords.ts';
import { createRecord, patchRecord } from './record.ts';

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
export async function planAdditions(reader: Reader, part: AdditionPart): Promise<Addition[]> {
  return (await plan(reader, part)).map(({ addition }) => addition);
}

async function plan(reader: Reader, { artists, origins }: AdditionPart): Promise<Plan[]> {
  await requireSorted(reader);
  const named = await findNamed(
    reader,
    artists.map(({ name }) => name),
  );
  const ids = artists.map(({ name }) => origins[name] ?? named.get(nameOrder(name)));
  const there = ids.flatMap((id) => id ?? []);
  const found = new Map((await artistTable.listByIds(reader, there)).map(({ record }) => [record.id, record]));
  const ever = await readEver(reader, [albumTable, factTables.alias], there);
  return artists.map((artist, i) => planAddition(ever, artist, ids[i], found.get(ids[i] ?? 0n)));
}

/**
 * Adds what is missing of some artists: those whose name nobody has, and albums and aliases of those that exist. A description that is
 * still that of the edition before becomes that of this one. Changed records stay as they are, deleted ones stay deleted. To run it again
 * adds nothing.
 *
 * @throws Problem `unavailable` where names cannot be looked up yet, or another command does the same
 */
export async function addMissing(tx: Transaction, actor: Actor, part: AdditionPart): Promise<Addition[]> {
  await takeTurn(tx);
  const done = [];
  for (const planned of await plan(tx, part)) done.push(await add(tx, actor, planned));
  return done;
}

/** @throws Problem `unavailable` */
export async function takeTurn(tx: Transaction): Promise<void> {
  const row = await tx.get(`select case when ${tx.takes('$1')} then 1 else 0 end as mine`, 'starter catalogue');
  if (Number(row?.mine) === 1) return;
  throw unavailable('The starter catalogue is being added by another command. Wait until that is done.');
}

async function add(tx: Transaction, actor: Actor, { artist, addition, albums, aliases }: Plan): Promise<Addition> {
  const { id, name, description, image, band } = artist;
  const artistId = addition.added
    ? (await createRecord(tx, actor, artistTable, { record: { id, name, description, image, band }, insist: false })).record.id
    : addition.id;
  if (artistId === undefined) return addition;
  if (addition.described) await patchRecord(tx, actor, artistTable, { id: artistId, fields: { description }, conditions: {} });
  for (const record of albums) await createRecord(tx, actor, albumTable, { artistId, record, insist: false });
  for (const record of aliases) await createRecord(tx, actor, factTables.alias, { artistId, record, insist: false });
  return { ...addition, id: artistId };
}

type Plan = { artist: StarterArtist; addition: Addition; albums: Album[]; aliases: Alias[] };

/** @param id of the artist that it is here, if any @param found that artist, unless it was deleted */
function planAddition(ever: Ever, artist: StarterArtist, id: bigint | undefined, found: Artist | undefined): Plan {
  const { name, former } = artist;
  const addition: Addition = {
    name,
    id,
    added: false,
    described: false,
    albums: [],
    removed: [],
    details: 0,
    aliases: 0,
    members: 0,
    identifiers: 0,
    credits: 0,
    sources: 0,
    left: [],
  };
  const missing = ({ albums, aliases }: Pick<StarterArtist, 'albums' | 'aliases'>, more: Partial<Addition>) => ({
    artist,
    addition: { ...addition, albums: albums.map((album) => album.name), aliases: aliases.length, ...more },
    albums,
    aliases,
  });
  if (id === undefined) return missing(artist, { added: true });
  const what = `artist ${id} "${name}"`;
  if (!found) return missing({ albums: [], aliases: [] }, { id: undefined, left: [{ what, why: 'It was deleted.' }] });
  const [albums, aliases] = [
    compare(ever(albumTable, id), artist.albums, isNamed),
    compare(ever(factTables.alias, id), artist.aliases, isNamed),
  ];
  const { description } = found;
  const left = [
    ...(former.description === undefined || [former.description, artist.description].includes(description)
      ? []
      : [{ what: `description of ${what}`, why: 'It was changed.' }]),
    ...albums.known.flatMap(([album, known]) => differences(`album "${album.name}" of ${what}`, album, known)),
    ...aliases.known.flatMap(([{ name }, { now }]) => (now ? [] : [{ what: `alias "${name}" of ${what}`, why: 'It was deleted.' }])),
  ];
  return missing({ albums: albums.missing, aliases: aliases.missing }, { described: description === former.description, left });
}

function differences(what: string, { year }: Album, { now }: FormerRecord<AlbumFields>): Addition['left'] {
  if (!now) return [{ what, why: 'It was deleted.' }];
  return now.year === year ? [] : [{ what, why: `Its year is ${now.year} there, ${year} in the starter catalogue.` }];
}
