import type { SeekSlice } from '../model/page.ts';
import type { FactKind } from '../model/record.ts';
import { countSources } from '../store/source.ts';
import type { Reader } from '../store/store.ts';

export async function withSources<T extends { id: bigint }>(reader: Reader, kind: FactKind, slice: SeekSlice<T>) {
  const counted = await countSources(
    reader,
    kind,
    slice.records.map(({ id }) => id),
  );
  return { ...slice, records: slice.records.map((record) => ({ ...record, sources: counted.get(record.id) ?? 0n })) };
}
