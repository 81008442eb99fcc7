import type { AccountAction } from '../../model/accountEvent.ts';
import type { Row } from '../store.ts';
import type { Connection } from './database.ts';

export type TakenOver = {
  revokedKeys: number;
  changedKeys: number;
  suspended: number;
  roles: number;
  passwords: number;
  /** The number of accounts that were deleted in the former store. They are suspended. */
  removed: number;
  /** The number of accounts with another address in the former store. The address is not taken over. */
  addresses: number;
};

type Take = (sql: string, action: AccountAction) => number;

/**
 * Repeats in a restored copy the changes of accounts and keys after the backup, from the database that is attached as `former`. Numbers
 * that the former store assigned are not assigned again. An account is matched by its number and time, a key by its hash.
 */
export function takeOver(connection: Connection, now: number): TakenOver {
  continueNumbers(connection);
  const take: Take = (sql, action) => {
    const rows = connection.all(sql, ...(sql.includes('$1') ? [now] : []));
    for (const row of rows) note(connection, now, action, row);
    return rows.length;
  };
  return {
    ...takeOverKeys(take),
    ...takeOverAccounts(take),
    addresses: connection.all(
      `select u.id from main."user" u join former."user" f on ${sameAccount} where f.normal_email <> u.normal_email`,
    ).length,
  };
}

function continueNumbers({ run }: Connection): void {
  run(`insert into main.sqlite_sequence (name, seq)
    select name, 0 from former.sqlite_sequence where name not in (select name from main.sqlite_sequence)`);
  run(`update main.sqlite_sequence as s set seq = max(seq, (select f.seq from former.sqlite_sequence f where f.name = s.name))
    where name in (select name from former.sqlite_sequence)`);
  run('update main.sequence as s set next = max(next, (select f.next from former.sequence f where f.kind = s.kind))');
}

/** @param row with `user_id`, and the key in `subject` */
function note({ run }: Connection, now: number, action: AccountAction, { user_id = null, subject = null }: Row): void {
  run('insert into account_event (at, user_id, action, subject) values ($1, $2, $3, $4)', now, user_id, action, subject);
}

const sameAccount = 'f.id = u.id and f.created_at = u.created_at';

/** Whether the former store has assigned a number. If its row is missing there, it was deleted. */
const wasAssigned = (table: string) => `id <= (select coalesce(max(seq), 0) from former.sqlite_sequence where name = '${table}')`;

/** Whether the former store has a later event than the copy. @param condition on account events */
function isLater(condition: string): string {
  const last = (schema: string) => `(select coalesce(max(at), 0) from ${schema}.account_event where ${condition})`;
  return `${last('former')} > ${last('main')}`;
}

function takeOverKeys(take: Take) {
  const former = 'select 1 from former.api_key f where f.hash = k.hash';
  const revoked = `exists (${former} and f.revoked_at is not null) or (${wasAssigned('api_key')} and not exists (${former}))`;
  return {
    revokedKeys: take(
      `update main.api_key as k set revoked_at = $1 where session_id is null and revoked_at is null and (${revoked})
       returning user_id, id as subject`,
      'key-revoked',
    ),
    changedKeys: take(
      `update main.api_key as k set scopes = f.scopes, expires_at = f.expires_at from former.api_key f
       where f.hash = k.hash and k.session_id is null and k.revoked_at is null and (f.scopes <> k.scopes or f.expires_at is not k.expires_at)
         and ${isLater(`user_id = k.user_id and action = 'key-changed' and subject = k.id`)}
       returning user_id, id as subject`,
      'key-changed',
    ),
  };
}

function takeOverAccounts(take: Take) {
  const update = (set: string, differs: string, actions: string) =>
    `update main."user" as u set ${set} from former."user" f
     where ${sameAccount} and ${differs} and ${isLater(`user_id = u.id and action in (${actions})`)} returning id as user_id`;
  return {
    suspended: take(
      update('suspended_at = f.suspended_at', 'f.suspended_at is not null and u.suspended_at is null', `'suspended', 'reinstated'`),
      'suspended',
    ),
    roles: take(update('role = f.role', 'f.role <> u.role', `'role-changed'`), 'role-changed'),
    passwords: take(
      update('password_hash = f.password_hash', 'f.password_hash is not u.password_hash', `'password-changed', 'password-reset'`),
      'password-changed',
    ),
    removed: take(
      `update main."user" as u set suspended_at = $1 where suspended_at is null and ${wasAssigned('user')}
         and not exists (select 1 from former."user" f where ${sameAccount}) returning id as user_id`,
      'suspended',
    ),
  };
}
