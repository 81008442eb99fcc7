import type { Actor } from '../model/actor.ts';
import type { Addition, LinkPart, StarterArtist, StarterCredit, StarterSource } from '../model/addition.ts';
import { detailOf } from '../model/fault.ts';
import type { ArtistIdentifier, ArtistIdentifierFields } from '../model/identifier.ts';
import { Problem } from '../model/problem.ts';
import { type Holder, listHolders } from '../store/claim.ts';
import { factTables } from '../store/factTables.ts';
import type { Ever, FormerRecord } from '../store/origins.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { planCredits, planSources } from './additionUnderAlbums.ts';
import { takenFault } from './claim.ts';
import { createRecord } from './record.ts';

/** What to add; an `albumId` is that in this store, where the album is there already. */
export type MissingParts = { identifiers: ArtistIdentifier[]; credits: StarterCredit[]; sources: StarterSource[]; left: Addition['left'] };

const { artist_identifier: identifierTable, credit: creditTable, album_source: sourceTable } = factTables;

/** Who has the identifiers of the catalogue, by the ids that these have there. */
export async function readHolders(reader: Reader, artists: StarterArtist[]): Promise<Holders> {
  // Others may have these ids here.
  const unplaced = artists.flatMap(({ identifiers }) => identifiers.map((one) => ({ ...one, id: -one.id })));
  return new Map((await listHolders(reader, identifierTable.type, unplaced)).map((holder) => [-holder.wantedBy, holder]));
}

type Holders = Map<bigint, Holder>;

/** What the store has of what a part of the catalogue wants. */
export type Known = { ever: Ever; holders: Holders };

/** Identifiers, credits and sources that an artist lacks and never had. @param artistId null for an artist that would be added */
export function planParts({ ever, holders }: Known, artist: StarterArtist, artistId: bigint | null): MissingParts {
  const identifiers = planIdentifiers(ever(identifierTable, artistId), holders, artist, artistId);
  if (artistId === null) return { ...identifiers, credits: artist.credits, sources: artist.sources };
  const credits = planCredits(ever, artist, artistId);
  const sources = planSources(ever, artist, artistId);
  const left = [identifiers, credits, sources].flatMap((planned) => planned.left);
  return { identifiers: identifiers.identifiers, credits: credits.missing, sources: sources.missing, left };
}

/** One identifier of a scheme that an artist has or had is enough, whatever its value. */
function planIdentifiers(
  ever: FormerRecord<ArtistIdentifierFields>[],
  holders: Holders,
  { name, identifiers }: StarterArtist,
  artistId: bigint | null,
) {
  const missing: ArtistIdentifier[] = [];
  const left: Addition['left'] = [];
  for (const one of identifiers) {
    const what = `identifier ${one.scheme}:${one.value} of artist ${artistId === null ? '' : `${artistId} `}"${name}"`;
    const alike = ever.filter(({ first, now }) => [first, now].some((known) => known?.scheme === one.scheme));
    const there = alike.map(({ now }) => now).filter((now) => now?.scheme === one.scheme);
    const holder = holders.get(one.id);
    if (holder && holder.artistId === artistId) continue;
    if (there[0]) left.push({ what, why: `It is ${there[0].value} there.` });
    else if (alike.length > 0) left.push({ what, why: 'It was changed or deleted.' });
    else if (holder) left.push({ what, why: `It ${detailOf(takenFault(identifierTable.type, one, holder))}.` });
    else missing.push(one);
  }
  return { identifiers: missing, left };
}

/** @param ids as in a `LinkPart` @returns what was added, and what was refused and why */
export async function addParts(
  tx: Transaction,
  actor: Actor,
  artistId: bigint,
  { identifiers, credits, sources }: MissingParts,
  ids: LinkPart['ids'],
): Promise<{ credits: number; sources: number; left: Addition['left'] }> {
  for (const record of identifiers) await createRecord(tx, actor, identifierTable, { artistId, record, insist: false });
  const left: Addition['left'] = [];
  for (const { albumId, ...one } of credits) {
    const record = { ...one, artist: one.artist && (ids[String(one.artist)] ?? null) };
    const why = await whyRefused(createRecord(tx, actor, creditTable, { artistId, albumId, record, insist: false }));
    if (why) left.push({ what: `credit "${one.credited}" of album ${albumId}`, why });
  }
  const refused = left.length;
  for (const { albumId, ...record } of sources) {
    const why = await whyRefused(createRecord(tx, actor, sourceTable, { artistId, albumId, record, insist: false }));
    if (why) left.push({ what: `year ${record.value} of album ${albumId}`, why });
  }
  return { credits: credits.length - refused, sources: sources.length - (left.length - refused), left };
}

/** What people made of the catalogue meanwhile may exclude a record: a person is no group. Nothing was written then. */
export async function whyRefused(creation: Promise<unknown>): Promise<string | undefined> {
  try {
    await creation;
    return undefined;
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid-input') return `It was refused: ${error.message}`;
    throw error;
  }
}
