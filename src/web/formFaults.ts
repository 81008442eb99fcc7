import type { Problem } from '../model/problem.ts';
import { type FaultWords, faultWords } from './texts/faultWords.ts';
import type { Language } from './texts/site.ts';

/** What is wrong with what was typed, in the language of who reads it. `general`: what no field is to blame for. */
export type Faults = { fields: Map<string, string>; general: string[] };

export const noFaults: Faults = { fields: new Map(), general: [] };

/** What a refusal says of a form. A field with several faults shows the first. */
export function faultsOf(problem: Problem, language: Language): Faults {
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
  return { fields, general };
}

function ofProblem({ code, message, facts }: Problem, words: FaultWords): string {
  const said = words.problems[code] ?? message;
  return facts.retryAfter === undefined ? said : `${said} ${words.later(facts.retryAfter)}`;
}

/** The name of a field that a JSON Pointer leads to, or into. */
function fieldOf(pointer: string): string {
  return pointer.split('/')[1] ?? '';
}
