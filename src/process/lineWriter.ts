import type { ToLineThread } from './lineThread.ts';

/** Lines wait at most this long before they are sent to the thread, in ms, and until there are this many characters of them. */
const longestWait = 100;
const enough = 64 * 1024;
/** Texts that are with the thread at once. */
const maxSent = 16;
/** Characters that may wait for the reader; lines beyond them are dropped. */
const maxHeld = 8 * 1024 * 1024;

/** Lines that replace those that were dropped: where that begins, and where it ends after so many. */
export type Notices = { dropping(): string; resumed(dropped: number): string };

export type LineWriter = {
  /** Never waits. @param line with its line end */
  write(line: string): void;
  /** Lines dropped since the start. */
  dropped(): number;
  /** Waits until all is written, but no longer than `patience` ms. */
  flush(patience: number): void;
};

/**
 * Writes lines to a descriptor, together and by a thread of their own: a write waits for the reader of a pipe or a terminal,
 * and nobody else may wait for that. Where too much waits, lines are dropped and counted.
 */
export function createLineWriter(descriptor: number, notices?: Notices): LineWriter {
  const written = new Int32Array(new SharedArrayBuffer(4));
  const queue: string[] = [];
  /** Lengths of the texts that are with the thread, oldest first. */
  const sent: number[] = [];
  let sentInAll = 0;
  let gathered = '';
  let held = 0;
  let dropped = 0;
  let droppedBefore: number | undefined;
  let timer = false;
  let thread: Worker | undefined;

  function add(line: string): void {
    gathered += line;
    held += line.length;
    if (gathered.length > enough) {
      gather();
      send(maxSent);
    } else wake();
  }

  function gather(): void {
    if (gathered) queue.push(gathered);
    gathered = '';
  }

  function wake(): void {
    if (timer) return;
    timer = true;
    setTimeout(() => {
      timer = false;
      gather();
      send(maxSent);
      if (held > 0) wake();
    }, longestWait).unref();
  }

  function send(most: number): void {
    settle();
    while (sent.length < most && queue.length > 0) {
      const text = queue.shift() as string;
      sent.push(text.length);
      sentInAll = (sentInAll + 1) | 0;
      tell(text);
    }
  }

  function settle(): void {
    for (let open = waiting(); sent.length > open; ) held -= sent.shift() as number;
    // Not at the first free byte, else a slow reader would get such a line at every other line.
    if (droppedBefore === undefined || held > maxHeld / 2) return;
    const lost = dropped - droppedBefore;
    droppedBefore = undefined;
    if (notices) add(notices.resumed(lost));
  }

  function waiting(): number {
    return (sentInAll - Atomics.load(written, 0)) | 0;
  }

  function tell(message: ToLineThread): void {
    if (!thread) {
      thread = new Worker(new URL('./lineThread.ts', import.meta.url), { ref: false });
      thread.postMessage({ descriptor, written } satisfies ToLineThread);
    }
    thread.postMessage(message);
  }

  return {
    write(line) {
      if (droppedBefore === undefined && held + line.length <= maxHeld) return add(line);
      if (droppedBefore === undefined) {
        droppedBefore = dropped;
        if (notices) add(notices.dropping());
      }
      dropped++;
    },
    dropped: () => dropped,
    flush(patience) {
      gather();
      send(Number.POSITIVE_INFINITY);
      const end = performance.now() + patience;
      for (let left = patience; waiting() > 0 && left > 0; left = end - performance.now()) {
        Atomics.wait(written, 0, Atomics.load(written, 0), left);
      }
    },
  };
}
