import { type ArtistFilter, isFiltered } from '../model/artistQuery.ts';
import type { Exported } from '../model/export/formats.ts';
import { type Kind, parentOf } from '../model/record.ts';
import { isMatching, parameters } from './artistList.ts';
import { listIds } from './elements.ts';
import { recordTables } from './kinds.ts';
import type { Reader } from './store.ts';

/** `last`: the last id that was looked at. */
export type ExportedPart = { found: Exported[]; last: bigint | undefined; more: boolean };

/** Reads the next `limit` records of a kind in order of id, and returns those that are matching artists or under matching artists. */
export async function listExported(reader: Reader, kind: Kind, after: bigint, limit: number, filter: ArtistFilter): Promise<ExportedPart> {
  const table = recordTables[kind];
  if (!isFiltered(filter)) {
    const found: Exported[] = await table.listAfter(reader, after, limit);
    return { found, last: found.at(-1)?.record.id, more: found.length === limit };
  }
  const next = await listIds(reader, `select id from ${kind} where id > $1 order by id limit $2`, after, limit);
  const last = next.at(-1);
  if (last === undefined) return { found: [], last, more: false };
  const { values, bind } = parameters();
  const span = `t.id > ${bind(after)} and t.id <= ${bind(last)}`;
  const matches = isMatching(reader, filter, parentOf(kind) ? 't.artist_id' : 't.id', bind);
  const ids = await listIds(reader, `select t.id from ${kind} t where ${span} and ${matches}`, ...values);
  return { found: await table.listByIds(reader, ids), last, more: next.length === limit };
}
