import { fieldError, invalidInput, type Problem } from '../problem.ts';

/** The refusal of a whole file. @param detail begins with a verb, whose subject is the file */
export function fileRefusal(detail: string): Problem {
  return invalidInput(fieldError('/file', 'technical', detail));
}
