import type { Fault } from '../fault.ts';
import { fieldError, invalidInput, type Problem } from '../problem.ts';

/** The refusal of a whole file. */
export function refusedFile(...fault: Fault): Problem {
  return invalidInput(fieldError('/file', ...fault));
}

/** As `refusedFile`, where only programs cause it. @param detail begins with a verb, whose subject is the file */
export const fileRefusal = (detail: string) => refusedFile('technical', detail);
