import { z } from 'zod';
import { requireAccepted } from '../http/accept.ts';
import { contentReply } from '../http/contentReply.ts';
import { pageReply } from '../http/page.ts';
import { type Input, type Reply, type RouteServices, route } from '../http/route.ts';
import { pieceStream } from '../http/stream/pieceStream.ts';
import { idText } from '../model/int64.ts';
import { jobShape, showJob } from '../model/job.ts';
import { toJson } from '../model/json.ts';
import { pageOf, pageQuery } from '../model/page.ts';
import { piecesOf, readJob, visibleJobs } from '../operations/job.ts';
import { reads } from '../operations/reads.ts';
import { writes } from '../operations/writes.ts';

const path = '/api/v1/jobs';
const common = { path, tag: 'Jobs', needs: 'manage own account' } as const;
const single = { ...common, path: `${path}/{jobId}`, params: z.strictObject({ jobId: idText }) };

export const jobRoutes = [
  route({
    operation: 'listJobs',
    method: 'get',
    ...common,
    summary: 'List jobs',
    description: 'Yours, or all for administrators, the newest first. A job is deleted 7 days after its end.',
    query: pageQuery,
    success: { status: 200, description: 'One page of jobs', schema: pageOf('JobPage', jobShape), headers: ['ETag', 'Link'] },
    async handle({ query, actor, caller }, { store, config }) {
      const slice = await store.readSlow(reads.listJobs, { owner: visibleJobs(actor), page: query }, caller());
      return pageReply({ ...slice, records: slice.records.map(showJob) }, query, path, config.prefix);
    },
  }),

  route({
    operation: 'readJob',
    method: 'get',
    ...single,
    summary: 'Read a job',
    description: 'Its progress or its outcome.',
    success: { status: 200, description: 'The job', schema: jobShape, headers: ['ETag'] },
    async handle({ params, actor }, { store }) {
      return contentReply(showJob(await store.read(readJob, { owner: visibleJobs(actor), id: params.jobId })));
    },
  }),

  route({
    operation: 'cancelJob',
    method: 'post',
    ...single,
    path: `${single.path}/cancel`,
    summary: 'Cancel a job',
    description: 'A running job ends within a second or two. What it has done stays. An ended job stays as it is.',
    success: { status: 200, description: 'The job', schema: jobShape },
    async handle({ params, write }) {
      return { status: 200, body: toJson(showJob(await write(writes.cancelJob, params.jobId))) };
    },
  }),

  route({
    operation: 'readJobReport',
    method: 'get',
    ...single,
    path: `${single.path}/report`,
    summary: 'Read the report of a job',
    description: 'A JSON text on each line, as far as the job has come; empty for a kind without a report.',
    produces: ['application/x-ndjson'],
    success: { status: 200, description: 'The report' },
    handle: (input, services) => fileReply(input.params.jobId, 'report', input, services),
  }),
];

type Asking = Pick<Input<unknown, unknown, unknown>, 'headers' | 'actor' | 'client'>;

/** A file of a job: a JSON text on each line, as far as the job has come. @throws Problem `not-found` */
export async function fileReply(id: bigint, name: string, asking: Asking, { store, limits, log }: RouteServices): Promise<Reply> {
  const { headers, actor, client } = asking;
  requireAccepted(headers, ['application/x-ndjson']);
  await store.read(readJob, { owner: visibleJobs(actor), id });
  const stream = pieceStream(piecesOf(store, id, name), {
    onEnd() {},
    onError: (err) => log.events.error({ err }, `the file ${name} of a job ended by an error`),
    onBytes: (bytes) => limits.countAnswer(client, bytes),
  });
  return { status: 200, type: 'application/x-ndjson; charset=utf-8', headers: { 'Cache-Control': 'no-store' }, stream };
}
