import type { ImportRow, Rows } from '../../model/import/importRow.ts';
import { knownTypes } from '../../model/kinds.ts';
import { type EntryKind, parentOf, type RecordType } from '../../model/record.ts';
import { reads } from '../reads.ts';
import type { Planning } from './draft.ts';

/** Finds the artists and albums of the store that have the identifiers of records of the file. */
export async function findByIdentifiers({ read, byIdentifier }: Planning, rows: Rows): Promise<void> {
  for (const kind of ['artist_identifier', 'album_identifier'] as const) {
    const type = knownTypes[kind] as unknown as RecordType;
    const parent = parentOf(kind) as EntryKind;
    const identifiers = rows.filter((row) => 'kind' in row && row.kind === kind) as ImportRow[];
    const claims = identifiers.flatMap(({ fields }, i) => {
      const { data } = type.creation.safeParse(fields);
      return data ? [{ ...type.normal(data), id: BigInt(-i - 1) }] : [];
    });
    if (claims.length === 0) continue;
    const { holders } = await read(reads.lookUpImport, { kind, ids: [], names: [], under: [], above: { artist: [], album: [] }, claims });
    for (const { wantedBy, parent: holder } of holders) {
      const key = `${parent} ${identifiers[Number(-wantedBy) - 1]?.[`${parent}Id`]}`;
      const other = byIdentifier.get(key);
      byIdentifier.set(key, other === undefined || other === holder ? holder : null);
    }
  }
}
