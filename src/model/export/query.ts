import { z } from 'zod';
import { maxInt64, parseInt64 } from '../int64.ts';
import { isKind, type Kind, kinds } from '../record.ts';
import { textAs } from '../text.ts';
import { exportFormats, type FormatName } from './byName.ts';

/** A record behind which an export goes on: of its kind those with a larger id, then the kinds that follow. */
export type ExportPlace = { kind: Kind; id: bigint };

export function showPlace({ kind, id }: ExportPlace): string {
  return `${kind}-${id}`;
}

function readPlace(text: string): ExportPlace | undefined {
  const [, kind = '', digits = ''] = /^([a-z_]{1,30})-(\d{1,19})$/.exec(text) ?? [];
  const id = parseInt64(digits);
  return isKind(kind) && id !== undefined && id <= maxInt64 ? { kind, id } : undefined;
}

export const formatNames = ['ndjson', 'csv'] as const;

export const exportQuery = z
  .strictObject({
    format: z
      .enum(formatNames, `must be ${formatNames.join(' or ')}`)
      .default('ndjson')
      .meta({ description: 'Lines of JSON, or CSV of one kind' }),
    for: z.enum(['spreadsheet'], 'must be spreadsheet').optional().meta({ description: 'CSV in which no text is a formula' }),
    kind: z
      .enum(kinds, `must be one of ${kinds.join(', ')}`)
      .optional()
      .meta({ description: 'Only records of this kind' }),
    after: textAs(readPlace, 'must be a kind and an id, such as album-1043')
      .optional()
      .meta({ type: 'string', description: 'The last record that you have: what stands behind it follows', example: 'album-1043' }),
  })
  .superRefine((query, context) => {
    const { kind, after } = query;
    const fault = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
    if (kind && after && after.kind !== kind) fault('after', `must be of the kind that is asked for, ${kind}`);
    if (!kind && !exportFormats[formatOf(query)].mixes) fault('kind', 'must be given: a CSV file has one kind of record');
    if (query.for && query.format !== 'csv') fault('for', 'must be absent unless the format is csv');
  });

export type ExportQuery = z.infer<typeof exportQuery>;

export function formatOf(query: Pick<ExportQuery, 'format' | 'for'>): FormatName {
  return query.format === 'csv' ? (query.for ?? 'csv') : query.format;
}
