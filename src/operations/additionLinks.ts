import type { Actor } from '../model/actor.ts';
import type { Addition, LinkPart, StarterArtist } from '../model/addition.ts';
import type { FieldsOf } from '../model/kinds.ts';
import { Problem } from '../model/problem.ts';
import { type Fields, isSingle, type Member, type RecordOf } from '../model/record.ts';
import { albums } from '../store/album.ts';
import { listHolders } from '../store/claim.ts';
import { tables } from '../store/kinds.ts';
import { type AllRecords, type FirstAndCurrent, readAllRecords } from '../store/origins.ts';
import type { Ancestry, RecordTable } from '../store/record.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { takeTurn } from './addition.ts';
import { factRules, isNamed, type Known, type Planned, planRule } from './additionRules.ts';
import { createRecord, deleteRecord, putRecord } from './record.ts';

/** Plans the facts of some artists, and the albums that now belong to other artists. */
export async function planLinks(reader: Reader, part: LinkPart): Promise<Linked[]> {
  const known = await readKnown(reader, part);
  return part.artists.map((artist) => planLink(known, artist, part.ids).linked);
}

async function readKnown(reader: Reader, { artists, ids }: LinkPart): Promise<Known> {
  const wanted = artists.flatMap(({ id, former }) => [id, ...former.albums.map(({ artistNow }) => artistNow)]);
  const wantedTables = [albums, ...factRules.map(({ rule }) => rule.table)];
  const knownIds = wanted.flatMap((id) => ids[String(id)] ?? []);
  const allRecords = await readAllRecords(reader, wantedTables, knownIds);
  // With the ids of the catalogue negated: here they may be ids of other records, and a record is not found as its own holder.
  const unplaced = artists.flatMap(({ identifiers }) => identifiers.map((one) => ({ ...one, id: -one.id })));
  const holders = await listHolders(reader, tables.artist_identifier.type, unplaced);
  return { allRecords, holders: new Map(holders.map((holder) => [-holder.wantedBy, holder])) };
}

/**
 * Adds facts that some artists lack. Removes an album that now belongs to another artist, if that artist has it and nobody has changed it
 * since the service wrote it. All artists must have been added before. Running it again changes nothing.
 *
 * @throws Problem `unavailable` where another command does the same
 */
export async function linkMissing(tx: Transaction, actor: Actor, { artists, ids }: LinkPart): Promise<Linked[]> {
  await takeTurn(tx);
  const known = await readKnown(tx, { artists, ids });
  const done = [];
  for (const artist of artists) {
    const { linked, facts, toRemove } = planLink(known, artist, ids);
    const artistId = ids[String(artist.id)] as bigint;
    for (const { count, rule, missing } of facts)
      for (const { albumId, ...record } of missing as Planned<Fields>['missing']) {
        const under = { artistId, ...(albumId !== undefined && { albumId }) };
        const why = await whyRefused(add(tx, actor, rule.table as unknown as RecordTable<Fields>, under, record, ids));
        if (!why) continue;
        linked[count]--;
        const owner = albumId === undefined ? `artist ${artistId} "${artist.name}"` : `album ${albumId}`;
        linked.left.push({ what: `${rule.labelOf(record as never)} of ${owner}`, why });
      }
    for (const id of toRemove) await deleteRecord(tx, actor, albums, { artistId, id, conditions: {} });
    done.push(linked);
  }
  return done;
}

function add(tx: Transaction, actor: Actor, table: RecordTable<Fields>, under: Ancestry, record: RecordOf<Fields>, ids: LinkPart['ids']) {
  const { kind, names, members } = table.type;
  const value = (name: keyof Fields) => {
    const starterValue = record[name];
    return (members[name] as Member<unknown>).references && starterValue !== null ? (ids[String(starterValue)] ?? null) : starterValue;
  };
  const fields = Object.fromEntries(names.map((name) => [name, value(name)]));
  const id = under.albumId ?? (under.artistId as bigint);
  if (isSingle(kind)) return putRecord(tx, actor, table, { ...under, id, fields, conditions: {} });
  return createRecord(tx, actor, table, { ...under, record: { ...fields, id: record.id }, requireId: false });
}

/** A change made meanwhile may exclude a record: an artist that is now a person has no members. A refusal writes nothing. */
async function whyRefused(addition: Promise<unknown>): Promise<string | undefined> {
  try {
    await addition;
    return undefined;
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid-input') return `It was refused: ${error.message}`;
    throw error;
  }
}

type Linked = Omit<Addition, 'name' | 'id' | 'added' | 'described' | 'albums'>;
type LinkPlan = { linked: Linked; facts: ((typeof factRules)[number] & Planned<never>)[]; toRemove: bigint[] };

/** @returns also the facts to add and the ids of the albums to remove */
function planLink(known: Known, artist: StarterArtist, ids: LinkPart['ids']): LinkPlan {
  const id = ids[String(artist.id)];
  const linked: Linked = { details: 0, aliases: 0, members: 0, identifiers: 0, credits: 0, sources: 0, removed: [], left: [] };
  if (id === undefined) return { linked, facts: [], toRemove: [] };
  const facts = factRules.map(({ count, rule }) => ({ count, rule, ...planRule(known, artist, id, rule) }));
  for (const { count, missing, left } of facts) {
    linked[count] += missing.length;
    linked.left.push(...left);
  }
  const toRemove: bigint[] = [];
  for (const album of id === null ? [] : artist.former.albums) {
    const stored = known.allRecords(albums, id).find(({ first, now, byService }) => byService && now && first?.name === album.name);
    if (!stored?.now) continue;
    const why = whyLeft(known.allRecords, stored, ids[String(album.artistNow)]);
    if (why) linked.left.push({ what: `album "${album.name}" of artist ${id} "${artist.name}"`, why });
    else toRemove.push(stored.now.id);
    if (!why) linked.removed.push(stored.now.name);
  }
  return { linked, facts, toRemove };
}

/** @param other the artist that has it now: null for one that would be added, undefined if it does not exist */
function whyLeft(
  allRecords: AllRecords,
  { first, now }: FirstAndCurrent<FieldsOf<'album'>>,
  other: bigint | null | undefined,
): string | undefined {
  if (JSON.stringify({ ...first, id: 0 }) !== JSON.stringify({ ...now, id: 0 })) return 'It was changed; another artist has it now.';
  if (other === undefined) return 'The artist that has it now was deleted.';
  if (other === null) return undefined;
  const same = allRecords(albums, other).filter((stored) =>
    [stored.first, stored.now].some((album) => album && isNamed(album, now as { name: string })),
  );
  return same.length > 0 && !same.some((stored) => stored.now) ? `It was deleted under artist ${other}, which has it now.` : undefined;
}
