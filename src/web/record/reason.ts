import { z } from 'zod';
import { contextHeaders } from '../../http/context.ts';
import type { Context } from '../../model/context.ts';
import { judged } from '../form.ts';

export type Reason = Pick<Context, 'comment' | 'source'>;

/** Why something is changed, and where what it says comes from: on every form, by the rules of the API's headers. */
const schema = z.strictObject({ comment: contextHeaders['Change-Comment'].schema, source: contextHeaders['Change-Source'].schema });

/** @throws Problem `invalid-input` */
export function readReason(typed: URLSearchParams): Reason {
  const given = { comment: (typed.get('comment') ?? '').trim(), source: (typed.get('source') ?? '').trim() };
  const { comment, source } = judged(schema, given);
  return { comment: comment || null, source: source || null };
}
