import type { Result } from '../../model/result.ts';
import type { FromReader, ToReader } from './reader.ts';

/** How long a thread may take to open the store, and to end, in ms. */
const patience = 5_000;

/** One thread that reads, one question at a time. */
export type ReaderThread = {
  /** Rejects where the thread ends before it answers. */
  ask(operation: string, input: unknown): Promise<Result>;
  /** Has the question under way end before its next statement. */
  stop(): void;
  /** Ends the thread whatever it does. */
  kill(why: string): void;
  /** Lets the thread finish what it does, then end; one that takes long is left behind. */
  close(): Promise<void>;
};

/**
 * @param entry the thread's program, which hands the operations to `serveReads`
 * @param onEnd called when the thread has ended, with the reason
 */
export function startReaderThread(path: string, entry: URL, onEnd: (thread: ReaderThread, why: string) => void): Promise<ReaderThread> {
  const { promise: opened, resolve: hasOpened, reject: hasFailed } = Promise.withResolvers<ReaderThread>();
  const stopped = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const worker = new Worker(entry);
  const say = (message: ToReader) => worker.postMessage(message);
  let failure = 'a reader thread ended';
  let lastId = 0;
  let question: PromiseWithResolvers<Result> | undefined;
  let ended = false;

  function end(): void {
    if (ended) return;
    ended = true;
    clearTimeout(late);
    hasFailed(new Error(failure));
    question?.reject(new Error(failure));
    onEnd(thread, failure);
  }

  const thread: ReaderThread = {
    ask(operation, input) {
      question = Promise.withResolvers();
      say({ id: ++lastId, operation, input });
      return question.promise;
    },
    stop: () => void Atomics.store(new Int32Array(stopped), 0, lastId),
    kill(why) {
      failure = why;
      worker.terminate();
      // A thread that is in the midst of a statement hears nothing until that is over.
      end();
    },
    async close() {
      const closed = new Promise((resolve) => worker.addEventListener('close', resolve));
      say(null);
      await Promise.race([closed, Bun.sleep(patience)]);
    },
  };
  worker.onmessage = ({ data }: MessageEvent<FromReader>) => {
    if ('opened' in data) {
      clearTimeout(late);
      hasOpened(thread);
    } else question?.resolve(data);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    failure = event.message;
    worker.terminate();
  };
  worker.addEventListener('close', end);
  const late = setTimeout(() => thread.kill('a reader thread did not open the store in time'), patience);
  say({ open: path, stopped });
  return opened;
}
