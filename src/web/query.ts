import type { z } from 'zod';
import { faultIn } from '../model/fault.ts';
import { parseInt64 } from '../model/int64.ts';
import { fieldError, invalidInput, notFound } from '../model/problem.ts';
import type { Visit } from './visit.ts';

/**
 * The query of a page. Unknown parameters are ignored, since other sites add some to links.
 *
 * @param fixed values that the address cannot change
 * @param names the parameters to read; by default all of the schema
 */
export function readQuery<S extends z.ZodObject>(
  { ctx }: Visit,
  schema: S,
  fixed: Partial<z.input<S>> = {},
  names: (keyof S['shape'] & string)[] = Object.keys(schema.shape),
): z.output<S> {
  const sent = names.flatMap((name) => {
    const text = ctx.query(name);
    return text === undefined || text === '' ? [] : [[name, text]];
  });
  // PostgreSQL cannot store NUL, and the JSON parser refuses it too.
  for (const [name, text] of sent) if (text?.includes('\0')) throw invalidInput(fieldError(`/${name}`, 'nullCharacter'));
  const result = schema.safeParse({ ...Object.fromEntries(sent), ...fixed });
  if (result.success) return result.data;
  throw invalidInput(...result.error.issues.map(({ path, message }) => fieldError(`/${path.join('/')}`, ...faultIn(message))));
}

/** The id or number in a path or a field. @param what names the record in the problem, such as `such job` @throws Problem `not-found` */
export function numberIn(text: string | null | undefined, what: string): bigint {
  const number = parseInt64(text ?? '');
  if (number === undefined || number < 1n) throw notFound(what);
  return number;
}
