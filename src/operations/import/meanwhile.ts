import type { MatchMethod, PlannedChange } from '../../model/import/plan.ts';
import { type Fields, isEntryKind } from '../../model/record.ts';
import { listCreatedIn } from '../../store/revision.ts';
import type { Reader } from '../../store/store.ts';
import { lookUpImport } from './lookUp.ts';
import { albumsNamed, artistsNamed, indexStored } from './match.ts';

/**
 * The artists and albums that others created since the plan was made, by the rows that match them and would create them again. One look-up
 * for each of the two kinds.
 */
export async function createdMeanwhile(
  reader: Reader,
  { changes, match, own, changeset }: { changes: PlannedChange[]; match: MatchMethod; own: bigint[]; changeset: bigint | null },
): Promise<Map<number, bigint[]>> {
  const others = new Map<number, bigint[]>();
  if (match === 'none') return others;
  const created = changes.filter(({ action, kind, id }) => action === 'create' && isEntryKind(kind) && id === null);
  for (const kind of ['artist', 'album'] as const) {
    const rows = created.filter((row) => row.kind === kind && (kind === 'album' ? typeof row.artistId === 'bigint' : match === 'name'));
    if (rows.length === 0) continue;
    const names = kind === 'artist' ? rows.map(({ record }) => String(record.name)) : [];
    const under = [...new Set(rows.flatMap(({ artistId }) => (typeof artistId === 'bigint' ? artistId : [])))];
    const found = await lookUpImport(reader, { kind, names, under, ids: [], above: { artist: [], album: [] }, claims: [] });
    if (found.records.length === 0) continue;
    const stored = indexStored(kind, found);
    const ids = found.records.map(({ record }) => record.id);
    const made = new Set(await listCreatedIn(reader, kind, ids, changeset === null ? own : [...own, changeset]));
    for (const { row, artistId, record } of rows) {
      const fields = { fields: record as Partial<Fields> };
      const matches = kind === 'artist' ? artistsNamed(fields, stored) : albumsNamed(fields, stored.byParent.get(artistId as bigint) ?? []);
      const ofOthers = matches.map((one) => one.record.id).filter((id) => !made.has(id));
      if (ofOthers.length > 0) others.set(row, ofOthers.slice(0, maxShown));
    }
  }
  return others;
}

/** The most ids that an error names. */
const maxShown = 10;
