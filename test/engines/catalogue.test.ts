import { afterAll, expect, test } from 'bun:test';
import { system } from '../../src/model/actor.ts';
import { writes } from '../../src/operations/writes.ts';
import { starterCatalogue } from '../../src/starter.ts';
import { checkCounts } from '../../src/store/counts.ts';
import { type Engine, openEngines } from './stores.ts';

const { engines, close } = await openEngines();
afterAll(() => close());

/** Enough records that some statements insert many rows and others a single row. */
const starter = starterCatalogue('es').slice(0, 60);
const starterIds = new Set(starter.map(({ id }) => id));
const known = (id: bigint | null) => (id !== null && starterIds.has(id) ? id : null);
for (const artist of starter) {
  artist.members = artist.members.map((member) => ({ ...member, person: known(member.person) }));
  artist.credits = artist.credits.map((credit) => ({ ...credit, artist: known(credit.artist) }));
}

/** The tables that the starter catalogue fills, without the times and numbers of writes. */
async function contentOf({ name, sql }: Engine) {
  const order = name === 'SQLite' ? 'seq' : 'position';
  const [log, artists, albums, artistDetails, albumDetails, aliases, memberships, identifiers, credits, sources, total] = await Promise.all(
    [
      sql(`select * from revision order by ${order}`),
      sql('select * from artist order by id'),
      sql('select * from album order by id'),
      sql('select * from artist_details order by id'),
      sql('select * from album_details order by id'),
      sql('select * from alias order by id'),
      sql('select * from membership order by id'),
      sql('select * from artist_identifier order by id'),
      sql('select * from credit order by id'),
      sql('select * from album_source order by id'),
      sql('select artists from total'),
    ],
  );
  const ignored = { seq: 0, position: 0, changeset: 0, at: 0, changed_at: 0 };
  const rows = [log, artists, albums, artistDetails, albumDetails, aliases, memberships, identifiers, credits, sources].map((table) =>
    table.map((row) => ({ ...row, ...ignored })),
  );
  return { rows, total, changesets: new Set(log.map(({ changeset }) => changeset)).size };
}

test('the first start makes one write of the starter catalogue, with the same rows in the same order as a write for each record', async () => {
  for (const engine of engines) {
    const { store } = engine;
    const requireId = true;
    for (const {
      details,
      albums,
      albumDetails,
      aliases,
      identifiers,
      sources,
      credits: _,
      members: __,
      former: ___,
      ...record
    } of starter) {
      const artistId = record.id;
      await store.write(writes.createArtist, system, { record, requireId });
      await store.write(writes.putArtistDetails, system, { artistId, fields: details, conditions: {} });
      for (const record of albums) await store.write(writes.createAlbum, system, { artistId, record, requireId });
      for (const { id: albumId, ...fields } of albumDetails)
        await store.write(writes.putAlbumDetails, system, { artistId, albumId, fields, conditions: {} });
      for (const { albumId, ...record } of sources)
        await store.write(writes.createAlbumSource, system, { artistId, albumId, record, requireId });
      for (const record of aliases) await store.write(writes.createAlias, system, { artistId, record, requireId });
      for (const record of identifiers) await store.write(writes.createArtistIdentifier, system, { artistId, record, requireId });
    }
    for (const { id: artistId, members } of starter)
      for (const record of members) await store.write(writes.createMembership, system, { artistId, record, requireId });
    for (const { id: artistId, credits } of starter)
      for (const { albumId, ...record } of credits)
        await store.write(writes.createCredit, system, { artistId, albumId, record, requireId });
    const oneByOne = await contentOf(engine);
    await engine.empty();
    await store.write(writes.firstStart, system, { starter, keyHash: '' });
    const { changesets, ...atOnce } = await contentOf(engine);
    expect([engine.name, atOnce]).toEqual([engine.name, { rows: oneByOne.rows, total: oneByOne.total }]);
    expect(changesets).toBe(1);
    expect(await store.read(checkCounts, null)).toEqual([]);
  }
});
