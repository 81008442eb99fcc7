import { deserialize, serialize } from 'bun:jsc';
import { existsSync } from 'node:fs';
import type { Context } from '../model/context.ts';
import { problemOf } from '../model/problem.ts';
import { StartRefused } from '../model/startRefused.ts';
import { fileRefusal } from '../store/fileRefusal.ts';
import type { Write } from '../store/store.ts';
import { type Answer, type ServerFacts, socketPath } from './socket.ts';

/**
 * Runs a write operation in the server that uses the store.
 *
 * @returns undefined if no server uses it
 * @throws StartRefused where the server ended before it answered
 */
export async function writeThroughServer<I, O>(
  storePath: string,
  operation: Write<I, O>,
  args: { input: I; context: Context },
): Promise<{ value: O } | undefined> {
  const unix = socketPath(storePath);
  if (!existsSync(unix)) return undefined;
  let response: Response;
  try {
    response = await fetch('http://rockola/', { unix, method: 'POST', body: serialize({ operation: operation.name, ...args }) });
  } catch (error) {
    if (nobodyListens(error)) return undefined;
    const forbidden = fileRefusal(unix, error);
    if (forbidden) throw forbidden;
    throw new StartRefused(
      'The server ended before it answered. Whether the change was made is not known: list the records, and repeat the command where needed.',
    );
  }
  const answer = deserialize(await response.arrayBuffer()) as Answer;
  if ('value' in answer) return answer as { value: O };
  if ('problem' in answer) throw problemOf(answer.problem);
  throw new Error(answer.error);
}

/** Undefined if no server uses the store, or only an older one that does not answer. */
export async function askServer(storePath: string): Promise<ServerFacts | undefined> {
  const unix = socketPath(storePath);
  if (!existsSync(unix)) return undefined;
  const answer = await fetch('http://rockola/', { unix }).catch(() => undefined);
  return answer?.ok ? ((await answer.json().catch(() => undefined)) as ServerFacts | undefined) : undefined;
}

/** A killed server leaves its socket behind. After any other error the server may have got the request. */
function nobodyListens(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ECONNREFUSED');
}
