import { SQLiteError } from 'bun:sqlite';
import { endOpenJobs, interrupted } from '../job.ts';
import { type PortableRedaction, selectRedactions, toPortableRedaction } from '../redaction.ts';
import { type Connection, openConnection } from './database.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';
import { type TakenOver, takeOver } from './takeOver.ts';

/** Values that were read from the former store; undefined where they could not be read. */
export type FormerValues = { takenOver: TakenOver | undefined; redactions: PortableRedaction[] | undefined };

/**
 * Makes a restored copy safe to serve. Its logins, links, jobs and pending addresses end, since some of them may have ended after the
 * backup. Rights that were withdrawn in the former store after the backup are withdrawn again.
 *
 * @param former the store that the copy will replace, if it can be read
 * @throws StartRefused where the copy is of a newer program
 */
export function secureRestored(copy: string, former: string | undefined, now: number): FormerValues {
  const connection = openConnection(copy, 'write');
  try {
    migrate(connection, migrations);
    connection.database.transaction(() => endAccess(connection, now))();
    return former === undefined ? unread : takeOverFrom(connection, former, now);
  } finally {
    connection.database.run('pragma wal_checkpoint(truncate)');
    connection.close();
  }
}

function endAccess({ run }: Connection, now: number): void {
  run(
    `insert into account_event (at, user_id, action)
     select distinct $1, user_id, 'sessions-ended' from session where ended_at is null and expires_at > $1`,
    now,
  );
  run('update session set ended_at = $1 where ended_at is null', now);
  run('delete from mail_token');
  run(endOpenJobs, now, interrupted);
  run('update "user" set pending_email = null, pending_normal_email = null where pending_email is not null');
}

const unread: FormerValues = { takenOver: undefined, redactions: undefined };

function takeOverFrom(connection: Connection, former: string, now: number): FormerValues {
  const attached = unlessDamaged(() => {
    connection.run('attach database $1 as former', former);
    return true;
  });
  if (!attached) return unread;
  return {
    takenOver: unlessDamaged(() =>
      isSameStore(connection) ? connection.database.transaction(() => takeOver(connection, now))() : undefined,
    ),
    redactions: unlessDamaged(() => redactionsOf(connection)),
  };
}

/** Redactions are matched by record, version and time, so another schema does no harm. */
function redactionsOf({ get, all }: Connection): PortableRedaction[] {
  const tables = get(`select count(*) as found from former.sqlite_schema where name in ('migration', 'redaction', 'revision')`);
  return tables?.found === 3n ? all(selectRedactions('former.')).map(toPortableRedaction) : [];
}

function unlessDamaged<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof SQLiteError && /^SQLITE_(CORRUPT|NOTADB|IOERR)/.test(error.code ?? '')) return undefined;
    throw error;
  }
}

/** Accounts and keys are matched by number and time, which requires that both stores have the same origin and schema. */
function isSameStore({ get }: Connection): boolean {
  const tables = get(`select count(*) as found from former.sqlite_schema where name in ('migration', 'milestone')`);
  if (tables?.found !== 2n) return false;
  const started = get(`select 1 as same from main.milestone m join former.milestone f on f.name = m.name and f.at = m.at limit 1`);
  const differs = get(`select number, checksum from main.migration except select number, checksum from former.migration`);
  return started !== undefined && differs === undefined;
}
