import type { Reader } from '../store.ts';

/** A list in parentheses of the elements of a JSON array, texts or numbers. @param parameter such as `$1` */
export function elementsOf({ engine }: Reader, parameter: string): string {
  return engine === 'sqlite'
    ? `(select value from json_each(${parameter}))`
    : `(select value from jsonb_array_elements_text(cast(${parameter} as jsonb)) as each (value))`;
}

/** The arrays in a JSON array: of each, `value ->> 0` is the first element. @param parameter such as `$1` */
export function arraysOf({ engine }: Reader, parameter: string): string {
  return engine === 'sqlite'
    ? `(select value from json_each(${parameter}))`
    : `(select value from jsonb_array_elements(cast(${parameter} as jsonb)) as each (value))`;
}
