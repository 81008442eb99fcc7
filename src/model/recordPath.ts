import { type Kind, kindRows, parentOf } from './record.ts';

/** The path of a kind's list in the API, with the names of its parameters in braces. */
export function listPathOf(kind: Kind): string {
  const parent = parentOf(kind);
  return `${parent ? pathOf(parent) : '/api/v1'}/${kindRows[kind].segment}`;
}

export function pathOf(kind: Kind): string {
  const row = kindRows[kind];
  return 'id' in row ? `${listPathOf(kind)}/{${row.id}}` : listPathOf(kind);
}

export function paramsOf(kind: Kind): string[] {
  const row = kindRows[kind];
  return [...row.above.map((above) => `${above}Id`), ...('id' in row ? [row.id] : [])];
}

export function placeParams(kind: Kind, { id, artistId, albumId }: PlaceOf): Record<string, bigint> {
  const row = kindRows[kind];
  const ids = Object.entries({ artistId, albumId, ...('id' in row && { [row.id]: id }) });
  return Object.fromEntries(ids.filter((entry): entry is [string, bigint] => typeof entry[1] === 'bigint'));
}

type PlaceOf = { id: bigint; artistId?: bigint | null | undefined; albumId?: bigint | null | undefined };

export function fill(path: string, params: object): string {
  return Object.entries(params).reduce((filled, [name, value]) => filled.replace(`{${name}}`, String(value)), path);
}

export function placePath(kind: Kind, place: PlaceOf): string {
  return fill(pathOf(kind), placeParams(kind, place));
}
