import fc from 'fast-check';
import { artist } from '../../src/model/artist.ts';
import type { Fields, Member, RecordType } from '../../src/model/record.ts';
import { paramsOf } from '../../src/model/recordPath.ts';
import type { Conditions } from '../../src/model/versioned.ts';
import { type Child, type Command, children, listOf } from './model.ts';

/** Few ids, so that commands often concern the same record. After the largest id the service must still assign small ones. */
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

const date = fc.constantFrom(null, '1970', '1971~', '1972-05', '1973-01-31');
/** Values of members that are neither names, texts nor years. */
const special: { [member: string]: fc.Arbitrary<unknown> } = {
  person: fc.constantFrom(null, null, 1n, 2n, 3n, 4n),
  credited: fc.constantFrom('Ana', 'Eva'),
  roles: fc.constantFrom([], ['bass'], ['drums', 'vocals']),
  from: date,
  to: date,
  ended: fc.constantFrom(true, false, null),
  kind: fc.constantFrom('nickname', 'former name'),
  type: fc.constantFrom('person', 'group', null),
  genres: fc.constantFrom([], ['rock'], ['tango', 'blues']),
  released: date,
  scheme: fc.constant('spotify'),
  value: fc.bigInt(1n, 10n ** 20n).map((number) => String(number).padStart(22, '0')),
};

const sourceValues = {
  record: fc.constantFrom(null, null, 1n, 2n),
  supports: fc.constantFrom(null, '/name', '/from', '/year'),
  value: fc.constantFrom('', '', '1989', 'x'),
  rank: fc.constantFrom(null, null, 'preferred', 'disputed'),
  accessed: date,
};

/** Values for one kind of record only. */
const specialOfKind: { [kind: string]: typeof special } = {
  artist_source: { ...sourceValues, about: fc.constantFrom('artist', 'artist', 'artist_details', 'membership', 'alias') },
  album_source: { ...sourceValues, about: fc.constantFrom('album', 'album', 'album_details', 'track') },
};

/** Generates the members of a kind of record. Required members are names or years. */
function membersOf<F extends Fields>({ kind, names, members }: RecordType<F>) {
  const valuesOf = ({ column, empty }: Member<unknown>) =>
    column === 'bigint' ? fc.integer({ min: 1900, max: 2027 }) : empty === undefined ? name : text;
  return Object.fromEntries(
    names.map((member) => [member, specialOfKind[kind]?.[member] ?? special[member] ?? valuesOf(members[member] as Member<unknown>)]),
  );
}

const wholeOf = <F extends Fields>(type: RecordType<F>) => fc.record(membersOf(type)) as fc.Arbitrary<F>;
const partOf = <F extends Fields>(type: RecordType<F>) => fc.record(membersOf(type), { requiredKeys: [] }) as fc.Arbitrary<Partial<F>>;
const [artistFields, someArtistFields] = [wholeOf(artist), partOf(artist)];

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

/** Commands on one kind of record under an artist or an album. */
function commandsOf(child: Child) {
  const type = children[child].type as RecordType<object>;
  const [whole, part] = [wholeOf(type), partOf(type)];
  const path = Object.fromEntries(paramsOf(type.kind).map((name) => [name, id])) as { artistId: typeof id };
  const { [paramsOf(type.kind).at(-1) as never]: _, ...parentPath } = path;
  const weight = child === 'Album' ? 2 : 1;
  const list = listOf(child);
  const add = { record: fc.tuple(requested, whole).map(([id, fields]) => ({ id, ...fields })), requireId: fc.boolean() };
  const put = fc.record({ ...path, fields: fc.oneof(whole, part), conditions });
  const specificCommands = list
    ? [
        command(`create${child}` as 'createAlbum', fc.record({ ...parentPath, ...add }) as never, 2 * weight),
        command(`replace${child}` as 'replaceAlbum', put as never, weight),
        command(list as 'listAlbums', fc.record({ ...parentPath, ...paging }) as never, 1),
      ]
    : [command(`put${child}` as 'putAlbumDetails', put as never, 3)];
  return [
    ...specificCommands,
    command(`patch${child}`, fc.record({ ...path, fields: part, conditions }), weight),
    command(`delete${child}`, fc.record({ ...path, conditions }), weight),
    command(`revert${child}`, fc.record({ ...path, version, conditions }), weight),
    command(`read${child}`, fc.record(path) as fc.Arbitrary<{ artistId: bigint }>, 1),
  ];
}

export const commands: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof(
    command(
      'createArtist',
      fc.record({ record: fc.tuple(requested, artistFields).map(([id, fields]) => ({ id, ...fields })), requireId: fc.boolean() }),
      5,
    ),
    command('replaceArtist', fc.record({ artistId: id, fields: fc.oneof(artistFields, someArtistFields), conditions }), 3),
    command('patchArtist', fc.record({ artistId: id, fields: someArtistFields, conditions }), 3),
    command('deleteArtist', fc.record({ artistId: id, conditions }), 2),
    command('revertArtist', fc.record({ artistId: id, version, conditions }), 3),
    ...(Object.keys(children) as Child[]).flatMap(commandsOf),
    command('undoAccount', undo, 4),
    command('hideChange', fc.record({ nth: fc.nat(), hidden: fc.constantFrom('all', 'all', 'all', 'comment', null) }), 12),
    command('tick', fc.constant(null), 1),
    command('readArtist', fc.record({ artistId: id }), 1),
    command('listArtists', fc.record(paging), 2),
  ),
  { minLength: 1, maxLength: 60, size: 'max' },
);
