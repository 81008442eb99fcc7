import type { MatchMethod, PlannedChange } from '../../model/import/plan.ts';
import { type EntryKind, type Fields, isEntryKind } from '../../model/record.ts';
import { listCreatedIn } from '../../store/revision.ts';
import type { Reader } from '../../store/store.ts';
import { listHoldersOf } from './byIdentifier.ts';
import { listSchemes, lookUpImport, noLookup } from './lookUp.ts';
import { albumsNamed, artistsNamed, indexStored, withoutOthers } from './match.ts';

/**
 * Since the plan was made, others may have created an artist or album that a row would create, or given its identifier to a record. Returns
 * the ids of such artists and albums by the number of the row. It takes a few look-ups for artists and a few for albums.
 */
export async function createdMeanwhile(
  reader: Reader,
  { changes, match, own, changeset }: { changes: PlannedChange[]; match: MatchMethod; own: bigint[]; changeset: bigint | null },
): Promise<Map<number, bigint[]>> {
  const others = new Map<number, bigint[]>();
  if (match === 'none') return others;
  const created = changes.filter(({ action, kind, id }) => action === 'create' && isEntryKind(kind) && id === null);
  for (const kind of ['artist', 'album'] as const) {
    const rows = created.filter((row) => row.kind === kind);
    const found = [...(await listNamed(reader, kind, match, rows)), ...(await listHoldersOf(reader, kind, rows))];
    if (found.length === 0) continue;
    const ids = [...new Set(found.map(([, id]) => id))];
    const createdByImport = new Set(await listCreatedIn(reader, kind, ids, changeset === null ? own : [...own, changeset]));
    for (const [row, id] of found) {
      const known = others.get(row) ?? [];
      if (!createdByImport.has(id) && !known.includes(id) && known.length < maxShown) others.set(row, [...known, id]);
    }
  }
  return others;
}

/** The most ids in an error. */
const maxShown = 10;

async function listNamed(reader: Reader, kind: EntryKind, match: MatchMethod, all: PlannedChange[]): Promise<[row: number, id: bigint][]> {
  const rows = all.filter(({ artistId }) => (kind === 'album' ? typeof artistId === 'bigint' : match === 'name'));
  if (rows.length === 0) return [];
  const names = kind === 'artist' ? rows.map(({ record }) => String(record.name)) : [];
  const under = [...new Set(rows.flatMap(({ artistId }) => (typeof artistId === 'bigint' ? artistId : [])))];
  const found = await lookUpImport(reader, { ...noLookup, kind, names, under });
  const stored = indexStored(kind, found);
  const matches = rows.flatMap(({ row, artistId, record, identifiers = [] }) => {
    const fields = { fields: record as Partial<Fields> };
    const same = kind === 'artist' ? artistsNamed(fields, stored) : albumsNamed(fields, stored.byParent.get(artistId as bigint) ?? []);
    return same.map((stored) => ({ row, stored, identifiers }));
  });
  const albums = kind === 'album' ? matches.map(({ stored }) => stored.record.id) : [];
  const schemes = new Set(await listSchemes(reader, albums));
  return matches.flatMap(({ row, stored, identifiers }) =>
    withoutOthers([stored], identifiers, schemes).map(({ record: { id } }): [number, bigint] => [row, id]),
  );
}
