import { maxChunk } from '../model/job.ts';
import type { JobContext } from './runner.ts';

export async function* piecesIn({ read }: Pick<JobContext, 'read'>, name: string): AsyncGenerator<Uint8Array> {
  for (let number = 0; ; number++) {
    const piece = await read(name, number);
    if (!piece?.length) return;
    yield piece;
  }
}

const encoder = new TextEncoder();

/** Writes a file of a job in pieces. `end` also empties further pieces, which an earlier run may have written. */
export function createFile({ read, write }: Pick<JobContext, 'read' | 'write'>, name: string) {
  const piece = new Uint8Array(maxChunk);
  let length = 0;
  let number = 0;

  async function flush(): Promise<void> {
    await write(name, number++, piece.subarray(0, length));
    length = 0;
  }

  return {
    async add(text: string): Promise<void> {
      for (let from = 0; from < text.length; ) {
        const { read, written } = encoder.encodeInto(from > 0 ? text.slice(from) : text, piece.subarray(length));
        from += read;
        length += written;
        if (from < text.length) await flush();
      }
    },
    async end(): Promise<void> {
      if (length > 0) await flush();
      for (; (await read(name, number))?.length; number++) await write(name, number, new Uint8Array());
    },
  };
}
