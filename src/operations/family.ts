import type { PathOf } from '../model/record.ts';
import type { NamedArtist } from '../store/artist.ts';
import { listShownMemberships, listTies, type ShownMembership, type Tie } from '../store/facts.ts';
import type { Reader } from '../store/store.ts';

/** The most memberships of the artist that are followed. */
const maxOwn = 100n;
/** The most memberships of each artist one step away that are followed. */
const maxOfEach = 12n;
/** The most artists two steps away that are shown. */
const maxFar = 60;

/**
 * An artist one step away. `as`: its role for the first artist. `since`: the date of the first membership. `far`: the ids of the artists
 * two steps away that it leads to.
 */
export type Relative = NamedArtist & { as: 'members' | 'bands'; since: string | null; far: bigint[] };
/** An artist two steps away, with the ids of the artists between, and the start of each membership. */
export type FarRelative = NamedArtist & { ties: { near: bigint; since: string | null }[] };

/** The artists within two memberships of one artist. `unlisted`: the number of artists two steps away that `far` leaves out. */
export type Family = { near: Relative[]; far: FarRelative[]; unlisted: number };

/**
 * Reads the members of an artist and their groups, and its groups and their members. Each artist appears once, at its shortest distance.
 */
export async function readFamily(reader: Reader, { artistId }: PathOf<'artist'>): Promise<Family> {
  const members = await listShownMemberships(reader, 'group', artistId, maxOwn);
  const groups = await listShownMemberships(reader, 'person', artistId, maxOwn);
  const near = nearestOf({ members, bands: groups }, artistId);
  const idsOf = (memberships: ShownMembership[]) => [...new Set(memberships.flatMap(({ other }) => other?.id ?? []))];
  const ties = [
    ...(await listTies(reader, 'person', idsOf(members), maxOfEach)),
    ...(await listTies(reader, 'group', idsOf(groups), maxOfEach)),
  ];
  const found = farOf(ties, new Set([artistId, ...near.map(({ id }) => id)]));
  const far = found.slice(0, maxFar);
  const farByNear = Map.groupBy(
    far.flatMap(({ id, ties }) => ties.map(({ near }) => ({ near, id }))),
    ({ near }) => near,
  );
  return {
    near: near.map((artist) => ({ ...artist, far: (farByNear.get(artist.id) ?? []).map(({ id }) => id) })),
    far,
    unlisted: found.length - far.length,
  };
}

function nearestOf(memberships: Record<Relative['as'], ShownMembership[]>, self: bigint): Omit<Relative, 'far'>[] {
  const near = new Map<bigint, Omit<Relative, 'far'>>();
  for (const as of ['members', 'bands'] as const)
    for (const { other, from } of memberships[as])
      if (other && other.id !== self && !near.has(other.id)) near.set(other.id, { ...other, as, since: from });
  return [...near.values()];
}

function farOf(ties: Tie[], known: Set<bigint>): FarRelative[] {
  const far = new Map<bigint, FarRelative>();
  for (const { near, far: artist, from } of ties) {
    if (known.has(artist.id)) continue;
    const relative = far.get(artist.id) ?? { ...artist, ties: [] };
    far.set(artist.id, relative);
    if (!relative.ties.some((tie) => tie.near === near)) relative.ties.push({ near, since: from });
  }
  return [...far.values()].sort((a, b) => b.ties.length - a.ties.length || a.name.localeCompare(b.name, 'es'));
}
