import type { Change } from '../model/change.ts';
import { parseJson, toJson } from '../model/json.ts';
import { listAlbumStates } from '../store/album.ts';
import { listArtistStates } from '../store/artist.ts';
import { listChanges } from '../store/change.ts';
import type { Kind, Reader } from '../store/store.ts';

/** What a record should look like by the log: its version, and a hash of its document, or undefined where it is deleted. */
type Expected = { version: bigint; hash: bigint | undefined };
type Ledger = Map<string, Expected>;

/** A record of a table as the log would write it. */
export type State = { id: bigint; version: bigint; document: object };

export type LogCheck = { faults: string[]; changes: number; records: number };

const pageSize = 1000;

/**
 * Replays the change log from its beginning and holds the result against the tables: every record must be what its last
 * change made of it, and every change must follow the one before it. Memory grows by a few dozen bytes a record.
 */
export async function checkChangeLog(reader: Reader, _input: null): Promise<LogCheck> {
  const faults: string[] = [];
  const ledger: Ledger = new Map();
  let changes = 0;
  for (let after = 0n; ; ) {
    const page = await listChanges(reader, after, pageSize);
    for (const change of page) replay(ledger, change, faults);
    changes += page.length;
    after = page.at(-1)?.seq ?? after;
    if (page.length < pageSize) break;
  }
  const artists = await compare(ledger, 'artist', faults, (after) => listArtistStates(reader, after, pageSize));
  const albums = await compare(ledger, 'album', faults, (after) => listAlbumStates(reader, after, pageSize));
  for (const [key, { hash }] of ledger) if (hash !== undefined) faults.push(`${key} is in the change log but not in its table`);
  return { faults, changes, records: artists + albums };
}

function replay(ledger: Ledger, change: Change & { seq: bigint }, faults: string[]): void {
  const key = `${change.kind} ${change.id}`;
  const last = ledger.get(key)?.version ?? 0n;
  if (change.version !== last + 1n) faults.push(`change ${change.seq} makes version ${change.version} of ${key}, which was at ${last}`);
  if (change.action !== 'delete') {
    ledger.set(key, { version: change.version, hash: hashOf(change.document) });
    return;
  }
  ledger.set(key, { version: change.version, hash: undefined });
  if (change.kind === 'artist')
    for (const album of albumsOf(change.document)) ledger.set(`album ${album.id}`, { version: album.version, hash: undefined });
}

function albumsOf(document: string): { id: bigint; version: bigint }[] {
  return (parseJson(document).value as { albums: { id: bigint; version: bigint }[] }).albums;
}

async function compare(ledger: Ledger, kind: Kind, faults: string[], list: (after: bigint) => Promise<State[]>): Promise<number> {
  let records = 0;
  for (let after = 0n; ; ) {
    const page = await list(after);
    for (const { id, version, document } of page) {
      const key = `${kind} ${id}`;
      const expected = ledger.get(key);
      if (expected?.hash !== hashOf(toJson(document)) || expected.version !== version)
        faults.push(`${key} is not what the change log made of it`);
      ledger.delete(key);
    }
    records += page.length;
    after = page.at(-1)?.id ?? after;
    if (page.length < pageSize) return records;
  }
}

function hashOf(document: string): bigint {
  return BigInt(Bun.hash(document));
}
