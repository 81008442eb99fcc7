import { respond } from '../../http/respond.ts';
import { pieceStream } from '../../http/stream/pieceStream.ts';
import type { RowError } from '../../model/import/importRow.ts';
import { rowFiles, stepOf } from '../../model/import/request.ts';
import { textLines } from '../../model/import/source.ts';
import type { Job } from '../../model/job.ts';
import { parseJson, toJson } from '../../model/json.ts';
import { piecesOf } from '../../operations/job.ts';
import type { MemberVisit } from '../form.ts';
import { faultWords } from '../texts/faultWords.ts';
import type { Language } from '../texts/site.ts';

export const sayError = (language: Language, { code, values, detail }: RowError) =>
  faultWords[language].fault({ pointer: '', detail, fault: [code, ...values] as never });

/** All rows of the last step of an import, as a file with its errors in the language of the page. */
export function importReport({ ctx, services: { store, limits, log }, language }: MemberVisit, job: Job): Response {
  const { step } = stepOf(job);
  const stream = pieceStream(translated(piecesOf(store, job.id, rowFiles[step]), language), {
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

/** The characters that are sent at once. */
const batchLength = 1 << 16;

async function* translated(pieces: AsyncIterable<Uint8Array>, language: Language): AsyncGenerator<Uint8Array> {
  let batch = '';
  for await (const line of textLines(pieces)) {
    batch += `${line.includes('"errors":[') ? translateRow(line, language) : line}\n`;
    if (batch.length < batchLength) continue;
    yield Buffer.from(batch);
    batch = '';
  }
  yield Buffer.from(batch);
}

function translateRow(line: string, language: Language): string {
  const row = parseJson(line).value as unknown as { errors?: RowError[] };
  return toJson({ ...row, errors: row.errors?.map((error) => ({ ...error, detail: sayError(language, error) })) });
}
