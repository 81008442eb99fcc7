import { createShares } from '../model/shares.ts';
import { maxBodyBytes } from './body.ts';
import { tooBusy } from './httpProblem.ts';
import type { RequestContext } from './requestContext.ts';

/** The most bytes of the bodies of all current requests. Each thread gets an equal share, at least `minBodies` × `maxBodyBytes`. */
const roomForBodies = 64 * 1024 * 1024;
const minBodies = 12;

/**
 * Bounds the memory of bodies. The parser buffers up to a mebibyte of a body before the program reads it, so a body counts with its
 * announced length from the arrival of its request's headers until the answer.
 *
 * @param threads that answer requests
 * @returns a function that reserves room for the body of a request
 * @throws Problem `unavailable`
 */
export function bodyRoom(threads: number): (ctx: RequestContext) => void {
  const room = createShares(Math.max(roomForBodies / threads, minBodies * maxBodyBytes));
  return (ctx) => {
    const bytes = announced(ctx.headers);
    if (bytes === 0) return;
    const giveBack = room.take(bytes, { name: ctx.client.network, part: 1 / 2 });
    if (!giveBack) throw tooBusy('Too many bytes of bodies are under way, from this address or from all');
    ctx.afterwards = giveBack;
  };
}

/** A chunked body announces no length, so it counts as the longest. */
function announced(headers: Headers): number {
  const length = headers.get('content-length');
  if (length === null) return headers.has('transfer-encoding') ? maxBodyBytes : 0;
  return Math.min(Number(length) || 0, maxBodyBytes);
}
