import type { Reader } from './store.ts';

/** Counts of a store, and of its outbox, with the time of the oldest mail in ms since 1970. */
export type Overview = { artists: bigint; albums: bigint; accounts: bigint; mail: bigint; oldestMail: number | null };

export async function readOverview(reader: Reader): Promise<Overview> {
  const total = await reader.get('select artists, accounts from total');
  const albums = await reader.get('select cast(coalesce(sum(albums), 0) as bigint) as count from album_count');
  const mail = await reader.get('select count(*) as count, min(created_at) as oldest from mail');
  return {
    artists: total?.artists as bigint,
    accounts: total?.accounts as bigint,
    albums: albums?.count as bigint,
    mail: mail?.count as bigint,
    oldestMail: mail?.oldest == null ? null : Number(mail.oldest),
  };
}
