import type { Hidden } from '../model/hiding.ts';
import type { Logged } from './revision.ts';
import { objectsOf } from './rows.ts';
import type { Reader, Transaction } from './store.ts';

/** The changes of one request to an artist and the records under it. They are hidden together. */
export type HidingScope = { changeset: bigint; about: bigint };

const keyOf = ({ changeset, about }: HidingScope) => `${changeset} ${about}`;

export async function saveHiding(tx: Transaction, accountId: bigint | null, scope: HidingScope, hidden: Hidden): Promise<void> {
  await tx.run(
    `insert into hiding (scope, hidden, at, user_id) values ($1, $2, $3, $4)
     on conflict (scope) do update set hidden = excluded.hidden, at = excluded.at, user_id = excluded.user_id`,
    ...[keyOf(scope), hidden, tx.now, accountId],
  );
}

export async function deleteHiding(tx: Transaction, scope: HidingScope): Promise<void> {
  await tx.run('delete from hiding where scope = $1', keyOf(scope));
}

/** The version that has a number in the log. */
export type NumberedVersion = Pick<Logged, 'changeset' | 'kind' | 'id' | 'version' | 'artistId' | 'albumId'>;

const toNumbered = objectsOf<NumberedVersion>({});

export async function findNumbered(reader: Reader, seq: bigint): Promise<NumberedVersion | undefined> {
  const row = await reader.get('select changeset, kind, id, version, artist_id, album_id from revision where seq = $1', seq);
  return row && toNumbered(row);
}

/** A record whose newest version is one of these changes, unless that version is its deletion. */
export async function findCurrent(reader: Reader, { changeset, about }: HidingScope): Promise<Pick<Logged, 'kind' | 'id'> | undefined> {
  const row = await reader.get(
    `select kind, id from revision made where changeset = $1 and (artist_id = $2 or (kind = 'artist' and id = $2)) and members is not null
       and not exists (select 1 from revision later where later.kind = made.kind and later.id = made.id and later.version > made.version)
     limit 1`,
    changeset,
    about,
  );
  return row && { kind: row.kind as string, id: row.id as bigint };
}
