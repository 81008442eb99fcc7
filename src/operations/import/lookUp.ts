import { type FieldError, fieldError, Problem } from '../../model/problem.ts';
import type { EntryKind, Fields, Kind, RecordOf } from '../../model/record.ts';
import { nameOrders } from '../../model/sortKey.ts';
import { listIdsBySortName } from '../../store/artist.ts';
import { listHolders } from '../../store/claim.ts';
import { recordTables } from '../../store/kinds.ts';
import type { Ancestry, RecordTable, VersionedRecord } from '../../store/record.ts';
import { listUsed } from '../../store/revision.ts';
import type { Reader } from '../../store/store.ts';
import { requireSortKeys } from '../artist.ts';
import { requireValid, takenFault } from '../valid.ts';

/** `names`: of artists. `under`: parents whose records are all read. `above`: artists and albums to find. `claims`: identifiers to find. */
export type ImportLookup = {
  kind: Kind;
  ids: bigint[];
  names: string[];
  under: bigint[];
  above: { [K in EntryKind]: bigint[] };
  claims: RecordOf<Fields>[];
};

/** An empty look-up. Callers fill in members. */
export const noLookup = { ids: [], names: [], under: [], above: { artist: [], album: [] }, claims: [] };

/** `used`: ids of deleted records. `above`: the artists and albums that exist. `holders`: the artist or album with an identifier. */
export type ImportFound = {
  records: VersionedRecord<Fields>[];
  used: bigint[];
  above: { [K in EntryKind]: { id: bigint; artistId: bigint | undefined }[] };
  holders: { wantedBy: bigint; parent: bigint }[];
};

/** Reads the stored records for some rows of one kind, in a few statements. @throws Problem `unavailable` */
export async function lookUpImport(reader: Reader, { kind, ids, names, under, above, claims }: ImportLookup): Promise<ImportFound> {
  const table = recordTables[kind] as unknown as RecordTable<Fields>;
  if (names.length > 0) await requireSortKeys(reader);
  const named = await listIdsBySortName(reader, [...new Set(names.flatMap(nameOrders))]);
  const all = [...(await table.listByIds(reader, [...ids, ...named])), ...(await table.listUnder(reader, under))];
  const records = [...new Map(all.map((stored) => [stored.record.id, stored])).values()];
  const existing = new Set(records.map(({ record }) => record.id));
  const find = async (kind: EntryKind) =>
    (await recordTables[kind].listByIds(reader, above[kind])).map(({ record: { id }, artistId }) => ({ id, artistId }));
  const holders = await listHolders(reader, table.type, claims);
  const missing = ids.filter((id) => !existing.has(id));
  return {
    records,
    used: await listUsed(reader, kind, missing),
    above: { artist: await find('artist'), album: await find('album') },
    holders: holders.map(({ wantedBy, albumId, artistId }) => ({ wantedBy, parent: (albumId ?? artistId) as bigint })),
  };
}

/** Schemes of catalogues in which an album has only one identifier. */
const singleIdSchemes = ['discogs-master', 'musicbrainz-release-group', 'wikidata'];

/** The `singleIdSchemes` in which albums have an identifier, as texts of album and scheme: `12 discogs-master`. */
export async function listSchemes(reader: Reader, albums: bigint[]): Promise<string[]> {
  const found = await recordTables.album_identifier.listUnder(reader, albums);
  return found.flatMap(({ albumId, record: { scheme } }) => (singleIdSchemes.includes(scheme) ? `${albumId} ${scheme}` : []));
}

/** A record after the import. `former`: the stored record. */
type Checked = Ancestry & { record: RecordOf<Fields>; former?: RecordOf<Fields> | undefined };

/** The errors of some records of a kind. @param planned ids of records that earlier rows create */
export async function checkImport(
  reader: Reader,
  { kind, records, planned }: { kind: Kind; records: Checked[]; planned: { [K in Kind]?: bigint[] } },
): Promise<FieldError[][]> {
  const table = recordTables[kind] as unknown as RecordTable<Fields>;
  const { type } = table;
  const numbered = records.map(({ record, former }, i) => ({ ...record, id: former ? record.id : BigInt(-i - 1) }));
  const holders = new Map((await listHolders(reader, type, numbered)).map((holder) => [holder.wantedBy, holder]));
  const created = new Map(Object.entries(planned).map(([kind, ids]) => [kind, new Set(ids)]));
  const errors: FieldError[][] = [];
  for (const [i, { record, former, ...above }] of records.entries()) {
    const holder = holders.get(numbered[i]?.id ?? 0n);
    const isCreated = (kind: Kind, id: bigint) => created.get(kind)?.has(id) === true;
    const found = await errorsOf(() => requireValid(reader, table, { id: record.id, ...above }, record, former, isCreated));
    errors.push(holder ? [fieldError('/value', ...takenFault(type, record, holder)), ...found] : found);
  }
  return errors;
}

async function errorsOf(check: () => Promise<void>): Promise<FieldError[]> {
  try {
    await check();
    return [];
  } catch (error) {
    if (error instanceof Problem && error.facts.errors) return error.facts.errors;
    throw error;
  }
}
