import { writeSync } from 'node:fs';

declare const self: Worker;

/** What the thread hears: first which descriptor is its own and where it counts the texts it has written, then texts of whole lines. */
export type ToLineThread = { descriptor: number; written: Int32Array } | string;

/** A pipe takes so many bytes wholly or not at all (PIPE_BUF, pipe(7)), so that no line is cut where the process ends. */
const piece = 4096;
/** Between two tries to write where the disk is full, the reader gone or the pipe busy, in ms. */
const retryTime = 100;
const lineEnd = 10;

let descriptor = 1;
let written: Int32Array;

// Nothing else happens in this thread, so that it may wait for a reader as long as that one likes.
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

/** As many whole lines as fit into a piece; of a longer one what fits. */
function endOfPiece(bytes: Buffer, from: number): number {
  const most = Math.min(from + piece, bytes.length);
  const end = bytes.lastIndexOf(lineEnd, most - 1) + 1;
  return end > from ? end : most;
}

/** @returns how many bytes were taken, at last */
function write(bytes: Buffer): number {
  for (;;) {
    try {
      return writeSync(descriptor, bytes);
    } catch {
      Bun.sleepSync(retryTime);
    }
  }
}
