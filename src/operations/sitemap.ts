import { type EntryKind, entryKinds } from '../model/record.ts';
import { findIdBehind, listEntries, type SitemapEntry } from '../store/sitemap.ts';
import type { Reader } from '../store/store.ts';

export type { SitemapEntry };

export type SitemapPart = { kind: EntryKind; after: bigint };

/** Records in one part. A part of this size takes some milliseconds to write and compress. */
const partSize = 2_000;
/** The most parts that an index may have (sitemaps.org). The sitemap lacks all records after the first 100 million. */
const maxParts = 50_000;

export function readSitemapPart(reader: Reader, { kind, after }: SitemapPart): Promise<SitemapEntry[]> {
  return listEntries(reader, kind, after, partSize);
}

/** The start of each part of the sitemap: the id before its first record. */
export async function listSitemapParts(reader: Reader): Promise<SitemapPart[]> {
  const parts: SitemapPart[] = [];
  for (const kind of entryKinds)
    for (let after: bigint | undefined = 0n; after !== undefined && parts.length < maxParts; ) {
      parts.push({ kind, after });
      after = await findIdBehind(reader, kind, after, partSize);
    }
  return parts;
}
