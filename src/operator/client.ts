import { deserialize, serialize } from 'bun:jsc';
import { existsSync } from 'node:fs';
import type { Context } from '../model/context.ts';
import { problemOf } from '../model/problem.ts';
import { StartRefused } from '../model/startRefused.ts';
import { fileTrouble } from '../store/fileTrouble.ts';
import type { Write } from '../store/store.ts';
import { type Answer, type ServerFacts, socketPath } from './socket.ts';

/**
 * Runs a write operation in the server that has the store.
 *
 * @returns undefined where none has it
 * @throws StartRefused where the server ended before it answered
 */
export async function writeThroughServer<I, O>(
  storePath: string,
  operation: Write<I, O>,
  asked: { input: I; context: Context },
): Promise<{ value: O } | undefined> {
  const unix = socketPath(storePath);
  if (!existsSync(unix)) return undefined;
  let response: Response;
  try {
    response = await fetch('http://rockola/', { unix, method: 'POST', body: serialize({ operation: operation.name, ...asked }) });
  } catch (error) {
    if (nobodyListens(error)) return undefined;
    const forbidden = fileTrouble(unix, error);
    if (forbidden) throw forbidden;
    throw new StartRefused(
      'The server ended before it answered, so whether this was done is not known. Look with a command that lists; then repeat it where needed.',
    );
  }
  const answer = deserialize(await response.arrayBuffer()) as Answer;
  if ('value' in answer) return answer as { value: O };
  if ('problem' in answer) throw problemOf(answer.problem);
  throw new Error(answer.error);
}

/** Asks the server that has the store what it says of itself; undefined where none has it, or one that does not say. */
export async function askServer(storePath: string): Promise<ServerFacts | undefined> {
  const unix = socketPath(storePath);
  if (!existsSync(unix)) return undefined;
  const answer = await fetch('http://rockola/', { unix }).catch(() => undefined);
  return answer?.ok ? ((await answer.json().catch(() => undefined)) as ServerFacts | undefined) : undefined;
}

/** The socket may be left over from a server that was killed. Any other error came after the request was on its way. */
function nobodyListens(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ECONNREFUSED');
}
