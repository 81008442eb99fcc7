import { Problem, type ProblemCode, type ProblemExtras } from '../../model/problem.ts';

/** What became of an operation in another thread, as plain data. */
export type Result =
  | { value: unknown }
  | { problem: { code: ProblemCode; detail: string } & ProblemExtras }
  | { error: { message: string; stack: string | undefined } };

export function failureOf(error: unknown): Result {
  if (error instanceof Problem) {
    const { code, message: detail, errors, headers } = error;
    return { problem: { code, detail, ...(errors && { errors }), ...(headers && { headers }) } };
  }
  return { error: { message: String(error), stack: error instanceof Error ? error.stack : undefined } };
}

/** @throws what the operation threw */
export function outcomeOf(result: Result): unknown {
  if ('value' in result) return result.value;
  if ('problem' in result) throw new Problem(result.problem.code, result.problem.detail, result.problem);
  throw Object.assign(new Error(result.error.message), { stack: result.error.stack });
}
