import type { z } from 'zod';
import { faultIn } from '../model/fault.ts';
import { fieldError, invalidInput } from '../model/problem.ts';
import type { Visit } from './visit.ts';

/**
 * The parameters of an operation's query that a page takes. A page ignores all others, since other sites add to links.
 *
 * @param own what the page states itself, whatever its address says
 * @param names the parameters that the page takes, where it does not take all
 */
export function readQuery<S extends z.ZodObject>(
  { ctx }: Visit,
  schema: S,
  own: Partial<z.input<S>> = {},
  names: (keyof S['shape'] & string)[] = Object.keys(schema.shape),
): z.output<S> {
  const given = names.flatMap((name) => {
    const text = ctx.query(name);
    return text === undefined || text === '' ? [] : [[name, text]];
  });
  // PostgreSQL keeps no such text, and the reader of JSON refuses it too.
  for (const [name, text] of given) if (text?.includes('\0')) throw invalidInput(fieldError(`/${name}`, 'nullCharacter'));
  const result = schema.safeParse({ ...Object.fromEntries(given), ...own });
  if (result.success) return result.data;
  throw invalidInput(...result.error.issues.map(({ path, message }) => fieldError(`/${path.join('/')}`, ...faultIn(message))));
}
