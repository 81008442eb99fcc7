import { z } from 'zod';
import { message } from './fault.ts';
import { id } from './int64.ts';
import type { Fields, RecordType } from './record.ts';
import { boundedText, controlFault, oneOf } from './text.ts';
import { time } from './time.ts';

/** The texts of a version that are not members of the record. */
export const remarkNames = ['comment', 'source'] as const;
export const isRemark = (name: string): name is (typeof remarkNames)[number] => remarkNames.some((remark) => remark === name);

/** `hide`: names of members, `comment` and `source`, or `all`. */
export type RedactionRequest = { hide: string[]; reason: string; note: string };

/** The words that `hide` takes for a kind. */
export function hidable({ names }: Pick<RecordType<never>, 'names'>): string[] {
  return [...names, ...remarkNames, 'all'];
}

const line = (min: number) =>
  boundedText(min, 500, (text) => {
    if (min > 0 && !/\S/u.test(text)) return ['blank'];
    return controlFault(text);
  });

/** The body of a redaction of a kind. */
export function redactionOf<F extends Fields>(type: RecordType<F>): z.ZodType<RedactionRequest> {
  const known = hidable(type as never);
  const first = known[0] as string;
  return z
    .strictObject({
      hide: z
        .array(oneOf(known))
        .min(1, message('noneNamed'))
        .meta({
          type: 'array',
          items: { type: 'string', enum: known },
          minItems: 1,
          description: '`all`: every value that is not current',
          example: [first],
        }),
      reason: line(1).meta({ pattern: '\\S', description: 'Why, for the operator', example: 'an address' }),
      note: line(0).default('').meta({ description: 'A public note', example: 'personal data' }),
    })
    .meta({ id: `${type.name}Redaction` });
}

export const redactedShape = z
  .strictObject({
    hidden: z.array(z.string()).meta({ description: 'Members, `comment` and `source` that were erased', example: ['description'] }),
    at: time.meta({ description: 'When something was last erased' }),
    user: id.nullable().meta({ description: 'The account that did it; null as in a version', example: 7 }),
    note: z.string().nullable().meta({ description: 'The public note', example: 'personal data' }),
  })
  .meta({ id: 'Redacted' });
