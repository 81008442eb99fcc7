import { type ImportRow, type Rows, refusedFile } from '../../model/import/importRow.ts';
import { toJson } from '../../model/json.ts';
import { knownTypes } from '../../model/kinds.ts';
import { type EntryKind, type Fields, parentOf, type RecordOf, type RecordType } from '../../model/record.ts';
import type { Reader } from '../../store/store.ts';
import { reads } from '../reads.ts';
import type { Planning } from './draft.ts';
import { lookUpImport, noLookup } from './lookUp.ts';

/**
 * Finds the stored artists and albums for identifiers in the file. Where the store has none, notes the identifiers for the row that creates
 * the record.
 */
export async function findByIdentifiers(
  { read, byIdentifier, identifiers }: Planning,
  rows: Rows,
  max = { noted: maxNoted, identified: maxIdentified },
): Promise<void> {
  for (const kind of ['artist_identifier', 'album_identifier'] as const) {
    const parent = parentOf(kind) as EntryKind;
    const ofKind = rows.filter((row) => 'kind' in row && row.kind === kind) as ImportRow[];
    const keyOf = (row: ImportRow | undefined) => `${parent} ${row?.[`${parent}Id`]}`;
    const claims = ofKind.flatMap(({ fields }, i) => claimsOf(kind, [fields], i));
    if (claims.length === 0) continue;
    const { holders } = await read(reads.lookUpImport, { ...noLookup, kind, claims });
    for (const { wantedBy, parent: holder } of holders) {
      const key = keyOf(ofKind[indexOf(wantedBy)]);
      const other = byIdentifier.get(key);
      byIdentifier.set(key, other === undefined || other === holder ? holder : null);
      identifiers.delete(key);
    }
    for (const { id, ...fields } of claims) {
      const key = keyOf(ofKind[indexOf(id)]);
      if (byIdentifier.has(key)) continue;
      const noted = identifiers.get(key) ?? '';
      const identifier = `${toJson(fields)}\n`;
      if (noted.length < max.noted && !noted.includes(identifier)) identifiers.set(key, noted + identifier);
      if (identifiers.size > max.identified) throw refusedFile('tooManyIdentified', max.identified);
    }
  }
}

/** In UTF-16 units. Identifiers of a record beyond the limit are not in the plan, so its apply does not look for them again. */
const maxNoted = 4_000;
/** The most new artists and albums with identifiers. Each takes a few hundred bytes. */
const maxIdentified = 1_000_000;
const indexOf = (wantedBy: bigint) => Number(-wantedBy) - 1;

/** The valid identifiers, each with the id `-index - 1`, from which `indexOf` gives the index of the row. */
function claimsOf(kind: `${EntryKind}_identifier`, identifiers: unknown[], index: number): RecordOf<Fields>[] {
  const { creation, normal } = knownTypes[kind] as unknown as RecordType;
  return identifiers.flatMap((fields) => {
    const { data } = creation.safeParse(fields);
    return data ? [{ ...normal(data), id: BigInt(-index - 1) }] : [];
  });
}

/** The stored artists or albums that have identifiers of these rows, each with the row. */
export async function listHoldersOf(
  reader: Reader,
  parent: EntryKind,
  rows: { row: number; identifiers?: unknown[] | undefined }[],
): Promise<[row: number, id: bigint][]> {
  const kind = `${parent}_identifier` as const;
  const claims = rows.flatMap(({ identifiers = [] }, i) => claimsOf(kind, identifiers, i));
  if (claims.length === 0) return [];
  const { holders } = await lookUpImport(reader, { ...noLookup, kind, claims });
  return holders.map(({ wantedBy, parent }) => [rows[indexOf(wantedBy)]?.row as number, parent]);
}
