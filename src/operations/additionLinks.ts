import type { Actor } from '../model/actor.ts';
import type { Addition, LinkPart, StarterArtist } from '../model/addition.ts';
import type { Album, AlbumFields } from '../model/album.ts';
import type { Membership } from '../model/membership.ts';
import { Problem } from '../model/problem.ts';
import { nameOrder } from '../model/sortKey.ts';
import { albums } from '../store/album.ts';
import { factTables } from '../store/factTables.ts';
import { type FormerRecord, listEver } from '../store/origins.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { takeTurn } from './addition.ts';
import { addDetails, type MissingDetails, planDetails } from './additionDetails.ts';
import { albumOperations } from './album.ts';
import { compare, isNamed } from './formerRecords.ts';
import { createRecord } from './record.ts';

/** What would become of the members of some artists, and of albums that stand under other artists now. */
export async function planLinks(reader: Reader, { artists, ids }: LinkPart): Promise<Linked[]> {
  const plans = [];
  for (const artist of artists) plans.push((await planLink(reader, artist, ids)).linked);
  return plans;
}

/**
 * Adds members that some artists lack, and removes albums that stand under other artists now, where these have them and nobody changed
 * anything since the service wrote them. All artists must have been added. It can be made again, which changes nothing.
 *
 * @throws Problem `unavailable` where another does the same
 */
export async function linkMissing(tx: Transaction, actor: Actor, { artists, ids }: LinkPart): Promise<Linked[]> {
  await takeTurn(tx);
  const done = [];
  for (const artist of artists) {
    const { linked, details, members, gone } = await planLink(tx, artist, ids);
    const artistId = ids[String(artist.id)] as bigint;
    await addDetails(tx, actor, artist, artistId, details);
    for (const member of members) {
      const record = { ...member, person: member.person && (ids[String(member.person)] ?? null) };
      const refused = await createRecord(tx, actor, factTables.membership, { artistId, record, insist: false }).then(
        () => undefined,
        whyRefused,
      );
      if (!refused) continue;
      linked.members--;
      linked.left.push({ what: `member "${record.credited}" of artist ${artistId} "${artist.name}"`, why: refused });
    }
    for (const albumId of gone) await albumOperations.removing.deleteAlbum(tx, actor, { artistId, albumId, conditions: {} });
    done.push(linked);
  }
  return done;
}

type Linked = Pick<Addition, 'details' | 'members' | 'removed' | 'left'>;

/** @returns also the members to add and the ids of the albums to remove */
async function planLink(
  reader: Reader,
  artist: StarterArtist,
  ids: LinkPart['ids'],
): Promise<{ linked: Linked; details: MissingDetails; members: Membership[]; gone: bigint[] }> {
  const { id: starterId, name, members, former } = artist;
  const id = ids[String(starterId)];
  const none = { details: { own: false, ofAlbums: [] }, gone: [] };
  if (id === undefined) return { ...none, linked: { details: 0, members: 0, removed: [], left: [] }, members: [] };
  if (id === null)
    return { ...none, linked: { details: 1 + artist.albumDetails.length, members: members.length, removed: [], left: [] }, members };
  const details = await planDetails(reader, artist, id);
  const { missing, known } = compare(await listEver(reader, factTables.membership, id), members, isMember);
  const left: Addition['left'] = known.flatMap(([{ credited }, { now }]) =>
    now ? [] : [{ what: `member "${credited}" of artist ${id} "${name}"`, why: 'It was deleted.' }],
  );
  const gone: { id: bigint; name: string }[] = [];
  const ever = former.albums.length > 0 ? await listEver(reader, albums, id) : [];
  for (const album of former.albums) {
    const standing = ever.find(({ first, now, byService }) => byService && now && first?.name === album.name);
    if (!standing?.now) continue;
    const why = await whyLeft(reader, standing, ids[String(album.now)]);
    if (why) left.push({ what: `album "${album.name}" of artist ${id} "${name}"`, why });
    else gone.push(standing.now);
  }
  return {
    linked: {
      details: Number(details.own) + details.ofAlbums.length,
      members: missing.length,
      removed: gone.map((album) => album.name),
      left,
    },
    details,
    members: missing,
    gone: gone.map(({ id }) => id),
  };
}

/** What people made of the artists meanwhile may exclude a member: a person is no group. Nothing was written then. */
function whyRefused(error: unknown): string {
  if (error instanceof Problem && error.code === 'invalid-input') return `It was refused: ${error.message}`;
  throw error;
}

/** One that somebody else entered counts whatever its dates are. */
function isMember(one: Membership, other: Membership, byService: boolean): boolean {
  return nameOrder(one.credited) === nameOrder(other.credited) && (!byService || one.from === other.from);
}

/** @param other the artist that has it now: null for one that would be added, undefined where it is not there */
async function whyLeft(
  reader: Reader,
  { first, now }: FormerRecord<AlbumFields>,
  other: bigint | null | undefined,
): Promise<string | undefined> {
  if (JSON.stringify({ ...first, id: 0 }) !== JSON.stringify({ ...now, id: 0 })) return 'It was changed; another artist has it now.';
  if (other === undefined) return 'The artist that has it now was deleted.';
  if (other === null) return undefined;
  const same = (await listEver(reader, albums, other)).filter((one) =>
    [one.first, one.now].some((album) => album && isNamed(album, now as Album)),
  );
  return same.length > 0 && !same.some((one) => one.now) ? `It was deleted under artist ${other}, which has it now.` : undefined;
}
