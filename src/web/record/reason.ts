import { z } from 'zod';
import { contextHeaders } from '../../http/context.ts';
import type { Reason } from '../../http/formWrite.ts';
import type { RequestContext } from '../../http/requestContext.ts';
import { validated } from '../form.ts';

export type { Reason };

/** The same rules as for the headers of the API. */
const schema = z.strictObject({ comment: contextHeaders['Change-Comment'].schema, source: contextHeaders['Change-Source'].schema });

/** @throws Problem `invalid-input` */
export function readReason(typed: URLSearchParams): Reason {
  const textOf = (name: string) => (typed.get(name) ?? '').trim();
  const { comment, source } = validated(schema, { comment: textOf('comment'), source: textOf('source') });
  return { comment: comment || null, source: source || null };
}

export const reasonFields = ['comment', 'source'];

/** Writes values from a link into fields, as if they were typed. Nothing is saved until the form is sent. */
export function fillFields(names: string[], typed: URLSearchParams, ctx: Pick<RequestContext, 'query'>, prefix = ''): void {
  for (const name of names) {
    const text = ctx.query(name);
    if (text && !text.includes('\0') && !typed.has(prefix + name)) typed.set(prefix + name, text);
  }
}
