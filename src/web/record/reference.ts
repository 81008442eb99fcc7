import type { Change } from '../../model/history.ts';
import { fieldError, invalidInput, noneIfRefused } from '../../model/problem.ts';
import { nameArtists } from '../../operations/artist.ts';
import { reads } from '../../operations/reads.ts';
import type { Named } from '../paths.ts';
import type { Visit } from '../visit.ts';
import { referenceIn } from './control.ts';
import type { RecordForms } from './kinds.ts';

/** The text by which a form names an artist. */
export const showReference = ({ id, name }: Named) => `${name} #${id}`;

/** The ids of the artists in some changes. */
export function referencesIn(changes: Pick<Change, 'changes'>[]): bigint[] {
  const values = changes.flatMap((change) => change.changes.flatMap(({ from, to }) => [from, to]));
  return [...new Set(values.filter((value): value is never => typeof value === 'bigint'))];
}

/** The names of artists, by id. */
export async function readNames({ services }: Visit, ids: bigint[]): Promise<Map<bigint, string>> {
  if (ids.length === 0) return new Map();
  const found = await services.store.read(nameArtists, ids);
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** Adds the artist's name to each reference that was typed as an id. */
export async function nameTyped(visit: Visit, controls: RecordForms['controls'], typed: URLSearchParams): Promise<void> {
  const ids = referenceFields(controls).map((member) => [member, referenceIn(typed.get(member) ?? '')] as const);
  const names = await readNames(
    visit,
    ids.flatMap(([, id]) => id ?? []),
  );
  for (const [member, id] of ids) {
    const name = id === undefined ? undefined : names.get(id);
    if (id !== undefined && name !== undefined) typed.set(member, showReference({ id, name }));
  }
}

/** Replaces each typed name by a reference. @returns a function that throws `invalid-input` if a name has no artist or several */
export async function linkTyped(visit: Visit, controls: RecordForms['controls'], typed: URLSearchParams): Promise<() => void> {
  const fields = referenceFields(controls).filter((member) => typed.get(member)?.trim());
  const found = await artistsNamed(
    visit,
    fields.map((member) => typed.get(member)?.trim() ?? ''),
  );
  for (const [i, member] of fields.entries()) if (found[i]) typed.set(member, showReference(found[i]));
  const unknown = fields.filter((member) => referenceIn(typed.get(member) ?? '') === undefined);
  return () => {
    if (unknown.length > 0) throw invalidInput(...unknown.map((member) => fieldError(`/${member}`, 'notNamed')));
  };
}

const referenceFields = (controls: RecordForms['controls']) => Object.keys(controls).filter((member) => controls[member] === 'reference');

/**
 * For each name the only artist with it, ignoring case and accents. Of several artists, the only one with the exact spelling. Undefined
 * if the search is refused, since a reference can be added later.
 */
export async function artistsNamed({ services, caller }: Visit, names: string[]): Promise<(Named | undefined)[]> {
  if (names.length === 0) return [];
  const found = await services.store.readSlow(reads.findNamed, { names }, caller()).catch(noneIfRefused);
  return found.map((matches, i) => (matches.length === 1 ? matches[0] : only(matches.filter(({ name }) => name === names[i]))));
}

const only = (matches: Named[]) => (matches.length === 1 ? matches[0] : undefined);
