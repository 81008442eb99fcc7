import type { Reader, Value } from './store.ts';

/** A list in parentheses of the elements of a JSON array, texts or numbers. @param parameter such as `$1` */
export function elementsOf({ engine }: Reader, parameter: string): string {
  return engine === 'sqlite'
    ? `(select value from json_each(${parameter}))`
    : `(select value from jsonb_array_elements_text(cast(${parameter} as jsonb)) as each (value))`;
}

/** The arrays in a JSON array; `value ->> 0` is the first element of each. @param parameter such as `$1` */
export function arraysOf({ engine }: Pick<Reader, 'engine'>, parameter: string): string {
  return engine === 'sqlite'
    ? `(select value from json_each(${parameter}))`
    : `(select value from jsonb_array_elements(cast(${parameter} as jsonb)) as each (value))`;
}

/** The ids of a text made by `jsonOf`, as a list in parentheses. @param parameter such as `$1` */
export function idsIn(reader: Reader, parameter: string): string {
  return `(select cast(value as bigint) from ${elementsOf(reader, parameter)} as ids)`;
}

export function jsonOf(ids: bigint[]): string {
  return JSON.stringify(ids.map(String));
}

export async function listIds(reader: Reader, sql: string, ...values: Value[]): Promise<bigint[]> {
  return (await reader.all(sql, ...values)).map(({ id }) => id as bigint);
}
