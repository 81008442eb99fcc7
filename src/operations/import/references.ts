import type { ImportSource, Rows } from '../../model/import/importRow.ts';
import { isEntryKind } from '../../model/record.ts';
import { reads } from '../reads.ts';
import type { Planning } from './draft.ts';
import { noLookup } from './lookUp.ts';

/**
 * Finds the stored artists that rows name by an identifier and that the file does not have.
 *
 * @returns the rows without the facts that name an artist which neither the file nor the store has
 */
export async function resolveReferences({ read, ids }: Planning, { identifierOf }: ImportSource, rows: Rows): Promise<Rows> {
  if (!identifierOf) return rows;
  const inBatch = new Set(rows.flatMap((row) => ('kind' in row && row.kind === 'artist' ? row.id : [])));
  const isKnown = (id: bigint) => inBatch.has(id) || ids.has('artist', id);
  const unknown = [...new Set(rows.flatMap(artistsIn).filter((id) => !isKnown(id)))];
  const claims = unknown.map((id, i) => ({ ...identifierOf(id), id: BigInt(-i - 1) }));
  const lookup = { ...noLookup, kind: 'artist_identifier' as const, claims };
  const { holders } = claims.length > 0 ? await read(reads.lookUpImport, lookup) : { holders: [] };
  for (const { wantedBy, parent } of holders) ids.find('artist', unknown[Number(-wantedBy) - 1] as bigint, parent);
  return rows.filter((row) => !('kind' in row) || isEntryKind(row.kind) || artistsIn(row).every(isKnown));
}

/** The artists that a row belongs to or names. */
function artistsIn(row: Rows[number]): bigint[] {
  if (!('kind' in row) || row.kind === 'artist') return [];
  return [row.artistId as bigint, ...Object.values(row.named ?? {})];
}
