import { countAccounts } from './account.ts';
import { countArtists } from './artist.ts';
import type { Reader } from './store.ts';

export type Totals = { artists: bigint; albums: bigint };
/** Counts of a store and of its outbox, with the time of the oldest mail in ms since 1970. */
export type Overview = Totals & { accounts: bigint; mail: bigint; oldestMail: number | null };

export async function readTotals(reader: Reader): Promise<Totals> {
  const albums = await reader.get('select cast(coalesce(sum(albums), 0) as bigint) as count from album_count');
  return { artists: await countArtists(reader), albums: albums?.count as bigint };
}

export async function readOverview(reader: Reader): Promise<Overview> {
  const mail = await reader.get('select count(*) as count, min(created_at) as oldest from mail');
  return {
    ...(await readTotals(reader)),
    accounts: await countAccounts(reader),
    mail: mail?.count as bigint,
    oldestMail: mail?.oldest == null ? null : Number(mail.oldest),
  };
}
