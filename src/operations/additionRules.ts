import type { Addition, StarterArtist } from '../model/addition.ts';
import { detailOf } from '../model/fault.ts';
import type { FieldsOf } from '../model/kinds.ts';
import type { FactKind, Fields, RecordOf } from '../model/record.ts';
import { nameOrder } from '../model/sortKey.ts';
import { albums as albumTable } from '../store/album.ts';
import type { ClaimHolder } from '../store/claim.ts';
import { factTables } from '../store/factTables.ts';
import type { AllRecords, FirstAndCurrent } from '../store/origins.ts';
import type { RecordTable } from '../store/record.ts';
import { takenFault } from './claim.ts';

type Album = RecordOf<FieldsOf<'album'>>;

/** `albumId`: the album of the fact, by its id in the catalogue; in a plan by its id in this store, if it exists there. */
type Wanted<F extends Fields> = RecordOf<F> & { albumId?: bigint };

/** The facts of one kind in the starter catalogue, and the rule by which a record of the store counts as one of them. */
type Rule<F extends Fields> = {
  table: RecordTable<F>;
  wanted(artist: StarterArtist): Wanted<F>[];
  what(one: RecordOf<F>): string;
  /** @param byService whether the service created the store's record; one that a person entered may differ in more members */
  isSame(one: RecordOf<F>, known: RecordOf<F>, byService: boolean): boolean;
  isNeeded?(one: RecordOf<F>, album: Album): boolean;
  /** The reason why an existing or deleted record is no longer what the catalogue has. */
  whyLeft?(one: RecordOf<F>, known: RecordOf<F> | undefined): string | undefined;
};

export type Planned<F extends Fields> = { missing: Wanted<F>[]; left: Addition['left'] };

/** The state of the store for a part of the catalogue. `holders`: the artists that have its identifiers, by their ids in the store. */
export type Known = { allRecords: AllRecords; holders?: Map<bigint, ClaimHolder> };

export const albumRule: Rule<FieldsOf<'album'>> = {
  table: albumTable,
  wanted: ({ albums }) => albums,
  what: ({ name }) => `album "${name}"`,
  isSame: isNamed,
  whyLeft: ({ year }, known) => {
    if (!known) return deleted;
    return known.year === year ? undefined : `Its year is ${known.year} there, ${year} in the starter catalogue.`;
  },
};

/** The facts of the catalogue by their kinds, in the order in which they are added. */
export const factRules: { count: 'details' | 'aliases' | 'members' | 'identifiers' | 'credits' | 'sources'; rule: Rule<never> }[] = [
  ruleOf('details', 'artist_details', { wanted: ({ details }) => [details], what: () => 'details', isSame: () => true }),
  ruleOf('details', 'album_details', {
    wanted: ({ albumDetails }) => albumDetails.map((one) => ({ ...one, albumId: one.id })),
    what: () => 'details',
    isSame: () => true,
  }),
  ruleOf('aliases', 'alias', { wanted: ({ aliases }) => aliases, what: ({ name }) => `alias "${name}"`, isSame: isNamed }),
  ruleOf('members', 'membership', {
    wanted: ({ members }) => members,
    what: ({ credited }) => `member "${credited}"`,
    isSame: (one, known, byService) => nameOrder(one.credited) === nameOrder(known.credited) && (!byService || one.from === known.from),
  }),
  ruleOf('identifiers', 'artist_identifier', {
    wanted: ({ identifiers }) => identifiers,
    what: ({ scheme, value }) => `identifier ${scheme}:${value}`,
    // One identifier of a scheme is enough, whatever its value.
    isSame: (one, known) => one.scheme === known.scheme,
    whyLeft: ({ scheme }, known) => (known?.scheme === scheme ? `It is ${known.value} there.` : 'It was changed or deleted.'),
  }),
  ruleOf('credits', 'credit', {
    wanted: ({ credits }) => credits,
    what: ({ credited }) => `credit "${credited}"`,
    isSame: (one, known, byService) => nameOrder(one.credited) === nameOrder(known.credited) && (!byService || one.role === known.role),
  }),
  ruleOf('sources', 'album_source', {
    wanted: ({ sources }) => sources,
    what: ({ value }) => `year ${value}`,
    isSame: (one, known) => one.about === known.about && one.supports === known.supports && one.value === known.value,
    // An album that already has the other year here needs no source.
    isNeeded: ({ value }, { year }) => value !== String(year),
  }),
];

function ruleOf<K extends FactKind, C>(count: C, kind: K, rule: Omit<Rule<FieldsOf<K>>, 'table'>) {
  return { count, rule: { ...rule, table: factTables[kind] } as unknown as Rule<never> };
}

const deleted = 'It was deleted.';

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
  const { table, wanted, what, isSame, isNeeded = () => true, whyLeft = (_, now) => (now ? undefined : deleted) } = rule;
  const planned: Planned<F> = { missing: [], left: [] };
  for (const one of wanted(artist)) {
    const holder = table.type.claims.length > 0 ? holders?.get(one.id) : undefined;
    if (holder && holder.artistId === artistId) continue;
    const named = one.albumId === undefined ? [] : albumsNamed(allRecords, artist, artistId, one.albumId);
    const album = named.find(({ now }) => now)?.now;
    if (named.length > 0 && !(album && isNeeded(one, album))) continue;
    const matches = (known: RecordOf<F> | undefined, byService: boolean) => known !== undefined && isSame(one, known, byService);
    const candidates = allRecords(table, artistId).filter(({ albumId }) => one.albumId === undefined || albumId === album?.id);
    const same =
      candidates.find(({ now, byService }) => matches(now, byService)) ??
      candidates.find(({ first, byService }) => matches(first, byService)) ??
      candidates.find((former) => isRedacted(one, former));
    const why = same ? whyLeft(one, same.now) : holder && `It ${detailOf(takenFault(table.type, one, holder))}.`;
    const of = `${one.albumId === undefined ? '' : 'an album of '}artist ${artistId === null ? '' : `${artistId} `}"${artist.name}"`;
    if (why) planned.left.push({ what: `${what(one)} of ${of}`, why });
    else if (!same) planned.missing.push({ ...one, ...(one.albumId !== undefined && { albumId: album?.id ?? one.albumId }) });
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
  const matches = (known: Album | undefined) => known !== undefined && isNamed(known, album);
  return allRecords(albumTable, artistId).filter((former) => matches(former.first) || matches(former.now) || isRedacted(album, former));
}

/** If a part of the first version was redacted, the id tells which record of the catalogue it was. */
function isRedacted<F extends Fields>(one: { id: bigint }, { id, first, byService }: FirstAndCurrent<F>): boolean {
  return byService && !first && id === one.id;
}
