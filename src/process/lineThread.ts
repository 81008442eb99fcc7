import { writeSync } from 'node:fs';

declare const self: Worker;

/** A message to the thread. The first has a file descriptor and a shared counter of written messages; each later one has whole lines. */
export type ToLineThread = { descriptor: number; written: Int32Array } | string;

/** In bytes. A write of this size to a pipe is atomic (PIPE_BUF, pipe(7)), so a line is whole even if the process ends. */
const pieceBytes = 4096;
/** Pause before a failed write is tried again (full disk, no reader, busy pipe), in ms. */
const retryTime = 100;
const lineEnd = 10;

let descriptor = 1;
let written: Int32Array;

// This thread does nothing else, so it may wait for a slow reader.
self.onmessage = ({ data }: MessageEvent<ToLineThread>) => {
  if (typeof data !== 'string') {
    ({ descriptor, written } = data);
    return;
  }
  const bytes = Buffer.from(data);
  for (let from = 0; from < bytes.length; ) from += write(bytes.subarray(from, endOfPiece(bytes, from)));
  Atomics.add(written, 0, 1);
  Atomics.notify(written, 0);
};

/** Finds the end of the whole lines that fit into a piece. A line that is longer than a piece is cut. */
function endOfPiece(bytes: Buffer, from: number): number {
  const limit = Math.min(from + pieceBytes, bytes.length);
  const end = bytes.lastIndexOf(lineEnd, limit - 1) + 1;
  return end > from ? end : limit;
}

/** Tries until it succeeds. @returns the number of bytes written */
function write(bytes: Buffer): number {
  for (;;) {
    try {
      return writeSync(descriptor, bytes);
    } catch {
      Bun.sleepSync(retryTime);
    }
  }
}
