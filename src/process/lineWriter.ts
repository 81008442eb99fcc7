import type { ToLineThread } from './lineThread.ts';

/** Lines are sent to the thread after `maxDelay` ms, or earlier if they have more than `batchSize` characters. */
const maxDelay = 100;
const batchSize = 64 * 1024;
/** The thread gets no further text while this many are sent and not yet written. */
const maxSent = 16;
/** Limit of characters that wait to be written. Further lines are dropped. */
const maxHeld = 8 * 1024 * 1024;

/** Functions that make the lines before and after a gap in the log. `dropped` is the number of lines that were dropped in it. */
export type Notices = { dropping(): string; resumed(dropped: number): string };

/**
 * Writes lines to a descriptor in a thread, since a write blocks until the reader of a pipe or a terminal takes it. If too many
 * characters wait, lines are dropped and counted.
 */
export function createLineWriter(descriptor: number, notices?: Notices) {
  const written = new Int32Array(new SharedArrayBuffer(4));
  const queue: string[] = [];
  /** Lengths of the texts that the thread has not written yet, oldest first. */
  const sent: number[] = [];
  let sentTotal = 0;
  let gathered = '';
  let held = 0;
  let dropped = 0;
  let droppedAtGapStart: number | undefined;
  let timer = false;
  let thread: Worker | undefined;

  function add(line: string): void {
    gathered += line;
    held += line.length;
    if (gathered.length > batchSize) {
      gather();
      send(maxSent);
    } else startTimer();
  }

  function gather(): void {
    if (gathered) queue.push(gathered);
    gathered = '';
  }

  function startTimer(): void {
    if (timer) return;
    timer = true;
    setTimeout(() => {
      timer = false;
      gather();
      send(maxSent);
      if (held > 0) startTimer();
    }, maxDelay).unref();
  }

  function send(max: number): void {
    settle();
    while (sent.length < max && queue.length > 0) {
      const text = queue.shift() as string;
      sent.push(text.length);
      sentTotal = (sentTotal + 1) | 0;
      post(text);
    }
  }

  function settle(): void {
    for (let unwritten = waiting(); sent.length > unwritten; ) held -= sent.shift() as number;
    // A gap ends only when half of the space is free. Else a slow reader would get a notice after every other line.
    if (droppedAtGapStart === undefined || held > maxHeld / 2) return;
    const lost = dropped - droppedAtGapStart;
    droppedAtGapStart = undefined;
    if (notices) add(notices.resumed(lost));
  }

  function waiting(): number {
    return (sentTotal - Atomics.load(written, 0)) | 0;
  }

  function post(message: ToLineThread): void {
    if (!thread) {
      thread = new Worker(new URL('./lineThread.ts', import.meta.url), { ref: false, smol: true });
      thread.postMessage({ descriptor, written } satisfies ToLineThread);
    }
    thread.postMessage(message);
  }

  return {
    /** Does not block. @param line with its line end */
    write(line: string): void {
      if (droppedAtGapStart === undefined && held + line.length <= maxHeld) {
        add(line);
        return;
      }
      if (droppedAtGapStart === undefined) {
        droppedAtGapStart = dropped;
        if (notices) add(notices.dropping());
      }
      dropped++;
    },
    /** Lines dropped since the start. */
    dropped: (): number => dropped,
    /** Blocks until all lines are written, at most `maxMs`. */
    flush(maxMs: number): void {
      gather();
      send(Number.POSITIVE_INFINITY);
      const end = performance.now() + maxMs;
      for (let left = maxMs; waiting() > 0 && left > 0; left = end - performance.now()) {
        Atomics.wait(written, 0, Atomics.load(written, 0), left);
      }
    },
  };
}
