import type { Actor } from '../../src/model/actor.ts';
import { createRecord, patchRecord } from '../../src/operations/record.ts';
import { writes } from '../../src/operations/writes.ts';
import { albums as albumTable } from '../../src/store/album.ts';
import { artists } from '../../src/store/artist.ts';
import { tables } from '../../src/store/kinds.ts';
import { registerWrites, type Transaction } from '../../src/store/store.ts';
import { generatedArtist } from './generate.ts';

const { membership, alias, artist_identifier } = tables;

export type Stretch = { seed: number; from: number; count: number };

/** Adds a stretch of the generated catalogue through the ordinary operations, in one transaction. */
async function fill(tx: Transaction, actor: Actor, { seed, from, count }: Stretch): Promise<void> {
  for (let place = from; place < from + count; place++) {
    const { artist, albums, members, aliases, identifiers, updates } = generatedArtist(seed, place);
    const { id: artistId } = (await createRecord(tx, actor, artists, { record: artist, requireId: false })).record;
    for (const record of albums) await createRecord(tx, actor, albumTable, { artistId, record, requireId: false });
    for (const record of members) await createRecord(tx, actor, membership, { artistId, record, requireId: false });
    for (const record of aliases) await createRecord(tx, actor, alias, { artistId, record, requireId: false });
    for (const record of identifiers) await createRecord(tx, actor, artist_identifier, { artistId, record, requireId: false });
    for (const fields of updates) await patchRecord(tx, actor, artists, { id: artistId, fields, conditions: {} });
  }
}

/** The write operations and `fill`, for the writer thread that fills a store. */
export const fillWrites = { ...writes, ...registerWrites({ fill }) };
