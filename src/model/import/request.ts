import { z } from 'zod';
import type { Job } from '../job.ts';
import { boundedText, controlFault, oneOf, textAs } from '../text.ts';
import { encodings, type Reading } from './importRow.ts';
import { type Counts, type MatchMethod, matchMethods } from './plan.ts';
import { type ImportFormat, importFormats } from './source.ts';

/** The steps of an import's job: it plans, applies the plan, and can undo the import. */
export const importSteps = ['plan', 'apply', 'undo'] as const;
export type ImportStep = (typeof importSteps)[number];
/** The name of the job's file that has the rows of a step. */
export const rowFiles: Record<ImportStep, string> = { plan: 'report', apply: 'applied', undo: 'undone' };

/** In characters. Percent-encoded, they still fit into a request target. The command has no limit. */
const maxMap = 600;

/** @param text lines of the form `column=member` */
function readMap(text: string): [string, string][] | undefined {
  const pairs = text
    .split('\n')
    .filter(Boolean)
    .map((line): [string, string] => [line.slice(0, line.lastIndexOf('=')), line.slice(line.lastIndexOf('=') + 1)]);
  return [...text].length <= maxMap && pairs.every(([column, member]) => column !== '' && member !== '') ? pairs : undefined;
}

export const importQuery = z.strictObject({
  format: oneOf(importFormats)
    .optional()
    .meta({ description: 'Format of the file. If absent, the media type decides: `json`, `ndjson` or `discogs` (XML), else `csv`' }),
  match: oneOf(matchMethods).optional().meta({
    description:
      'How a record of the file is found in the catalogue. If absent: `id` for an export, for JSON of the API and for a table with ids; `name` for another table; `identifier` for other files',
  }),
  encoding: oneOf(encodings)
    .optional()
    .meta({ description: 'Encoding of CSV. If absent, the charset of its media type decides, else its content' }),
  map: textAs(readMap, `must be lines such as Banda=artist.name, at most ${maxMap} characters`).optional().meta({
    type: 'string',
    maxLength: maxMap,
    description: 'Columns of CSV, each on its own line with its member',
    example: 'Banda=artist.name',
  }),
  file: boundedText(1, 200, controlFault)
    .optional()
    .meta({ description: 'The name of the file, for the comment of the changes', example: 'radio.csv' }),
});

export type ImportParameters = z.output<typeof importQuery> & {
  format: ImportFormat;
  comment: string | null;
  source: string | null;
};

/** The result of a step. `samples`: the first rows of each action, in their JSON form. */
export type ImportSummary = {
  step: ImportStep;
  match?: MatchMethod;
  reading?: Reading;
  counts: Partial<Counts> & { undone?: number; left?: number };
  samples: { [action: string]: unknown[] };
};

/** The step of a job. `at`: the rest of the checkpoint. Its form depends on the step. */
export function stepOf({ checkpoint }: Pick<Job, 'checkpoint'>): { step: ImportStep; at: string[] } {
  const [step, ...at] = checkpoint.split(' ');
  return { step: importSteps.find((known) => known === step) ?? 'plan', at };
}
