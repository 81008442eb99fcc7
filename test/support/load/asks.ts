import type { Attempt, Ledger } from '../ledger/ledger.ts';
import { note, outcomeOf, type Service } from '../ledger/writers.ts';
import { fieldOf, type Reply, requestOf } from './connection.ts';
import type { Ask } from './loops.ts';

/** Reads one artist. */
export function readArtist(id: string): Ask {
  const request = requestOf('GET', `/api/v1/artists/${id}`);
  return (connection) => connection.send(request);
}

/** Adds an artist, and notes the answer in the ledger. */
export function addArtist({ adminKey }: Service, ledger: Ledger): Ask {
  return async (connection) => {
    const attempt = note(ledger, { description: `write ${ledger.length}`, name: `Artist ${ledger.length}` });
    const body = JSON.stringify({ name: attempt.name, description: attempt.description });
    const reply = await connection.send(requestOf('POST', '/api/v1/artists', { 'X-API-Key': adminKey }, body));
    if (reply) recordReply(attempt, reply);
    return reply;
  };
}

function recordReply(attempt: Attempt, { status, head, body }: Reply): void {
  attempt.endedAt = performance.now();
  attempt.status = status;
  attempt.requestId = fieldOf(head, 'x-request-id') ?? '';
  attempt.id = fieldOf(head, 'location')?.split('/').at(-1) ?? '';
  attempt.version = /^"(\d+)/.exec(fieldOf(head, 'etag') ?? '')?.[1] ?? '';
  attempt.outcome = outcomeOf(status, body);
  if (status >= 500) attempt.errorBody = body;
}
