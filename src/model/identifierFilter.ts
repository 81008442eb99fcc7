import { z } from 'zod';
import { detailOf } from './fault.ts';
import { filter } from './filter.ts';
import { type IdentifierKind, readIdentifier, schemeNames } from './identifierScheme.ts';

const maxIdentifiers = 100;

/** Characters that are shown of a refused identifier. */
const maxShown = 60;

type Identifier = [scheme: string, value: string];

/**
 * The filter of a list by identifiers of other catalogues, such as `discogs:82730`. Values of a repeated parameter arrive joined by commas.
 */
export function identifierFilter(kind: IdentifierKind, { description, example }: { description: string; example: string }) {
  const given = z
    .string()
    .transform((text, context): Identifier[] => {
      const parts = text.split(',', maxIdentifiers + 1);
      if (parts.length > maxIdentifiers) {
        context.addIssue(`must be at most ${maxIdentifiers} identifiers`);
        return z.NEVER;
      }
      return parts.map((part, i) => {
        const found = readPart(kind, part);
        if (typeof found === 'string') context.addIssue({ code: 'custom', path: [i], message: found });
        return found as Identifier;
      });
    })
    .meta({ type: 'array', items: { type: 'string' }, minItems: 1, maxItems: maxIdentifiers, description, example: [example] });
  return filter(given, (wanted) => wanted.map((identifier) => identifier.join(':')).join(','));
}

/** @returns the scheme and the normal form, or the fault */
function readPart(kind: IdentifierKind, text: string): Identifier | string {
  const [scheme = ''] = text.split(':', 1);
  const value = readIdentifier(kind, scheme, text.slice(scheme.length + 1));
  if (typeof value === 'string') return [scheme, value];
  const [member, fault] = value;
  const must =
    member === 'scheme' ? `must be an id with its scheme and a colon before it, one of ${schemeNames(kind).join(', ')}` : detailOf(fault);
  return `is "${text.length > maxShown ? `${text.slice(0, maxShown).toWellFormed()}…` : text}", which ${must}`;
}
