import { maxChunk } from '../model/job.ts';
import type { JobContext } from './runner.ts';

export async function* piecesIn({ read }: Pick<JobContext, 'read'>, name: string): AsyncGenerator<Uint8Array> {
  for (let number = 0; ; number++) {
    const piece = await read(name, number);
    if (!piece?.length) return;
    yield piece;
  }
}

/** Writes a file of a job in pieces. `end` empties the pieces that an earlier run wrote after them. */
export function createFile({ read, write }: Pick<JobContext, 'read' | 'write'>, name: string) {
  let parts: Uint8Array[] = [];
  let length = 0;
  let number = 0;
  return {
    async add(text: string): Promise<void> {
      parts.push(Buffer.from(text));
      length += parts.at(-1)?.length ?? 0;
      if (length < maxChunk) return;
      const bytes = Buffer.concat(parts);
      let from = 0;
      for (; bytes.length - from >= maxChunk; from += maxChunk) await write(name, number++, bytes.subarray(from, from + maxChunk));
      parts = [bytes.subarray(from)];
      length = bytes.length - from;
    },
    async end(): Promise<void> {
      if (length > 0) await write(name, number++, Buffer.concat(parts));
      for (; (await read(name, number))?.length; number++) await write(name, number, new Uint8Array());
    },
  };
}
