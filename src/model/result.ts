import { type PlainProblem, Problem, plainProblem, problemOf } from './problem.ts';

/** The outcome of an operation in another thread, as plain data. */
export type Result = { value: unknown } | { problem: PlainProblem } | { error: { message: string; stack: string | undefined } };

export function failureOf(error: unknown): Result {
  if (error instanceof Problem) return { problem: plainProblem(error) };
  return { error: { message: String(error), stack: error instanceof Error ? error.stack : undefined } };
}

/** @throws what the operation threw */
export function outcomeOf(result: Result): unknown {
  if ('value' in result) return result.value;
  if ('problem' in result) throw problemOf(result.problem);
  throw Object.assign(new Error(result.error.message), { stack: result.error.stack });
}
