import type { Addition, StarterArtist } from '../model/addition.ts';
import { detailOf } from '../model/fault.ts';
import type { FieldsOf } from '../model/kinds.ts';
import type { FactKind, Fields, RecordOf } from '../model/record.ts';
import { nameOrder } from '../model/sortKey.ts';
import { albums as albumTable } from '../store/album.ts';
import type { ClaimHolder } from '../store/claim.ts';
import { tables } from '../store/kinds.ts';
import type { AllRecords, FirstAndCurrent } from '../store/origins.ts';
import type { RecordTable } from '../store/record.ts';
import { takenFault } from './valid.ts';

type Album = RecordOf<FieldsOf<'album'>>;

/** `albumId`: the album of the fact, by its id in the catalogue; in a plan by its id in this store, if it exists there. */
type Wanted<F extends Fields> = RecordOf<F> & { albumId?: bigint };

/** The facts of one kind in the starter catalogue, and the rule by which a record of the store counts as one of them. */
type Rule<F extends Fields> = {
  table: RecordTable<F>;
  wanted(artist: StarterArtist): Wanted<F>[];
  labelOf(record: RecordOf<F>): string;
  /** @param byService whether the service created the stored record; a record that a person entered may differ in more members */
  isSame(record: RecordOf<F>, stored: RecordOf<F>, byService: boolean): boolean;
  isNeeded?(record: RecordOf<F>, album: Album): boolean;
  /** The reason why the stored record stays as it is, or deleted, though the catalogue differs. */
  whyLeft?(record: RecordOf<F>, stored: RecordOf<F> | undefined): string | undefined;
};

export type Planned<F extends Fields> = { missing: Wanted<F>[]; left: Addition['left'] };

/** The state of the store for a part of the catalogue. `holders`: the artist that has each identifier, by the id of the identifier there. */
export type Known = { allRecords: AllRecords; holders?: Map<bigint, ClaimHolder> };

export const albumRule: Rule<FieldsOf<'album'>> = {
  table: albumTable,
  wanted: ({ albums }) => albums,
  labelOf: ({ name }) => `album "${name}"`,
  isSame: isNamed,
  whyLeft: ({ year }, stored) => {
    if (!stored) return deleted;
    return stored.year === year ? undefined : `Its year is ${stored.year} there, ${year} in the starter catalogue.`;
  },
};

/** The facts of the catalogue by their kinds, in the order in which they are added. */
export const factRules: { count: 'details' | 'aliases' | 'members' | 'identifiers' | 'credits' | 'sources'; rule: Rule<never> }[] = [
  ruleOf('details', 'artist_details', { wanted: ({ details }) => [details], labelOf: () => 'details', isSame: () => true }),
  ruleOf('details', 'album_details', {
    wanted: ({ albumDetails }) => albumDetails.map((details) => ({ ...details, albumId: details.id })),
    labelOf: () => 'details',
    isSame: () => true,
  }),
  ruleOf('aliases', 'alias', { wanted: ({ aliases }) => aliases, labelOf: ({ name }) => `alias "${name}"`, isSame: isNamed }),
  ruleOf('members', 'membership', {
    wanted: ({ members }) => members,
    labelOf: ({ credited }) => `member "${credited}"`,
    isSame: (record, stored, byService) => haveSameName(record, stored) && (!byService || record.from === stored.from),
  }),
  ruleOf('identifiers', 'artist_identifier', {
    wanted: ({ identifiers }) => identifiers,
    labelOf: ({ scheme, value }) => `identifier ${scheme}:${value}`,
    // One identifier of a scheme is enough, whatever its value.
    isSame: (record, stored) => record.scheme === stored.scheme,
    whyLeft: ({ scheme }, stored) => (stored?.scheme === scheme ? `It is ${stored.value} there.` : 'It was changed or deleted.'),
  }),
  ruleOf('credits', 'credit', {
    wanted: ({ credits }) => credits,
    labelOf: ({ credited }) => `credit "${credited}"`,
    isSame: (record, stored, byService) => haveSameName(record, stored) && (!byService || record.role === stored.role),
  }),
  ruleOf('sources', 'album_source', {
    wanted: ({ sources }) => sources,
    labelOf: ({ value }) => `year ${value}`,
    isSame: (record, stored) => record.about === stored.about && record.supports === stored.supports && record.value === stored.value,
    // An album that already has the other year here needs no source.
    isNeeded: ({ value }, { year }) => value !== String(year),
  }),
];

function ruleOf<K extends FactKind, C>(count: C, kind: K, rule: Omit<Rule<FieldsOf<K>>, 'table'>) {
  return { count, rule: { ...rule, table: tables[kind] } as unknown as Rule<never> };
}

const deleted = 'It was deleted.';

const haveSameName = (one: { credited: string }, other: { credited: string }) => nameOrder(one.credited) === nameOrder(other.credited);

export function isNamed(one: { name: string }, other: { name: string }): boolean {
  return nameOrder(one.name) === nameOrder(other.name);
}

/** The facts of a kind that an artist lacks and never had. @param artistId null for an artist that would be added */
export function planRule<F extends Fields>(
  { allRecords, holders }: Known,
  artist: StarterArtist,
  artistId: bigint | null,
  rule: Rule<F>,
): Planned<F> {
  const { table, wanted, labelOf, isSame, isNeeded = () => true, whyLeft = (_, now) => (now ? undefined : deleted) } = rule;
  const planned: Planned<F> = { missing: [], left: [] };
  for (const record of wanted(artist)) {
    const { albumId } = record;
    const holder = table.type.claims.length > 0 ? holders?.get(record.id) : undefined;
    if (holder && holder.artistId === artistId) continue;
    const named = albumId === undefined ? [] : albumsNamed(allRecords, artist, artistId, albumId);
    const album = named.find(({ now }) => now)?.now;
    if (named.length > 0 && !(album && isNeeded(record, album))) continue;
    const matches = (stored: RecordOf<F> | undefined, byService: boolean) => stored !== undefined && isSame(record, stored, byService);
    const candidates = allRecords(table, artistId).filter((stored) => albumId === undefined || stored.albumId === album?.id);
    const same =
      candidates.find(({ now, byService }) => matches(now, byService)) ??
      candidates.find(({ first, byService }) => matches(first, byService)) ??
      candidates.find((candidate) => hasSameId(record, candidate));
    const why = same ? whyLeft(record, same.now) : holder && `It ${detailOf(takenFault(table.type, record, holder))}.`;
    const owner = `${albumId === undefined ? '' : 'an album of '}artist ${artistId === null ? '' : `${artistId} `}"${artist.name}"`;
    if (why) planned.left.push({ what: `${labelOf(record)} of ${owner}`, why });
    else if (!same) planned.missing.push({ ...record, ...(albumId !== undefined && { albumId: album?.id ?? albumId }) });
  }
  return planned;
}

function albumsNamed(
  allRecords: AllRecords,
  { albums }: StarterArtist,
  artistId: bigint | null,
  starterId: bigint,
): FirstAndCurrent<FieldsOf<'album'>>[] {
  const album = albums.find(({ id }) => id === starterId) as Album;
  const matches = (stored: Album | undefined) => stored !== undefined && isNamed(stored, album);
  return allRecords(albumTable, artistId).filter((stored) => matches(stored.first) || matches(stored.now) || hasSameId(album, stored));
}

/** If a part of the first version was redacted, the id tells which record of the catalogue it was. */
function hasSameId<F extends Fields>(record: { id: bigint }, { id, first, byService }: FirstAndCurrent<F>): boolean {
  return byService && !first && id === record.id;
}
