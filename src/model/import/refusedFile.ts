import type { Fault } from '../fault.ts';
import { fieldError, invalidInput, type Problem } from '../problem.ts';

/** The refusal of a whole file. */
export function refusedFile(...fault: Fault): Problem {
  return invalidInput(fieldError('/file', ...fault));
}
