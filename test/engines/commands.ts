import fc from 'fast-check';
import { album } from '../../src/model/album.ts';
import { artist } from '../../src/model/artist.ts';
import type { Fields, Member, RecordType } from '../../src/model/record.ts';
import type { Conditions } from '../../src/model/versioned.ts';
import type { Command } from './model.ts';

/** Few ids, so that commands meet, and the largest, which must not trouble the sequence. */
const id = fc.constantFrom(1n, 1n, 1n, 1n, 2n, 2n, 3n, 4n, 5n, 6n, 9_223_372_036_854_775_807n);
const requested = fc.option(id, { nil: undefined, freq: 2 });
const text = fc.constantFrom('', 'a', 'ñ', 'Ñandú', '🎸', "'; --", '%_\\', 'A', 'é', 'e\u0301', 'largo '.repeat(90), 'ñandú '.repeat(90));
const name = fc.constantFrom('Sumo', 'sumo', 'Sûmo', '2 Minutos', 'Ñ');
const tags: fc.Arbitrary<string[] | '*'> = fc.constantFrom('*' as const, ['"1"'], ['"2"'], ['"1"', '"3"'], ['"x"']);
const conditions: fc.Arbitrary<Conditions> = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: fc.record({ ifMatch: tags }) },
  { weight: 1, arbitrary: fc.record({ ifNoneMatch: tags }) },
);
const paging = {
  limit: fc.constantFrom(1n, 2n, 100n),
  offset: fc.constantFrom(0n, 1n, 3n, 9_223_372_036_854_775_807n),
  after: fc.option(id, { nil: undefined }),
};

/** What each member of a kind of record may be; those that must be given are names, or years. */
function membersOf<F extends Fields>({ names, members }: RecordType<F>) {
  const valuesOf = ({ column, empty }: Member<unknown>) =>
    column === 'bigint' ? fc.integer({ min: 1900, max: 2027 }) : empty === undefined ? name : text;
  return Object.fromEntries(names.map((member) => [member, valuesOf(members[member] as Member<unknown>)]));
}

const all = <F extends Fields>(type: RecordType<F>) => fc.record(membersOf(type)) as fc.Arbitrary<F>;
const some = <F extends Fields>(type: RecordType<F>) => fc.record(membersOf(type), { requiredKeys: [] }) as fc.Arbitrary<Partial<F>>;
const [artistFields, someArtistFields] = [all(artist), some(artist)];
const [albumFields, someAlbumFields] = [all(album), some(album)];
const albumPath = { artistId: id, albumId: id };

const by = fc.constantFrom(901n, 901n, 902n, 903n, 0n);
const version = fc.constantFrom(1n, 1n, 2n, 3n, 4n, 9n);
const since = fc.constantFrom(0, 0, 1, 2);
const until = fc.constantFrom(undefined, undefined, 1, 2, 3);
const undo = fc.record({ account: fc.constantFrom(901n, 901n, 902n, 903n), since, until }).map((span) => ({
  ...span,
  since: Math.min(span.since, span.until ?? span.since),
}));

const command = <N extends Command['name']>(name: N, input: fc.Arbitrary<Extract<Command, { name: N }>['input']>, weight = 1) => ({
  weight,
  arbitrary: fc.tuple(input, by).map(([input, by]) => ({ name, input, by }) as Command),
});

export const commands: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof(
    command(
      'createArtist',
      fc.record({ record: fc.tuple(requested, artistFields).map(([id, fields]) => ({ id, ...fields })), insist: fc.boolean() }),
      5,
    ),
    command('replaceArtist', fc.record({ artistId: id, fields: fc.oneof(artistFields, someArtistFields), conditions }), 3),
    command('patchArtist', fc.record({ artistId: id, fields: someArtistFields, conditions }), 3),
    command('deleteArtist', fc.record({ artistId: id, conditions }), 2),
    command(
      'createAlbum',
      fc.record({
        artistId: id,
        record: fc.tuple(requested, albumFields).map(([id, fields]) => ({ id, ...fields })),
        insist: fc.boolean(),
      }),
      5,
    ),
    command('replaceAlbum', fc.record({ ...albumPath, fields: fc.oneof(albumFields, someAlbumFields), conditions }), 2),
    command('patchAlbum', fc.record({ ...albumPath, fields: someAlbumFields, conditions }), 2),
    command('deleteAlbum', fc.record({ ...albumPath, conditions }), 2),
    command('revertArtist', fc.record({ artistId: id, version, conditions }), 3),
    command('revertAlbum', fc.record({ ...albumPath, version, conditions }), 3),
    command('undoAccount', undo, 4),
    command('tick', fc.constant(null), 1),
    command('readArtist', fc.record({ artistId: id }), 1),
    command('readAlbum', fc.record(albumPath), 1),
    command('listArtists', fc.record(paging), 2),
    command('listAlbums', fc.record({ ...paging, artistId: id }), 2),
  ),
  { minLength: 1, maxLength: 60, size: 'max' },
);
