import type { Result } from '../../model/result.ts';
import { countdown } from '../../model/within.ts';
import type { FromReader, ToReader } from './reader.ts';

/** The time limit for opening the store, in ms. On a busy machine this takes long. */
const openTime = 15_000;
/** The time limit for ending, in ms. */
const patience = 5_000;

export type ReaderThread = {
  /** Rejects if the thread ends before it has opened the store. */
  opened: Promise<void>;
  /** Rejects if the thread ends before it answers. */
  ask(operation: string, input: unknown): Promise<Result>;
  /** Makes the current question fail before its next statement. */
  stop(): void;
  /** Ends the thread, even during a statement. */
  kill(why: string): void;
  /** Lets the thread open and answer its question for at most 5 seconds, then ends it. */
  close(): Promise<void>;
};

/**
 * @param entry the module of the thread, which passes the operations to `serveReads`
 * @param onEnd called once, with the reason
 * @param once whether it answers all questions on one snapshot, which ends with the thread
 */
export function startReaderThread(
  path: string,
  entry: URL,
  onEnd: (thread: ReaderThread, why: string) => void,
  once = false,
): ReaderThread {
  const { promise: closed, resolve: hasClosed } = Promise.withResolvers<void>();
  const { promise: opened, resolve: hasOpened, reject: hasFailed } = Promise.withResolvers<void>();
  const stopped = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  // The heap stays small: no object outlives its read.
  const worker = new Worker(entry, { smol: true });
  const say = (message: ToReader) => worker.postMessage(message);
  let failure = 'a reader thread ended';
  let lastId = 0;
  let question: PromiseWithResolvers<Result> | undefined;
  let ended = false;

  function end(): void {
    if (ended) return;
    ended = true;
    clearInterval(timer);
    hasFailed(new Error(failure));
    question?.reject(new Error(failure));
    hasClosed();
    onEnd(thread, failure);
  }

  const thread: ReaderThread = {
    opened,
    ask(operation, input) {
      question = Promise.withResolvers();
      say({ id: ++lastId, operation, input });
      return question.promise;
    },
    stop: () => void Atomics.store(new Int32Array(stopped), 0, lastId),
    kill(why) {
      failure = why;
      worker.terminate();
      // `terminate` takes effect only after the current statement.
      end();
    },
    async close() {
      say(null);
      await Promise.race([closed, Bun.sleep(patience)]);
      thread.kill('a reader thread did not end in time');
    },
  };
  worker.onmessage = ({ data }: MessageEvent<FromReader>) => {
    if ('opened' in data) {
      clearInterval(timer);
      hasOpened();
    } else question?.resolve(data);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    failure = event.message;
    worker.terminate();
  };
  worker.addEventListener('close', end);
  const timer = countdown(openTime, () => thread.kill('a reader thread did not open the store in time'));
  say({ open: path, stopped, once });
  return thread;
}
