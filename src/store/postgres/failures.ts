import pg from 'pg';

/**
 * What a failure of PostgreSQL means for a request: `retry` the whole transaction, `unavailable` for now (nothing is
 * wrong with the request), or `defect` of ours.
 */
export type FailureKind = 'retry' | 'unavailable' | 'full' | 'defect';

/** @see PostgreSQL's documentation, appendix A "PostgreSQL Error Codes" */
export function kindOf(error: unknown): FailureKind {
  if (error instanceof pg.DatabaseError) return kindOfState(error.code ?? '');
  const { code, message } = error as Error & { code?: string };
  if (/^E[A-Z]+$/.test(code ?? '')) return 'unavailable';
  if (/^(Query read timeout|timeout expired|timeout exceeded|Connection terminated|Client (has encountered|was closed))/.test(message))
    return 'unavailable';
  return 'defect';
}

function kindOfState(state: string): FailureKind {
  if (state === '40001' || state === '40P01') return 'retry';
  if (state === '53100') return 'full';
  // Connection trouble, shutting down, out of resources, time-outs, read-only (a standby, or a primary that was demoted).
  if (/^(08|53|57|25P03|25006|55P03|0A000)/.test(state)) return 'unavailable';
  return 'defect';
}
