import type { Actor } from '../model/actor.ts';
import type { Addition, LinkPart, StarterArtist } from '../model/addition.ts';
import type { Album, AlbumFields } from '../model/album.ts';
import type { Membership } from '../model/membership.ts';
import { nameOrder } from '../model/sortKey.ts';
import { albums } from '../store/album.ts';
import { factTables } from '../store/factTables.ts';
import { type Ever, type FormerRecord, readEver } from '../store/origins.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { takeTurn } from './addition.ts';
import { addDetails, type MissingDetails, planDetails } from './additionDetails.ts';
import { addParts, type Known, type MissingParts, planParts, readHolders, whyRefused } from './additionParts.ts';
import { compare, isNamed } from './formerRecords.ts';
import { createRecord, deleteRecord } from './record.ts';

/** What would become of the members, identifiers, credits and sources of some artists, and of albums that stand under other artists now. */
export async function planLinks(reader: Reader, part: LinkPart): Promise<Linked[]> {
  const known = await readKnown(reader, part);
  return part.artists.map((artist) => planLink(known, artist, part.ids).linked);
}

async function readKnown(reader: Reader, { artists, ids }: LinkPart): Promise<Known> {
  const wanted = artists.flatMap(({ id, former }) => [id, ...former.albums.map(({ now }) => now)]);
  const { artist_details, album_details, membership, artist_identifier, credit, album_source } = factTables;
  const tables = [albums, artist_details, album_details, membership, artist_identifier, credit, album_source];
  const ever = await readEver(
    reader,
    tables,
    wanted.flatMap((id) => ids[String(id)] ?? []),
  );
  return { ever, holders: await readHolders(reader, artists) };
}

/**
 * Adds details, members, identifiers, credits and sources that some artists lack, and removes albums that stand under other artists now,
 * where these have them and nobody changed anything since the service wrote them. All artists must have been added. It can be made again, which changes nothing.
 *
 * @throws Problem `unavailable` where another does the same
 */
export async function linkMissing(tx: Transaction, actor: Actor, { artists, ids }: LinkPart): Promise<Linked[]> {
  await takeTurn(tx);
  const known = await readKnown(tx, { artists, ids });
  const done = [];
  for (const artist of artists) {
    const { linked, details, members, parts, gone } = planLink(known, artist, ids);
    const artistId = ids[String(artist.id)] as bigint;
    await addDetails(tx, actor, artist, artistId, details);
    for (const member of members) {
      const record = { ...member, person: member.person && (ids[String(member.person)] ?? null) };
      const refused = await whyRefused(createRecord(tx, actor, factTables.membership, { artistId, record, insist: false }));
      if (!refused) continue;
      linked.members--;
      linked.left.push({ what: `member "${record.credited}" of artist ${artistId} "${artist.name}"`, why: refused });
    }
    const added = await addParts(tx, actor, artistId, parts, ids);
    linked.credits = added.credits;
    linked.sources = added.sources;
    linked.left.push(...added.left);
    for (const albumId of gone) await deleteRecord(tx, actor, albums, { artistId, id: albumId, conditions: {} });
    done.push(linked);
  }
  return done;
}

type Linked = Pick<Addition, 'details' | 'members' | 'identifiers' | 'credits' | 'sources' | 'removed' | 'left'>;

type LinkPlan = { linked: Linked; details: MissingDetails; members: Membership[]; parts: MissingParts; gone: bigint[] };

/** @returns also what to add and the ids of the albums to remove */
function planLink(known: Known, artist: StarterArtist, ids: LinkPart['ids']): LinkPlan {
  const { id: starterId, name, members, former } = artist;
  const id = ids[String(starterId)];
  const none = { details: { own: false, ofAlbums: [] }, gone: [] };
  if (id === undefined)
    return {
      ...none,
      linked: { details: 0, members: 0, identifiers: 0, credits: 0, sources: 0, removed: [], left: [] },
      members: [],
      parts: { identifiers: [], credits: [], sources: [], left: [] },
    };
  const parts = planParts(known, artist, id);
  const counts = { identifiers: parts.identifiers.length, credits: parts.credits.length, sources: parts.sources.length };
  if (id === null) {
    const linked = { details: 1 + artist.albumDetails.length, members: members.length, ...counts, removed: [], left: parts.left };
    return { ...none, linked, members, parts };
  }
  const { ever } = known;
  const details = planDetails(ever, artist, id);
  const compared = compare(ever(factTables.membership, id), members, isMember);
  const deleted = compared.known.flatMap(([{ credited }, { now }]) =>
    now ? [] : [{ what: `member "${credited}" of artist ${id} "${name}"`, why: 'It was deleted.' }],
  );
  const left: Addition['left'] = [...deleted, ...parts.left];
  const gone: { id: bigint; name: string }[] = [];
  for (const album of former.albums) {
    const standing = ever(albums, id).find(({ first, now, byService }) => byService && now && first?.name === album.name);
    if (!standing?.now) continue;
    const why = whyLeft(ever, standing, ids[String(album.now)]);
    if (why) left.push({ what: `album "${album.name}" of artist ${id} "${name}"`, why });
    else gone.push(standing.now);
  }
  return {
    linked: {
      details: Number(details.own) + details.ofAlbums.length,
      members: compared.missing.length,
      ...counts,
      removed: gone.map((album) => album.name),
      left,
    },
    details,
    members: compared.missing,
    parts,
    gone: gone.map(({ id }) => id),
  };
}

/** One that somebody else entered counts whatever its dates are. */
function isMember(one: Membership, other: Membership, byService: boolean): boolean {
  return nameOrder(one.credited) === nameOrder(other.credited) && (!byService || one.from === other.from);
}

/** @param other the artist that has it now: null for one that would be added, undefined where it is not there */
function whyLeft(ever: Ever, { first, now }: FormerRecord<AlbumFields>, other: bigint | null | undefined): string | undefined {
  if (JSON.stringify({ ...first, id: 0 }) !== JSON.stringify({ ...now, id: 0 })) return 'It was changed; another artist has it now.';
  if (other === undefined) return 'The artist that has it now was deleted.';
  if (other === null) return undefined;
  const same = ever(albums, other).filter((one) => [one.first, one.now].some((album) => album && isNamed(album, now as Album)));
  return same.length > 0 && !same.some((one) => one.now) ? `It was deleted under artist ${other}, which has it now.` : undefined;
}
