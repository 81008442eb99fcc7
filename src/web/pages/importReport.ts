import { respond } from '../../http/respond.ts';
import { pieceStream } from '../../http/stream/pieceStream.ts';
import { rowFiles, stepOf } from '../../model/import/request.ts';
import type { Job } from '../../model/job.ts';
import { piecesOf } from '../../operations/job.ts';
import type { MemberVisit } from '../form.ts';

/** All rows of the last step of an import, as a file. */
export function importReport({ ctx, services: { store, limits, log } }: MemberVisit, job: Job): Response {
  const { step } = stepOf(job);
  const stream = pieceStream(piecesOf(store, job.id, rowFiles[step]), {
    onEnd() {},
    onError: (err) => log.events.error({ err }, 'the download of the rows of an import ended by an error'),
    onBytes: (bytes) => limits.countAnswer(ctx.client, bytes),
  });
  ctx.streams = true;
  return respond(ctx, 200, stream, {
    'Content-Type': 'application/x-ndjson; charset=utf-8',
    'Content-Disposition': `attachment; filename="import-${job.id}-${step}.ndjson"`,
    'Cache-Control': 'no-store',
  });
}
