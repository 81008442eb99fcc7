import { z } from 'zod';
import { maxInt64, parseInt64 } from '../int64.ts';
import { fieldError, invalidInput } from '../problem.ts';
import { isKind, type Kind, kinds } from '../record.ts';
import { textAs } from '../text.ts';
import { exportFormats, type FormatName } from './byName.ts';

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

export const formatNames = ['ndjson', 'csv'] as const;

export const exportQuery = z.strictObject({
  format: z
    .enum(formatNames, `must be ${formatNames.join(' or ')}`)
    .optional()
    .meta({ description: 'Lines of JSON, or CSV of one kind. Absent: what `Accept` prefers, or lines' }),
  for: z.enum(['spreadsheet'], 'must be spreadsheet').optional().meta({ description: 'CSV in which no text is a formula' }),
  kind: z
    .enum(kinds, `must be one of ${kinds.join(', ')}`)
    .optional()
    .meta({ description: 'Only records of this kind' }),
  after: textAs(readPlace, 'must be a kind and an id, such as album-1043')
    .optional()
    .meta({ type: 'string', description: 'The last record that you have: what stands behind it follows', example: 'album-1043' }),
});

type Asked = z.infer<typeof exportQuery>;
export type ExportQuery = Omit<Asked, 'for' | 'format'> & { format: FormatName };

/** @throws Problem `invalid-input` where the parameters do not fit together */
export function toExportQuery({ format = 'ndjson', for: program, kind, after }: Asked): ExportQuery {
  const errors = [
    ...(kind && after && after.kind !== kind ? [fieldError('/after', 'technical', `must be of the kind that is asked for, ${kind}`)] : []),
    ...(!kind && !exportFormats[format].mixes
      ? [fieldError('/kind', 'technical', 'must be given: a CSV file has one kind of record')]
      : []),
    ...(program && format !== 'csv' ? [fieldError('/for', 'technical', 'must be absent unless the format is csv')] : []),
  ];
  if (errors.length > 0) throw invalidInput(...errors);
  return { format: program ?? format, kind, after };
}
