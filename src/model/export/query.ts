import { z } from 'zod';
import { type ArtistFilter, optional } from '../artistQuery.ts';
import { maxInt64, parseInt64 } from '../int64.ts';
import { fieldError, invalidInput } from '../problem.ts';
import { entryKinds, isEntryKind, isKind, type Kind, kinds } from '../record.ts';
import { oneOf, textAs } from '../text.ts';
import { type FormatName, formatsByName } from './formats.ts';

/** The last record that was exported. The export continues with larger ids of its kind, then with the kinds that follow. */
export type ExportPlace = { kind: Kind; id: bigint };

export function showPlace({ kind, id }: ExportPlace): string {
  return `${kind}-${id}`;
}

function readPlace(text: string): ExportPlace | undefined {
  const [, kind = '', digits = ''] = /^([a-z_]{1,30})-(\d{1,19})$/.exec(text) ?? [];
  const id = parseInt64(digits);
  return isKind(kind) && id !== undefined && id <= maxInt64 ? { kind, id } : undefined;
}

export const formatNames = ['ndjson', 'csv', 'jsonld'] as const;

export const exportQuery = z.strictObject({
  format: oneOf(formatNames)
    .optional()
    .meta({ description: 'Lines of JSON, CSV of one kind, or lines of JSON-LD. Absent: what `Accept` prefers, or lines' }),
  for: z.enum(['spreadsheet'], 'must be spreadsheet').optional().meta({ description: 'CSV in which no text is a formula' }),
  kind: oneOf(kinds).optional().meta({ description: 'Only records of this kind' }),
  after: textAs(readPlace, 'must be a kind and an id, such as album-1043')
    .optional()
    .meta({ type: 'string', description: 'The last record that you have: what stands behind it follows', example: 'album-1043' }),
  ...optional,
});

type ExportParameters = z.infer<typeof exportQuery>;
/** `kinds`: in their order. `filter`: chooses artists, which are exported with all records under them. */
export type ExportQuery = {
  format: FormatName;
  kinds: readonly Kind[];
  kind: Kind | undefined;
  after: ExportPlace | undefined;
  filter: ArtistFilter;
};

/** @throws Problem `invalid-input` if parameters cannot be combined */
export function toExportQuery({ format = 'ndjson', for: program, kind, after, ...filter }: ExportParameters): ExportQuery {
  const errors = [
    ...(kind && after && after.kind !== kind ? [fieldError('/after', 'technical', `must be of the kind that is asked for, ${kind}`)] : []),
    ...(format === 'jsonld' && [kind, after?.kind].some((asked) => asked && !isEntryKind(asked))
      ? [fieldError(`/${kind && !isEntryKind(kind) ? 'kind' : 'after'}`, 'technical', `must be of ${entryKinds.join(' or ')} in jsonld`)]
      : []),
    ...(!kind && !formatsByName[format].mixes
      ? [fieldError('/kind', 'technical', 'must be given: a CSV file has one kind of record')]
      : []),
    ...(program && format !== 'csv' ? [fieldError('/for', 'technical', 'must be absent unless the format is csv')] : []),
  ];
  if (errors.length > 0) throw invalidInput(...errors);
  const all: readonly Kind[] = format === 'jsonld' ? entryKinds : kinds;
  return { format: program ?? format, kinds: kind ? [kind] : all.slice(after && all.indexOf(after.kind)), kind, after, filter };
}
