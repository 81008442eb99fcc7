import type { FaultValues } from '../model/fault.ts';
import type { Problem } from '../model/problem.ts';
import { type FaultWords, faultWords } from './texts/faultWords.ts';
import type { Language } from './texts/site.ts';

/**
 * The messages of each field, in the language of the visitor. `general`: messages that belong to no field. `holder`: the record that has
 * the identifier already, and the form that can correct it.
 */
export type Faults = { fields: Map<string, string>; general: string[]; holder?: Holder };
export type Holder = { name: string; page: string; form: string };

export const noFaults: Faults = { fields: new Map(), general: [] };

/**
 * A field with several faults shows the first.
 *
 * @param order the names of the fields as they were sent, which is the order of the page
 */
export function faultsOf(problem: Problem, language: Language, order: string[]): Faults {
  const words = faultWords[language];
  const errors = problem.facts.errors ?? [];
  const fields = new Map<string, string>();
  const general: string[] = [];
  for (const error of errors) {
    const name = fieldOf(error.pointer);
    if (name === '') general.push(words.fault(error));
    else if (!fields.has(name)) fields.set(name, words.fault(error));
  }
  if (errors.length === 0) general.push(ofProblem(problem, words));
  const placeOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const inOrder = [...fields].toSorted(([a], [b]) => placeOf(a) - placeOf(b));
  const holder = holderIn(problem);
  return { fields: new Map(inOrder), general, ...(holder && { holder }) };
}

/** A path of the site is the API path without `/api/v1`. The page of an identifier is that of the artist or album above it. */
function holderIn({ facts: { fault } }: Problem): Holder | undefined {
  if (fault?.[0] !== 'taken') return undefined;
  const [, , path, name] = fault as ['taken', ...FaultValues<'taken'>];
  const identifier = path.replace('/api/v1', '');
  return { name, page: identifier.replace(/\/[^/]+\/[^/]+$/, ''), form: `${identifier}/edit` };
}

/** The part of a refusal that belongs to no field. */
export function ofProblem({ code, message, facts }: Problem, words: FaultWords): string {
  const { fault } = facts;
  const text = fault ? words.fault({ pointer: '', detail: message, fault }) : (words.problems[code] ?? message);
  return fault || facts.retryAfter === undefined ? text : `${text} ${words.later(facts.retryAfter)}`;
}

/** The first segment of a JSON Pointer. */
function fieldOf(pointer: string): string {
  return pointer.split('/')[1] ?? '';
}
