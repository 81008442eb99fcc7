import { identify } from '../auth/credential.ts';
import { eventStreamType } from '../http/accept.ts';
import { credentialsOf } from '../http/credential.ts';
import type { Input, Reply, RouteServices } from '../http/route.ts';
import { createChangeStream } from '../http/stream/changeStream.ts';
import { type ChangeQuery, type Position, readPosition } from '../model/change.ts';
import { fieldError, invalidInput } from '../model/problem.ts';
import { readNewest, requireKnown } from '../operations/change.ts';

/** Keeps proxies from caching, compressing or buffering the events. */
const headers = { 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' };

/**
 * Streams the changes after a cursor, then new ones as they come. Without a cursor it begins at a time, or now.
 *
 * @throws Problem `invalid-input`, `cursor-lost`, `too-many-requests`
 */
export async function streamChanges(input: Input<unknown, ChangeQuery, unknown>, services: RouteServices): Promise<Reply> {
  const { query, client, caller } = input;
  const { order, limit: _, after: queryCursor, since, until, ...filter } = query;
  const errors = [
    ...(order === 'desc' ? [fieldError('/order', 'technical', 'must be asc for a stream')] : []),
    ...(until === undefined ? [] : [fieldError('/until', 'technical', 'must be absent for a stream, which has no end')]),
  ];
  if (errors.length > 0) throw invalidInput(...errors);
  const { store, tail, limits, log } = services;
  const cursor = lastEventOf(input.headers) ?? queryCursor;
  if (cursor) await store.read(requireKnown, cursor);
  const after = cursor ?? (since === undefined ? await store.read(readNewest, null) : undefined);
  const releaseStream = await limits.admitStream(client, () => identify(credentialsOf(input.headers), services));
  const leave = await tail.join().catch((error) => {
    releaseStream();
    throw error;
  });
  const stream = createChangeStream(
    { after, since, filter },
    {
      ...{ store, tail, caller: caller() },
      onEnd() {
        leave();
        releaseStream();
      },
      onError: (err) => log.events.error({ err }, 'a stream of changes ended by an error'),
    },
  );
  return { status: 200, type: eventStreamType, headers, stream };
}

/** @throws Problem `invalid-input` */
function lastEventOf(request: Headers): Position | undefined {
  const text = request.get('last-event-id');
  if (!text) return undefined;
  const position = readPosition(text);
  if (position) return position;
  throw invalidInput(fieldError('/Last-Event-ID', 'technical', 'must be the id of an event of this stream, such as c1043-mi9s0v3k'));
}
