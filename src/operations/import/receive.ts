import { system } from '../../model/actor.ts';
import { detailOf, type Fault } from '../../model/fault.ts';
import { failureOf, type Job, maxChunk } from '../../model/job.ts';
import { Problem } from '../../model/problem.ts';
import type { Store } from '../../store/store.ts';
import { receivingTime } from '../job.ts';
import { writes } from '../writes.ts';

/**
 * Stores a file, as it arrives, as the input of a job, then queues the job. If the file breaks off or exceeds `maxBytes`, the job fails.
 *
 * @param pieceTime how long each piece of `maxChunk` bytes may take, in ms
 */
export async function receiveInput(
  store: Pick<Store, 'write'>,
  { id }: Pick<Job, 'id'>,
  file: AsyncIterable<Uint8Array>,
  maxBytes: number,
  pieceTime = receivingTime,
): Promise<void> {
  let size = 0;
  let number = 0;
  try {
    for await (const piece of inPieces(file, pieceTime)) {
      size += piece.length;
      if (size > maxBytes) throw new Problem('content-too-large', `The file may have at most ${maxBytes} bytes.`);
      const bytes = piece.toBase64();
      await store.write(writes.receivePiece, system, { id, name: 'input', number: number++, bytes });
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    await store.write(writes.endJob, system, { id, run: 0n, state: 'failed', outcome: failureOf(error) });
    throw error;
  }
  await store.write(writes.queueJob, system, id);
}

/** Each piece is valid until the next one is asked for: all use the same memory. */
async function* inPieces(file: AsyncIterable<Uint8Array>, time: number): AsyncGenerator<Uint8Array> {
  const piece = new Uint8Array(maxChunk);
  let length = 0;
  let begun = performance.now();
  for await (const bytes of file) {
    if (performance.now() - begun > time) throw tooSlow(time);
    for (let from = 0; from < bytes.length; ) {
      const part = bytes.subarray(from, from + maxChunk - length);
      piece.set(part, length);
      length += part.length;
      from += part.length;
      if (length < maxChunk) continue;
      yield piece;
      length = 0;
      begun = performance.now();
    }
  }
  if (length > 0) yield piece.subarray(0, length);
}

function tooSlow(time: number): Problem {
  const fault: Fault = ['slowFile', maxChunk / 1024, time / 1000];
  return new Problem('unavailable', `The file ${detailOf(fault)}.`, { fault, retryAfter: 1 });
}
