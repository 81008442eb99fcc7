import { knownTypes } from '../../model/kinds.ts';
import { kinds } from '../../model/record.ts';
import { type Column, columnsOf, quoted } from '../recordColumns.ts';
import type { Row, Value } from '../store.ts';

/** A table as both engines have it. `columns[0]` is its key, by which it is read, copied and compared in ascending order. */
export type Table = { name: string; columns: [Column, ...Column[]] };

/** Each table comes after those that its foreign keys refer to. */
export const tables: Table[] = [
  table(
    'user',
    'id bigint, name text, email text, normal_email text, password_hash text, role text, created_at bigint, verified_at bigint, suspended_at bigint, pending_email text, pending_normal_email text, public_name text',
  ),
  table(
    'session',
    'id bigint, token_hash text, user_id bigint, created_at bigint, expires_at bigint, ended_at bigint, device text, last_used_at bigint',
  ),
  table(
    'api_key',
    'id bigint, user_id bigint, session_id bigint, made_by bigint, name text, hash text, scopes text, created_at bigint, expires_at bigint, revoked_at bigint, last_used_at bigint',
  ),
  table(
    'webhook',
    'id bigint, user_id bigint, url text, target text, types text, artist_id bigint, changed_by bigint, payload text, per text, secret text, former_secret text, former_until bigint, state text, reason text, seq bigint, at bigint, failed_seq bigint, failed_at bigint, tries bigint, failing_since bigint, due_at bigint, leased_until bigint, test bigint, created_at bigint',
  ),
  table('webhook_attempt', 'id bigint, webhook_id bigint, event text, type text, at bigint, ms bigint, status bigint, failure text'),
  table(
    'job',
    'id bigint, kind text, state text, user_id bigint, created_at bigint, started_at bigint, ended_at bigint, done bigint, total bigint, cancel bigint, parameters text, checkpoint text, outcome text, run bigint, leased_until bigint',
  ),
  table('job_chunk', 'id bigint, job_id bigint, name text, number bigint, bytes text'),
  table('mail_token', 'hash text, user_id bigint, purpose text, email text, created_at bigint, expires_at bigint'),
  table('mail', 'id bigint, kind text, address text, language text, created_at bigint, due_at bigint, tries bigint'),
  table('account_event', 'id bigint, at bigint, user_id bigint, actor bigint, action text, subject bigint'),
  ...kinds.map((kind) => ({ name: kind, columns: columnsOf(knownTypes[kind]) })),
  table(
    'revision',
    'seq bigint, changeset bigint, at bigint, user_id bigint, kind text, id bigint, version bigint, action text, artist_id bigint, album_id bigint, shape bigint, members text, unchanged text, reverts bigint, comment text, source text, erased text, redacted_by bigint',
  ),
  table(
    'redaction',
    'changeset bigint, at bigint, user_id bigint, kind text, id bigint, version bigint, hidden text, reason text, note text',
  ),
  table('hiding', 'scope text, hidden text, at bigint, user_id bigint'),
  table('milestone', 'name text, at bigint'),
  table('digest_key', 'id bigint, value text'),
  table('tries', 'key text, debt bigint, at bigint, ends_at bigint'),
  table('idempotency_key', 'key text, request text, outcome text, at bigint'),
];

function table(name: string, columns: string): Table {
  const list = columns.split(', ').map((column) => {
    const [name, type] = column.split(' ');
    return { name, type } as Column;
  });
  return { name, columns: list as Table['columns'] };
}

export function columnList({ columns }: Pick<Table, 'columns'>): string {
  return columns.map(({ name }) => quoted(name)).join(', ');
}

/** The same text from either engine: a JSON array in the order of the columns, with exact integers. */
export function canonical({ columns }: Table, row: Row): string {
  return `[${columns.map(({ name }) => canonicalValue(row[name] as Value)).join(',')}]`;
}

function canonicalValue(value: Value): string {
  return typeof value === 'bigint' ? value.toString() : JSON.stringify(value);
}
