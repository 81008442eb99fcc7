import type { Fault } from './fault.ts';
import { pointerTo, type Step } from './pointer.ts';
import { type FieldError, fieldError, Problem } from './problem.ts';

const maxKept = 100;

/** The first hundred errors, and the number of all errors. The bound keeps a hostile body from causing a huge answer. */
export type FieldErrors = { readonly kept: FieldError[]; count: number };

export function noFieldErrors(): FieldErrors {
  return { kept: [], count: 0 };
}

/** @param path to the member or item, or the name of a parameter or header */
export function addFieldError(errors: FieldErrors, path: readonly Step[], ...fault: Fault): void {
  if (errors.count++ >= maxKept) return;
  const { pointer, shortened } = pointerTo(path);
  const error = fieldError(pointer, ...fault);
  errors.kept.push(shortened ? { ...error, detail: `${error.detail} (the pointer is shortened)` } : error);
}

export function addFieldErrors(errors: FieldErrors, more: FieldErrors): void {
  errors.kept.push(...more.kept.slice(0, maxKept - errors.kept.length));
  errors.count += more.count;
}

/**
 * The `invalid-input` problem. Where its list is not complete, the last entry says so.
 *
 * @param unread why reading stopped early
 */
export function fieldErrorsProblem({ kept, count }: FieldErrors, unread?: string): Problem {
  const rest = [...(count > kept.length ? [`and ${count - kept.length} more errors`] : []), ...(unread ? [unread] : [])];
  const errors = rest.length > 0 ? [...kept, fieldError('', 'technical', rest.join('; '))] : kept;
  const [first] = errors;
  const detail = errors.length === 1 && first ? `${first.pointer || 'The body'}: ${first.detail}` : `${count} errors; see errors.`;
  return new Problem('invalid-input', detail, { errors });
}
