import { z } from 'zod';
import { charsetOf } from '../http/body.ts';
import { route } from '../http/route.ts';
import { charsets } from '../model/import/encoding.ts';
import { importQuery, importSteps, rowFiles } from '../model/import/request.ts';
import { type ImportFormat, importFormats } from '../model/import/source.ts';
import { idText } from '../model/int64.ts';
import { type Job, jobShape, showJob } from '../model/job.ts';
import { toJson } from '../model/json.ts';
import { receiveInput } from '../operations/import/receive.ts';
import { readJob } from '../operations/job.ts';
import { writes } from '../operations/writes.ts';
import { fileReply } from './job.ts';

const tag = 'Jobs';
const path = '/api/v1/imports';
const needs = 'import, undo and hide';
const params = z.strictObject({ importId: idText });
const mediaTypes: Record<ImportFormat, string> = {
  ndjson: 'application/x-ndjson',
  csv: 'text/csv',
  json: 'application/json',
  discogs: 'application/xml',
  musicbrainz: 'application/json',
  wikidata: 'application/x-ndjson',
};

const accepted = (job: Job, prefix: string) => ({
  status: 202 as const,
  body: toJson(showJob(job)),
  headers: { Location: `${prefix}/api/v1/jobs/${job.id}` },
});

export const importRoutes = [
  route({
    operation: 'createImport',
    method: 'post',
    path,
    tag,
    summary: 'Plan an import',
    description:
      'Stores the file as it arrives, and changes nothing. The job plans: its report has a row for each record of the file that the catalogue can hold.',
    needs,
    query: importQuery,
    takesKey: false,
    receives: [...new Set(Object.values(mediaTypes))],
    csvCharsets: Object.keys(charsets),
    success: { status: 202, description: 'The job', schema: jobShape, headers: ['Location'] },
    problems: ['too-many-requests'],
    async handle({ query, headers, file, write }, { store, config }) {
      const type = headers.get('content-type')?.toLowerCase() ?? '';
      const format = query.format ?? importFormats.find((name) => type.startsWith(mediaTypes[name])) ?? 'csv';
      const job = await write(writes.createImport, { encoding: charsets[charsetOf(type)], ...query, format });
      await receiveInput(store, job, file(config.maxImport), config.maxImport);
      return accepted(await store.read(readJob, { owner: null, id: job.id }), config.prefix);
    },
  }),

  ...(['apply', 'undo'] as const).map((step) =>
    route({
      operation: `${step}Import`,
      method: 'post',
      path: `${path}/{importId}/${step}`,
      tag,
      summary: step === 'apply' ? 'Apply the plan of an import' : 'Undo an import',
      description:
        step === 'apply'
          ? 'Applies the rows that are not errors or conflicts. A record that was changed since is a conflict and stays. A failed or cancelled import continues.'
          : 'What others changed since then is left, and listed.',
      needs,
      // A repeated request cannot begin a step twice, so it needs no key.
      takesKey: false,
      params,
      success: { status: 202, description: 'The job', schema: jobShape, headers: ['Location'] },
      problems: ['precondition-failed'],
      async handle({ params, write }, { config }) {
        return accepted(await write(writes.continueImport, { id: params.importId, step }), config.prefix);
      },
    }),
  ),

  route({
    operation: 'readImportRows',
    method: 'get',
    path: `${path}/{importId}/rows`,
    tag,
    summary: 'Read the rows of an import',
    description: 'What a step did or would do with each record: a JSON text on each line, as far as the step has come.',
    needs: 'manage own account',
    params,
    query: z.strictObject({ step: z.enum(importSteps).default('plan').meta({ description: 'The step' }) }),
    produces: ['application/x-ndjson'],
    success: { status: 200, description: 'The rows' },
    handle: (input, services) => fileReply(input.params.importId, rowFiles[input.query.step], input, services),
  }),
];
