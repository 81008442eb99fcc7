import { deserialize, serialize } from 'bun:jsc';
import { rmSync } from 'node:fs';
import { system } from '../model/actor.ts';
import { Problem, plainProblem } from '../model/problem.ts';
import { lastingRefusal } from '../model/startRefused.ts';
import type { Store, Writes } from '../store/store.ts';
import { type Answer, type ServerFacts, socketPath } from './socket.ts';

/** Bytes, without the closing NUL (sys/un.h). */
const maxSocketPath = 107;

export type OperatorSocket = { close(): Promise<void> };

/**
 * Runs the operator's commands in the server, which has locked the store's file. The umask lets only the owner of the process open the
 * socket, so requests need no credential.
 */
export function openOperatorSocket(storePath: string, store: Store, writes: Writes, facts: ServerFacts): OperatorSocket {
  const unix = socketPath(storePath);
  if (Buffer.byteLength(unix) > maxSocketPath) {
    throw lastingRefusal(
      `The path ${unix} is too long for a socket (${maxSocketPath} bytes at most). Start from a folder nearer to the store, or move the store.`,
    );
  }
  // This process has locked the store, so an existing socket is left over from a killed server.
  rmSync(unix, { force: true });
  const server = Bun.serve({
    unix,
    async fetch(request) {
      if (request.method === 'GET') return Response.json(facts);
      const { operation, input, context } = deserialize(await request.arrayBuffer());
      const write = writes[operation];
      if (!write)
        return new Response(serialize({ error: `the server does not know ${operation}; it is of another version` } satisfies Answer));
      return new Response(serialize(await answer(() => store.write(write, system, input, context))));
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
    if (error instanceof Problem) return { problem: plainProblem(error) };
    return { error: String(error) };
  }
}
