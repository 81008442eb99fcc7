import { type Problem, unavailable } from '../../model/problem.ts';
import { outcomeOf } from '../../model/result.ts';
import { countdown } from '../../model/within.ts';
import type { Read, Report } from '../store.ts';
import { type ReaderThread, startReaderThread } from './readerThread.ts';

/** How long a statement may continue after a stop, in ms. Then its thread is ended. */
const grace = 2_000;

/** Starts reader threads as they are needed. The caller limits how many run at once. */
export function createReaderThreads(path: string, entry: URL, report: Report) {
  const threads = new Set<ReaderThread>();
  /** The threads without a read. A thread may still be opening the store after the read that started it has ended. */
  const idle: ReaderThread[] = [];
  let closing = false;

  function start(): ReaderThread {
    const thread = startReaderThread(path, entry, forget);
    threads.add(thread);
    return thread;
  }

  function forget(thread: ReaderThread, why: string): void {
    threads.delete(thread);
    if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
    if (!closing) report(`${why}; another is started when it is needed`);
  }

  async function answer<I, O>(thread: ReaderThread, { name }: Read<I, O>, input: I, stop: AbortSignal): Promise<O> {
    let timer: Timer | undefined;
    const halt = () => {
      thread.stop();
      timer = countdown(grace, () => thread.kill('a reader thread did not stop in time'));
    };
    stop.addEventListener('abort', halt);
    try {
      const result = await thread.ask(name, input);
      idle.push(thread);
      stop.throwIfAborted();
      return outcomeOf(result) as O;
    } finally {
      clearInterval(timer);
      stop.removeEventListener('abort', halt);
    }
  }

  return {
    /** @throws the reason of `stop` once that aborts */
    async run<I, O>(operation: Read<I, O>, input: I, stop: AbortSignal): Promise<O> {
      stop.throwIfAborted();
      if (closing) throw failed();
      const thread = idle.pop() ?? start();
      await Promise.race([thread.opened, aborted(stop)]).catch(() => {
        throw failed();
      });
      if (stop.aborted) idle.push(thread);
      stop.throwIfAborted();
      try {
        return await answer(thread, operation, input, stop);
      } catch (error) {
        stop.throwIfAborted();
        throw threads.has(thread) && !closing ? error : failed();
      }
    },
    async close(): Promise<void> {
      closing = true;
      for (const thread of threads) thread.stop();
      await Promise.all([...threads].map((thread) => thread.close()));
    },
  };
}

export function failed(): Problem {
  return unavailable('The store failed while reading; ask again.');
}

export function aborted(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => stop.addEventListener('abort', () => resolve()));
}
