import type { CsvOptions } from './csv.ts';
import { headOf, type ReadBytes } from './encoding.ts';
import { type ImportSource, refusedFile } from './importRow.ts';
import { linesOf } from './lines.ts';

export const importFormats = ['ndjson', 'csv', 'json', 'discogs', 'musicbrainz', 'wikidata'] as const;
export type ImportFormat = (typeof importFormats)[number];

/** Discogs names a collection `owner-collection-20261121-1234.csv`. */
const fileNames: [RegExp, ImportFormat][] = [
  [/\.xml$|-collection-\d{8}-\d+\.csv$/i, 'discogs'],
  [/(?:musicbrainz|mbdump)[^/\\]*$/i, 'musicbrainz'],
  [/wikidata[^/\\]*\.(?:ndjson|jsonl|json)$/i, 'wikidata'],
  [/\.(?:ndjson|jsonl)$/i, 'ndjson'],
  [/\.json$/i, 'json'],
];

export const formatOf = (file: string): ImportFormat => fileNames.find(([form]) => form.test(file))?.[1] ?? 'csv';

/** The first bytes of gzip, zip, bzip2, xz and zstd. */
const magic = ['1f8b', '504b0304', '425a68', 'fd377a58', '28b52ffd'];

/** @throws Problem `invalid-input` if the file cannot be read at all */
export async function openSource(bytes: ReadBytes, format: ImportFormat, options: CsvOptions): Promise<ImportSource> {
  if (options.map.size > 0 && !['csv', 'discogs'].includes(format)) throw refusedFile('mapOfFormat', format);
  const head = Buffer.from(await headOf(bytes())).toString('hex', 0, 4);
  if (magic.some((start) => head.startsWith(start))) throw refusedFile('compressedFile');
  if (format === 'ndjson') return (await import('./ndjson.ts')).ndjsonSource(bytes);
  if (format === 'json') return (await import('./json.ts')).jsonSource(bytes);
  if (format === 'discogs') return (await import('./discogs.ts')).discogsSource(bytes, options);
  if (format === 'musicbrainz') return (await import('./musicbrainz.ts')).musicbrainzSource(bytes);
  if (format === 'wikidata') return (await import('./wikidata.ts')).wikidataSource(bytes);
  return (await import('./csv.ts')).csvSource(bytes, options);
}

/** In bytes. A line of a plan has a record and its errors. */
const maxPlanLine = 1 << 22;

/** The lines of a plan or report. */
export async function* textLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const lines of linesOf(bytes, maxPlanLine)) for (const line of lines) yield decoder.decode(line);
}
