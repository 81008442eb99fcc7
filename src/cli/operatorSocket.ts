import { deserialize, serialize } from 'bun:jsc';
import { existsSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { system } from '../model/actor.ts';
import { Problem } from '../model/problem.ts';
import { StartRefused } from '../model/startRefused.ts';
import type { Changes } from '../store/sqlite/batch.ts';
import type { ChangeOperation, Store } from '../store/store.ts';

/** Socket addresses are this long at most, without the closing NUL (sys/un.h). */
const maxSocketPath = 107;

export type OperatorSocket = { close(): Promise<void> };

type Answer = { value: unknown } | { problem: { code: Problem['code']; detail: string } } | { error: string };

/** Where the commands of a store reach its server: beside the store, by the shorter way to say it. */
function socketPath(storePath: string): string {
  const path = `${storePath}.sock`;
  return [path, relative(process.cwd(), path)].reduce((a, b) => (b.length < a.length ? b : a));
}

/**
 * Lets the operator's commands make changes through the running server. Who can open the socket (its owner only, by the
 * process's umask) is the operator, as who can open the store's file is.
 */
export function openOperatorSocket(storePath: string, store: Store, changes: Changes): OperatorSocket {
  const unix = socketPath(storePath);
  if (Buffer.byteLength(unix) > maxSocketPath) {
    throw new StartRefused(
      `The path ${unix} is too long for a socket (${maxSocketPath} bytes at most). Start from a folder nearer to the store, or move the store.`,
    );
  }
  // The store's lock is ours, so a socket that is there already is left over from a process that was killed.
  rmSync(unix, { force: true });
  const server = Bun.serve({
    unix,
    async fetch(request) {
      const { operation, input } = deserialize(await request.arrayBuffer());
      const change = changes[operation];
      if (!change)
        return new Response(serialize({ error: `the server does not know ${operation}; it is of another version` } satisfies Answer));
      return new Response(serialize(await answer(() => store.change(change, system, input))));
    },
  });
  return {
    async close() {
      await server.stop();
      rmSync(unix, { force: true });
    },
  };
}

async function answer(work: () => Promise<unknown>): Promise<Answer> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof Problem) return { problem: { code: error.code, detail: error.message } };
    return { error: String(error) };
  }
}

/** The socket may be left over from a server that was killed. Any other error came after the request was on its way. */
function nobodyListens(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ECONNREFUSED');
}

/**
 * Makes a change through the server that has the store.
 *
 * @returns undefined where none has it
 * @throws StartRefused where the server ended before it answered
 */
export async function changeThroughServer<I, O>(
  storePath: string,
  operation: ChangeOperation<I, O>,
  input: I,
): Promise<{ value: O } | undefined> {
  const unix = socketPath(storePath);
  if (!existsSync(unix)) return undefined;
  let response: Response;
  try {
    response = await fetch('http://rockola/', { unix, method: 'POST', body: serialize({ operation: operation.name, input }) });
  } catch (error) {
    if (nobodyListens(error)) return undefined;
    throw new StartRefused(
      'The server ended before it answered, so whether this was done is not known. Look with a command that lists; then repeat it where needed.',
    );
  }
  const answer = deserialize(await response.arrayBuffer()) as Answer;
  if ('value' in answer) return answer as { value: O };
  if ('problem' in answer) throw new Problem(answer.problem.code, answer.problem.detail);
  throw new Error(answer.error);
}
