import { engine } from './databases.ts';
import type { Rockola } from './harness.ts';

const numbers = (count: number) =>
  engine === 'sqlite'
    ? `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n) as numbers`
    : `generate_series(1, ${count}) as numbers(i)`;

const usual = 'A description of a usual length. '.repeat(12);

/** Adds artists in one statement, without revisions; there are gaps between their ids. */
export async function addArtists({ sql }: Rockola, count: number, description = usual): Promise<void> {
  await sql(
    `insert into artist (id, name, description, image, band, version, changed_at)
     select 1000000 + i * 3 + i % 2, 'Artist ' || i, '${description}', '', '', 1, 1 from ${numbers(count)}`,
  );
  if (engine === 'postgres') await sql(`update counted set artists = artists + ${count}`);
}

export async function addAlbums({ sql }: Rockola, artistId: number, count: number): Promise<void> {
  await sql(
    `insert into album (id, artist_id, name, year, image, version, changed_at)
     select 1000000 + i * 3 + i % 2, ${artistId}, 'Album ' || i, 1973, '', 1, 1 from ${numbers(count)}`,
  );
}

export async function addAccounts({ sql }: Rockola, count: number): Promise<void> {
  await sql(
    `insert into "user" (id, name, email, normal_email, role, created_at)
     select 1000000 + i * 3 + i % 2, 'Name ' || i, 'm' || i || '@example.org', 'm' || i || '@example.org', 'reader', 1 from ${numbers(count)}`,
  );
}

/** Adds ended logins and revoked keys. */
export async function addPast({ sql }: Rockola, accountId: bigint, count: number): Promise<void> {
  await sql(
    `insert into session (id, token_hash, user_id, created_at, expires_at, ended_at, device)
     select 1000000 + i, 'hash ' || i, ${accountId}, 1, 9000000000000, 1, '' from ${numbers(count)}`,
  );
  await sql(
    `insert into api_key (id, user_id, name, hash, scopes, created_at, revoked_at)
     select 1000000 + i, ${accountId}, 'old', 'hash ' || i, 'read', 1, 1 from ${numbers(count)}`,
  );
}
