import type { z } from 'zod';
import { faultIn } from '../model/fault.ts';
import { fieldError, invalidInput } from '../model/problem.ts';
import type { Visit } from './visit.ts';

/** What of an operation's query a page takes. A page passes over what it does not know, since other sites add to links. */
export function readQuery<S extends z.ZodObject>({ exchange }: Visit, schema: S, own: Partial<z.input<S>> = {}): z.output<S> {
  const given = Object.keys(schema.shape).flatMap((name) => {
    const text = exchange.query(name);
    return text === undefined || text === '' ? [] : [[name, text]];
  });
  // PostgreSQL keeps no such text, and the reader of JSON refuses it too.
  for (const [name, text] of given) if (text?.includes('\0')) throw invalidInput(fieldError(`/${name}`, 'nullCharacter'));
  const result = schema.safeParse({ ...Object.fromEntries(given), ...own });
  if (result.success) return result.data;
  throw invalidInput(...result.error.issues.map(({ path, message }) => fieldError(`/${path.join('/')}`, ...faultIn(message))));
}
