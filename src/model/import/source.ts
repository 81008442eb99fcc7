import type { CsvOptions } from './csv.ts';
import type { ReadBytes } from './encoding.ts';
import type { ImportSource } from './importRow.ts';
import { linesOf } from './lines.ts';

export const importFormats = ['ndjson', 'csv'] as const;
export type ImportFormat = (typeof importFormats)[number];

export const formatOf = (file: string): ImportFormat => (/\.(?:ndjson|jsonl|json)$/i.test(file) ? 'ndjson' : 'csv');

/** @throws Problem `invalid-input` if the file cannot be read at all */
export async function openSource(bytes: ReadBytes, format: ImportFormat, options: CsvOptions): Promise<ImportSource> {
  const { ndjsonSource } = await import('./ndjson.ts');
  if (format === 'ndjson') return ndjsonSource(bytes);
  const { csvSource } = await import('./csv.ts');
  return csvSource(bytes, options);
}

/** Bytes of the longest line of a plan: a record with its errors. */
const maxPlanLine = 1 << 22;

/** The lines of a plan. */
export async function* textLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const lines of linesOf(bytes, maxPlanLine)) for (const line of lines) yield new TextDecoder().decode(line);
}
