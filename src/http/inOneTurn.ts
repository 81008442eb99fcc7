/** Consecutive requests of one connection that are not timed, so that most requests cost nothing. */
const untimed = 8;
/** Ms of a turn of the event loop for the pipelined requests of one connection. */
const maxTurn = 10;

/**
 * Bounds how long others wait behind pipelined requests (RFC 9112 §9.3.2). The runtime answers all requests that it has read from a
 * connection in one turn of the event loop, and cannot postpone one. So the first answer after the bound closes the connection, as the RFC
 * allows, and the client sends the unanswered requests again.
 *
 * @returns whether an answer is to be the last of its connection, by the port of the client
 */
export function createTurnBound(): (port: number | undefined) => boolean {
  let last: number | undefined;
  let row = 0;
  /** When timing began in this turn. */
  let since: number | undefined;

  function endTurn(): void {
    row = 0;
    since = undefined;
  }

  return (port) => {
    row = port === last ? row + 1 : 1;
    last = port;
    if (row < (since === undefined ? untimed : 2) || port === undefined) return false;
    if (since === undefined) setImmediate(endTurn);
    since ??= performance.now();
    return performance.now() - since > maxTurn;
  };
}
