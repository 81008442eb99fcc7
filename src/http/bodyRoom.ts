import { createRoom } from '../limits/room.ts';
import type { Problem } from '../model/problem.ts';
import { maxBodyBytes } from './body.ts';
import { HttpProblem } from './httpProblem.ts';
import type { RequestContext } from './requestContext.ts';

/** Bytes that the bodies of all requests under way may have together, and how many of the largest each thread takes in any case. */
const roomForBodies = 64 * 1024 * 1024;
const leastBodies = 12;

/**
 * Bounds what bodies take in memory from a request's head until its answer, since the parser takes in up to a mebibyte of
 * each, no matter who reads it. A body counts what it announced from the beginning, so a slow one cannot promise little.
 *
 * @param threads that answer requests, each of which has its part
 * @returns what takes the place of a request's body @throws Problem `unavailable`
 */
export function bodyRoom(threads: number): (ctx: RequestContext) => void {
  const room = createRoom(Math.max(roomForBodies / threads, leastBodies * maxBodyBytes));
  return (ctx) => {
    const bytes = announced(ctx.headers);
    if (bytes === 0) return;
    const giveBack = room.take(ctx.client.network, bytes);
    if (!giveBack) throw noRoom();
    ctx.afterwards = giveBack;
  };
}

/** A chunked body announces nothing, so it counts the most it may have. */
function announced(headers: Headers): number {
  const length = headers.get('content-length');
  if (length === null) return headers.has('transfer-encoding') ? maxBodyBytes : 0;
  return Math.min(Number(length) || 0, maxBodyBytes);
}

function noRoom(): Problem {
  return new HttpProblem(
    'unavailable',
    'Too many bytes of bodies are under way, from this address or from all; nothing was changed.',
    { Connection: 'close' },
    { retryAfter: 1 },
  );
}
