import type { Fault } from './fault.ts';
import { type FieldError, fieldError, Problem } from './problem.ts';

export type Step = string | number;

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

const maxOfName = 60;
const maxOfPointer = 240;

const gap = '…';

/** A JSON Pointer (RFC 6901) into a body. Long names and long pointers are shortened, since the client chooses them. */
function pointerTo(path: readonly Step[]): { pointer: string; shortened: boolean } {
  const steps = path.map((step) => String(step));
  const whole = steps.map((name) => `/${escapePointer(beginningOf(name))}`).join('');
  const fits = whole.length <= maxOfPointer;
  const half = maxOfPointer / 2;
  const pointer = fits ? whole : whole.slice(0, half) + gap + whole.slice(-half);
  return { pointer: pointer.toWellFormed(), shortened: !fits || steps.some(({ length }) => length > maxOfName) };
}

function beginningOf(name: string): string {
  return name.length <= maxOfName ? name : name.slice(0, maxOfName) + gap;
}

/** RFC 6901 §3: `~` and `/` inside a member name. */
function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
