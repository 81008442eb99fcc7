import { Problem } from '../../model/problem.ts';
import { failureOf, type Result } from '../../model/result.ts';
import { stoppable } from '../stoppable.ts';
import type { Reader, Reads } from '../store.ts';
import { type Connection, openConnection } from './database.ts';
import { inSnapshot } from './snapshot.ts';

declare const self: Worker;

/** Plain data, since it is copied to the thread. */
export type Question = { id: number; operation: string; input: unknown };
/**
 * A message to a reader thread. The first has the store to open, shared memory for the id of a question to stop, and `once`: whether all
 * questions are answered on one snapshot. Each later one is a question, or null to end the thread.
 */
export type ToReader = { open: string; stopped: SharedArrayBuffer; once: boolean } | Question | null;
export type FromReader = { opened: true } | Result;

/** The body of a reader thread. It answers one question at a time. A stop takes effect before the next statement. */
export function serveReads(reads: Reads): void {
  let path = '';
  let stopped = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  let connection: Connection | undefined;
  let once = false;

  self.onmessage = async ({ data }: MessageEvent<ToReader>) => {
    if (data === null) {
      connection?.close();
      process.exit(0);
    }
    if (!('open' in data)) return say(await answer(data));
    path = data.open;
    stopped = new Int32Array(data.stopped);
    once = data.once;
    connection = openConnection(path, 'read');
    if (once) connection.run('begin');
    say({ opened: true });
  };

  async function answer({ id, operation, input }: Question): Promise<Result> {
    const requireNotStopped = () => {
      if (Atomics.load(stopped, 0) === id) throw new Error('the read was stopped');
    };
    try {
      const read = reads[operation];
      if (!read) throw new Error(`no such read: ${operation}`);
      const run = (reader: Reader) => read.run(stoppable(reader, requireNotStopped), input);
      if (once && !connection) throw new Error('the snapshot was lost');
      connection ??= openConnection(path, 'read');
      return { value: await (once ? run(connection) : inSnapshot(connection, run, null)) };
    } catch (error) {
      if (!(error instanceof Problem)) forgetConnection();
      return failureOf(error);
    }
  }

  /** The connection must not be used again after an I/O error. Other failures are rare, so they are treated alike. */
  function forgetConnection(): void {
    connection?.close();
    connection = undefined;
  }

  function say(message: FromReader): void {
    self.postMessage(message);
  }
}
