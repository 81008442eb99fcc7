import { z } from 'zod';
import { everyProperty, readRecordId } from '../model/reconcile.ts';
import { entryKinds } from '../model/record.ts';
import { textAs } from '../model/text.ts';

/** The most queries of a batch. */
export const maxQueries = 50;
/** The most records of a data extension. */
const maxRecords = 200;
/** The most columns of a data extension. */
const maxColumns = 50;
/** The most properties of a query. Each value of a property is compared with the values of some hundred records. */
const maxProperties = 10;
/** The most values of a property. */
const maxValues = 5;
/** The most candidates in the answer to a query. */
const maxCandidates = 50;

/** Checks the length first, since a check of all items of a long list takes long. */
function listOf<T extends z.ZodType>(item: T, max: number, items: string) {
  return z.array(z.unknown()).max(max, `must have at most ${max} ${items}`).pipe(z.array(item));
}

/** In UTF-16 units. No name is longer. */
const longestText = 400;
const shortOrNone = (text: string) => (text.length > longestText ? '' : text.trim());

const entity = z.object({ id: z.string(), name: z.string().optional() });
/** The texts of a value. A record of this catalogue: its id. An entity of another service: its id and name. */
const value = z
  .union([z.string(), z.bigint(), z.number(), z.boolean(), entity], 'must be a text, a number, or an entity with id and name')
  .transform((v) => (typeof v !== 'object' ? [String(v)] : readRecordId(v.id) ? [v.id] : [v.id, v.name ?? '']));

const property = z.string().superRefine((text, context) => {
  const known = everyProperty();
  if (!known.includes(text)) context.addIssue(`must be one of ${known.join(', ')}`);
});

const values = z
  .union([value.transform((texts) => [texts]), listOf(value, maxValues, 'values')], `must be a value, or at most ${maxValues} values`)
  .transform((all) =>
    all
      .flat()
      .map(shortOrNone)
      .filter((text) => text !== ''),
  );
const wanted = z.strictObject({ pid: property, v: values }).transform(({ pid, v }) => ({ property: pid, texts: v }));

const kind = z.enum(entryKinds, `must be one of ${entryKinds.join(', ')}`);
const limitFault = `must be a whole number from 1 to ${maxCandidates}`;
const limit = z.bigint(limitFault).min(1n, limitFault).max(BigInt(maxCandidates), limitFault).transform(Number);

/** https://www.w3.org/community/reports/reconciliation/CG-FINAL-specs-0.2-20230410/#structure-of-a-reconciliation-query */
export const query = z
  .strictObject({
    query: z.string().optional(),
    type: z
      .union([kind.transform((only) => [only]), listOf(kind, entryKinds.length, 'types')], `must be one of ${entryKinds.join(', ')}`)
      .transform((all) => [...new Set(all)])
      .default([...entryKinds]),
    limit: limit.default(10),
    properties: listOf(wanted, maxProperties, 'properties')
      .refine(
        (all) => new Set(all.map(({ property }) => property)).size === all.length,
        'must name each property once, with all its values',
      )
      .default([]),
    type_strict: z.enum(['any', 'should', 'all'], 'must be any, should or all').optional(),
  })
  // A blank text is valid and has no candidates, since tables have blank cells and an error would refuse the whole batch.
  .refine(({ query, properties }) => query !== undefined || properties.length > 0, {
    path: ['query'],
    message: 'must be given, unless there are properties',
  })
  .transform(({ query = '', ...more }) => ({ ...more, text: shortOrNone(query) }));

export const batch = z.record(z.string(), z.unknown());
export const queries = z.record(z.string(), query);

const record = textAs((text) => {
  const id = readRecordId(text);
  return id && { text, id };
}, 'must be the id of a record, such as artist-1001');

export const extension = z.strictObject({
  ids: listOf(record, maxRecords, 'ids'),
  properties: listOf(z.strictObject({ id: property, settings: z.unknown().optional() }), maxColumns, 'properties'),
});
