import pg from 'pg';

/**
 * `retry`: run the whole transaction again. `busy`: the server runs, but was too busy for the request. `unavailable`: the server is out of
 * reach. `full`: its disk is full. `defect`: an error of this program. Except for `defect`, the same request may succeed later.
 */
export type FailureKind = 'retry' | 'busy' | 'unavailable' | 'full' | 'defect';

/** The server answers, but does not serve this catalogue. */
export class NotServing extends Error {}

/** Error codes of the runtime when TLS fails. */
const tlsFailure = /CERT|^ERR_(TLS|SSL)|UNABLE_TO_/;

/** @see PostgreSQL's documentation, appendix A "PostgreSQL Error Codes" */
export function kindOf(error: unknown): FailureKind {
  if (error instanceof pg.DatabaseError) return kindOfState(error.code ?? '');
  const { code, message } = error as Error & { code?: string };
  if (error instanceof NotServing || /^E[A-Z_]+$/.test(code ?? '') || isTlsFailure(error)) return 'unavailable';
  // An error of the pool: all its connections were in use.
  if (message === 'timeout exceeded when trying to connect') return 'busy';
  if (/^(Query read timeout|timeout expired|Connection terminated|Client (has encountered|was closed))/.test(message)) return 'unavailable';
  return 'defect';
}

export function isTlsFailure(error: unknown): boolean {
  const { code, message } = error as Error & { code?: string };
  return tlsFailure.test(code ?? '') || /SSL connection/.test(message);
}

/** Whether the server may become usable without a change of settings: it is starting, or its name does not resolve yet. */
export function isTemporary(error: unknown): boolean {
  const { code } = error as { code?: string };
  return kindOf(error) !== 'defect' && code !== '0A000' && !isTlsFailure(error);
}

/** A prepared statement is missing, or exists already: a pooler gives one session to several clients. */
export function isOfMixedSessions(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(42P05|26000)$/.test(error.code ?? '');
}

function kindOfState(state: string): FailureKind {
  // 23505: another transaction inserted the same unique value first. The next attempt sees it.
  if (state === '40001' || state === '40P01' || state === '23505') return 'retry';
  if (state === '53100') return 'full';
  // Out of memory or connections, a statement that was cancelled or took too long, a lock that was not available.
  if (/^(53200|53300|57014|55P03)/.test(state)) return 'busy';
  // Connection trouble, shutting down, out of resources, time-outs, read-only (a standby, or a primary that was demoted).
  if (/^(08|53|57|25P03|25006|0A000)/.test(state)) return 'unavailable';
  return 'defect';
}

/**
 * Whether the server reports that it refused a commit: serialization, a constraint, a cancelled statement, a full disk, a limit. After any
 * other failure the outcome is unknown. Uses the SQLSTATE, as the severity is in the server's language.
 */
export function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(23|40|53100|53200|54|55|57014)/.test(error.code ?? '');
}
