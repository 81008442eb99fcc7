import type { EntryKind } from '../model/record.ts';
import { arraysOf } from './elements.ts';
import type { Reader } from './store.ts';

/** SQL for the ids of records of a kind that have any of the identifiers. @param json placeholder of a JSON array of `[scheme, value]` */
export function identified(reader: Pick<Reader, 'engine'>, kind: EntryKind, json: string): string {
  return `select i.${kind}_id from ${arraysOf(reader, json)} as wanted cross join ${kind}_identifier i
    where i.scheme = wanted.value ->> 0 and i.value = wanted.value ->> 1`;
}

export async function listIdentified(reader: Reader, kind: EntryKind, wanted: [scheme: string, value: string][]): Promise<bigint[]> {
  if (wanted.length === 0) return [];
  return (await reader.all(identified(reader, kind, '$1'), JSON.stringify(wanted))).map((row) => row[`${kind}_id`] as bigint);
}
