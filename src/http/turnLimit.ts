/** How many consecutive requests of one connection are not timed, so that timing costs most requests nothing. */
const untimed = 8;
/** The longest time that pipelined requests of one connection may take of a turn of the event loop, in ms. */
const maxTurn = 10;

/**
 * Bounds how long others wait behind pipelined requests (RFC 9112 §9.3.2). The runtime answers all requests that it has read from a
 * connection in one turn of the event loop, and cannot postpone one. So the first answer after the bound closes the connection, as the RFC
 * allows, and the client sends the unanswered requests again.
 *
 * @returns a function of a client's port: whether the answer to its request must close the connection
 */
export function createTurnLimit(): (port: number | undefined) => boolean {
  let last: number | undefined;
  let inARow = 0;
  /** When timing began in this turn. */
  let since: number | undefined;

  function endTurn(): void {
    inARow = 0;
    since = undefined;
  }

  return (port) => {
    inARow = port === last ? inARow + 1 : 1;
    last = port;
    if (inARow < (since === undefined ? untimed : 2) || port === undefined) return false;
    if (since === undefined) setImmediate(endTurn);
    since ??= performance.now();
    return performance.now() - since > maxTurn;
  };
}
