import { type FactKind, factKinds, isSingle, kindRows } from '../../src/model/record.ts';
import { fill, listPathOf, paramsOf, pathOf } from '../../src/model/recordPath.ts';

/** A random identifier, so that no two records have the same. */
const anId = () => String(1 + Math.floor(Math.random() * 1e11));

const aSource = (about: string) => ({
  ...{ about, record: null, supports: '/name', value: 'x', rank: 'disputed' },
  ...{ url: `https://example.org/${crypto.randomUUID()}`, text: '', accessed: '2026-11', quote: '' },
});

/** A whole record of each kind of fact, different each time, and a change of it. */
export const examples: Record<FactKind, { whole(): Record<string, unknown>; change(): Record<string, unknown> }> = {
  alias: { whole: () => ({ name: crypto.randomUUID(), kind: 'nickname', language: '' }), change: () => ({ language: 'es' }) },
  membership: {
    whole: () => ({ person: null, credited: crypto.randomUUID(), roles: ['bass'], from: '1970', to: '1971~', ended: true, note: '' }),
    change: () => ({ note: 'x' }),
  },
  artist_details: {
    whole: () => ({ type: 'group', from: '1970', to: '1971~', ended: true, place: 'La Plata', genres: ['rock'] }),
    change: () => ({ place: 'Rosario' }),
  },
  credit: { whole: () => ({ artist: null, credited: crypto.randomUUID(), role: 'author' }), change: () => ({ role: 'guest' }) },
  track: {
    whole: () => ({ position: 1, title: crypto.randomUUID(), length: '2:12', isrc: '', featuring: '' }),
    change: () => ({ length: '2:13' }),
  },
  album_details: { whole: () => ({ kind: 'album', released: '1970-05', label: 'Mandioca' }), change: () => ({ label: 'RCA' }) },
  artist_identifier: { whole: () => ({ scheme: 'discogs', value: anId() }), change: () => ({ value: anId() }) },
  artist_source: { whole: () => aSource('artist'), change: () => ({ quote: 'x' }) },
  album_source: { whole: () => aSource('album'), change: () => ({ quote: 'x' }) },
  album_identifier: { whole: () => ({ scheme: 'discogs-master', value: anId() }), change: () => ({ value: anId() }) },
};

/** The body for each route that changes a fact. */
export const factBodies: Record<string, () => Record<string, unknown>> = Object.fromEntries(
  factKinds.flatMap((kind) => {
    const { whole, change } = examples[kind];
    const { name } = kindRows[kind];
    const writes = isSingle(kind) ? [[`put${name}`, whole]] : ['create', 'update'].map((verb) => [verb + name, whole]);
    return [...writes, [`patch${name}`, change], [`revert${name}`, () => ({ version: 1 })]] as [string, () => Record<string, unknown>][];
  }),
);

type Send = (method: string, path: string, body: unknown) => Promise<{ json: Record<string, unknown> }>;

/**
 * Adds a fact with example values.
 *
 * @param ids the parameters of the path so far, such as `artistId`
 * @returns its id
 */
export async function addFact(send: Send, kind: FactKind, ids: Record<string, unknown>): Promise<bigint> {
  const method = isSingle(kind) ? 'PUT' : 'POST';
  return (await send(method, fill(listPathOf(kind), ids), examples[kind].whole())).json.id as bigint;
}

/** The kind of fact in a path. */
export function factKindOf(path: string): FactKind | undefined {
  return factKinds.find((kind) => path === pathOf(kind) || path.startsWith(`${pathOf(kind)}/re`));
}

/** The name of the parameter with a fact's own id, if it has one. */
export function idParamOf(kind: FactKind): string | undefined {
  return isSingle(kind) ? undefined : paramsOf(kind).at(-1);
}
