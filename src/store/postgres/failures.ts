import pg from 'pg';

/**
 * What a failure of PostgreSQL means for a request: `retry` the whole transaction; `busy`, the server is there but does not
 * get to it; `unavailable` for now; `full`, its disk; or `defect` of ours. With the first four nothing is wrong with the request.
 */
export type FailureKind = 'retry' | 'busy' | 'unavailable' | 'full' | 'defect';

/** The server answers, but does not serve this catalogue now. */
export class NotServing extends Error {}

/** Of the runtime, where TLS does not come about. */
const tlsFailure = /CERT|^ERR_(TLS|SSL)|UNABLE_TO_/;

/** @see PostgreSQL's documentation, appendix A "PostgreSQL Error Codes" */
export function kindOf(error: unknown): FailureKind {
  if (error instanceof pg.DatabaseError) return kindOfState(error.code ?? '');
  const { code, message } = error as Error & { code?: string };
  if (error instanceof NotServing || /^E[A-Z_]+$/.test(code ?? '') || isTlsFailure(error)) return 'unavailable';
  // Of the pool: all its connections were in use all the time.
  if (message === 'timeout exceeded when trying to connect') return 'busy';
  if (/^(Query read timeout|timeout expired|Connection terminated|Client (has encountered|was closed))/.test(message)) return 'unavailable';
  return 'defect';
}

export function isTlsFailure(error: unknown): boolean {
  const { code, message } = error as Error & { code?: string };
  return tlsFailure.test(code ?? '') || /SSL connection/.test(message);
}

/** Whether a server that cannot be used may be usable later with nobody changing a setting: it starts, is restarted, or a name is not known yet. */
export function mayPass(error: unknown): boolean {
  const { code } = error as { code?: string };
  return kindOf(error) !== 'defect' && code !== '0A000' && !isTlsFailure(error);
}

/** Whether a prepared statement is not where it was made, or where another made it: something in between mixes sessions. */
export function isOfMixedSessions(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(42P05|26000)$/.test(error.code ?? '');
}

function kindOfState(state: string): FailureKind {
  // A unique value that was free when it was looked for, and another took: the next attempt sees who has it.
  if (state === '40001' || state === '40P01' || state === '23505') return 'retry';
  if (state === '53100') return 'full';
  // Out of memory or connections, a statement that took too long or was cancelled, a lock that is not to be had.
  if (/^(53200|53300|57014|55P03)/.test(state)) return 'busy';
  // Connection trouble, shutting down, out of resources, time-outs, read-only (a standby, or a primary that was demoted).
  if (/^(08|53|57|25P03|25006|0A000)/.test(state)) return 'unavailable';
  return 'defect';
}

/**
 * Whether the server refused a commit and says so: serialization, a constraint, a cancelled statement, a full disk, a
 * limit. Any other failure leaves open what became of it. Told by SQLSTATE, as the severity is in the server's language.
 */
export function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(23|40|53100|53200|54|55|57014)/.test(error.code ?? '');
}
