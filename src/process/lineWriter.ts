import type { ToLineThread } from './lineThread.ts';

/** Lines are sent to the thread after this time, in ms, or earlier at this many characters. */
const longestWait = 100;
const enough = 64 * 1024;
/** The most texts that were sent to the thread and not yet written. */
const maxSent = 16;
/** The most waiting characters. Further lines are dropped. */
const maxHeld = 8 * 1024 * 1024;

/** The notices where a gap of dropped lines begins, and where it ends with their number. */
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
    // A gap does not end at the first free byte: a slow reader would get such a notice after every other line.
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
      thread = new Worker(new URL('./lineThread.ts', import.meta.url), { ref: false, smol: true });
      thread.postMessage({ descriptor, written } satisfies ToLineThread);
    }
    thread.postMessage(message);
  }

  return {
    /** Does not block. @param line with its line end */
    write(line: string): void {
      if (droppedBefore === undefined && held + line.length <= maxHeld) {
        add(line);
        return;
      }
      if (droppedBefore === undefined) {
        droppedBefore = dropped;
        if (notices) add(notices.dropping());
      }
      dropped++;
    },
    /** Lines dropped since the start. */
    dropped: (): number => dropped,
    /** Resolves once all lines are written, or after `patience` ms. */
    flush(patience: number): void {
      gather();
      send(Number.POSITIVE_INFINITY);
      const end = performance.now() + patience;
      for (let left = patience; waiting() > 0 && left > 0; left = end - performance.now()) {
        Atomics.wait(written, 0, Atomics.load(written, 0), left);
      }
    },
  };
}
