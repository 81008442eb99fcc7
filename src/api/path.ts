/** A path with its parameters filled in. */
export function fill(path: string, params: object): string {
  return Object.entries(params).reduce((filled, [name, value]) => filled.replace(`{${name}}`, String(value)), path);
}
