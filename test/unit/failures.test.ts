import { expect, test } from 'bun:test';
import pg from 'pg';
import { type FailureKind, isRefusal, isTemporary, kindOf } from '../../src/store/postgres/failures.ts';

const failure = (code: string) => Object.assign(new pg.DatabaseError(code, 0, 'error'), { code });

/**
 * The class of each SQLSTATE (appendix A of PostgreSQL's documentation), whether it means that a commit was refused, and whether a start
 * waits for it to pass.
 */
const states: [state: string, name: string, kind: FailureKind, refused: boolean, passes: boolean][] = [
  ['40001', 'serialization_failure', 'retry', true, true],
  ['40P01', 'deadlock_detected', 'retry', true, true],
  ['23505', 'unique_violation', 'retry', true, true],
  ['23503', 'foreign_key_violation', 'defect', true, false],
  ['40003', 'statement_completion_unknown', 'defect', true, false],
  ['53100', 'disk_full', 'full', true, true],
  ['53200', 'out_of_memory', 'busy', true, true],
  ['53300', 'too_many_connections', 'busy', false, true],
  ['57014', 'query_canceled', 'busy', true, true],
  ['55P03', 'lock_not_available', 'busy', true, true],
  ['53400', 'configuration_limit_exceeded', 'unavailable', false, true],
  ['57P01', 'admin_shutdown', 'unavailable', false, true],
  ['57P03', 'cannot_connect_now', 'unavailable', false, true],
  ['08006', 'connection_failure', 'unavailable', false, true],
  ['25006', 'read_only_sql_transaction', 'unavailable', false, true],
  ['25P03', 'idle_in_transaction_session_timeout', 'unavailable', false, true],
  ['0A000', 'feature_not_supported', 'unavailable', false, false],
  ['54000', 'program_limit_exceeded', 'defect', true, false],
  ['28P01', 'invalid_password', 'defect', false, false],
  ['42P01', 'undefined_table', 'defect', false, false],
  ['42501', 'insufficient_privilege', 'defect', false, false],
  ['25P02', 'in_failed_sql_transaction', 'defect', false, false],
  ['22021', 'character_not_in_repertoire', 'defect', false, false],
];

test.each(states)('SQLSTATE %s, %s, is of the kind %s', (state, _, kind, refused, passes) => {
  const error = failure(state);
  expect([kindOf(error), isRefusal(error), isTemporary(error)]).toEqual([kind, refused, passes]);
});

const others: [message: string, code: string | undefined, kind: FailureKind][] = [
  ['connect ECONNREFUSED', 'ECONNREFUSED', 'unavailable'],
  ['timeout exceeded when trying to connect', undefined, 'busy'],
  ['Query read timeout', undefined, 'unavailable'],
  ['Connection terminated unexpectedly', undefined, 'unavailable'],
  ['Client was closed and is not queryable', undefined, 'unavailable'],
  ['certificate has expired', 'CERT_HAS_EXPIRED', 'unavailable'],
  ['x is not a function', undefined, 'defect'],
];

test.each(others)('"%s" (%s) is %s, and never a refusal of a commit', (message, code, kind) => {
  const error = Object.assign(new Error(message), code && { code });
  expect([kindOf(error), isRefusal(error)]).toEqual([kind, false]);
});
