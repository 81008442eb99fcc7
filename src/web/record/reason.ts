import { z } from 'zod';
import { contextHeaders } from '../../http/context.ts';
import type { Reason } from '../../http/formWrite.ts';
import { validated } from '../form.ts';

export type { Reason };

/** The same rules as for the headers of the API. */
const schema = z.strictObject({ comment: contextHeaders['Change-Comment'].schema, source: contextHeaders['Change-Source'].schema });

/** @throws Problem `invalid-input` */
export function readReason(typed: URLSearchParams): Reason {
  const given = { comment: (typed.get('comment') ?? '').trim(), source: (typed.get('source') ?? '').trim() };
  const { comment, source } = validated(schema, given);
  return { comment: comment || null, source: source || null };
}
