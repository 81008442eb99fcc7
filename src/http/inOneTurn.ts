/** Requests of one connection in a row from which on the turn of the event loop is looked at, so that most requests cost nothing. */
const inARow = 8;
/** What requests that were sent without waiting for answers may take of a turn, in ms. */
const share = 10;

/**
 * Bounds how long others wait behind requests that a client sends without waiting for answers (pipelining, RFC 9112 §9.3.2). The
 * runtime answers all that it has read of a connection in one turn, and cannot put one of them off. So the answer past the bound ends
 * the connection, as the RFC allows: its client asks again for what was not answered.
 *
 * @returns whether the answer to a request is to be the last of its connection, by the port of the client
 */
export function createTurnBound(): (port: number | undefined) => boolean {
  let last: number | undefined;
  let row = 0;
  /** When in this turn a row was seen first. */
  let since: number | undefined;

  function endTurn(): void {
    row = 0;
    since = undefined;
  }

  return (port) => {
    row = port === last ? row + 1 : 1;
    last = port;
    if (row < (since === undefined ? inARow : 2) || port === undefined) return false;
    if (since === undefined) setImmediate(endTurn);
    since ??= performance.now();
    return performance.now() - since > share;
  };
}
