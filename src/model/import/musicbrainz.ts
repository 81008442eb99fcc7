import type { Fault } from '../fault.ts';
import type { Json } from '../json.ts';
import type { MemberRole } from '../membership.ts';
import { aliasParts, catalogueSource, type Entry, identifiersIn, type Named, type Part, roleAfter } from './catalogue.ts';
import type { ReadBytes } from './encoding.ts';
import { type BadRow, badRow, type Given, type ImportSource } from './importRow.ts';
import { jsonTexts } from './jsonTexts.ts';
import { isObject, maxLine, readObject } from './ndjson.ts';

/** The most members and items of a text. An artist with all its relations has some 10,000. */
const maxValues = 50_000;

/** Answers of the web service, or a JSON dump. A text is an artist, a release group, or a list of either. */
export function musicbrainzSource(bytes: ReadBytes): ImportSource {
  return catalogueSource({ format: 'musicbrainz', read: () => entriesOf(bytes) });
}

async function* entriesOf(bytes: ReadBytes): AsyncGenerator<(Entry | BadRow)[]> {
  for await (const texts of jsonTexts(bytes(), maxLine))
    yield texts.flatMap(({ line, bytes }) => {
      const { bad, value } = readObject(bytes, line, maxValues);
      return bad ?? (value ? toEntries(line, value) : []);
    });
}

const listIn = (value: Json | undefined): Given[] => (Array.isArray(value) ? value.filter(isObject) : []);
const textIn = (value: Json | undefined) => (typeof value === 'string' ? value : '');
const objectIn = (value: Json | undefined): Given => (isObject(value) ? value : {});

const noEntry: Fault = ['noEntry', 'MusicBrainz', 'artist or release group'];

function toEntries(line: number, value: Given): (Entry | BadRow)[] {
  if ('id' in value) return [toEntry(line, value)];
  const lists = [value.artists, value['release-groups']].filter((list) => Array.isArray(list));
  if (lists.length > 0) return lists.flat().map((item) => toEntry(line, objectIn(item)));
  const error = textIn(value.error);
  return [badRow(line, error ? ['otherCatalogueError', error] : noEntry)];
}

function toEntry(line: number, value: Given): Entry | BadRow {
  if (!named(value)) return badRow(line, ['noCatalogueId', 'MusicBrainz'], 'id');
  if ('primary-type' in value || 'secondary-types' in value) {
    const albums = albumsOf([value]);
    return albums ? { line, albums } : badRow(line, ['noCredits'], 'artist-credit');
  }
  return 'sort-name' in value && !('label-code' in value) ? artistOf(line, value) : badRow(line, noEntry);
}

function named({ id, name }: Given): Named | undefined {
  const identifier = textIn(id).toLowerCase();
  if (!/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(identifier)) return undefined;
  // Of ten million files with a million ids, about one has two ids with the same 63 bits.
  return { id: BigInt.asUintN(63, BigInt(Bun.hash(identifier))) || 1n, name: textIn(name), identifier };
}

const types = new Map(Object.entries({ Person: 'person', Group: 'group', Orchestra: 'group', Choir: 'group' }));

function artistOf(line: number, value: Given): Entry {
  const self = named(value) as Named;
  const type = types.get(textIn(value.type));
  const span = objectIn(value['life-span']);
  // For a person, `begin` is the date of birth, which Rockola does not keep.
  const from = type === 'group' ? dateIn(span.begin) : undefined;
  const to = dateIn(span.end);
  const details = {
    ...(type && { type }),
    ...(from && { from }),
    ...(to && { to }),
    ...(typeof span.ended === 'boolean' && { ended: span.ended }),
    ...placeIn(value),
  };
  const relations = listIn(value.relations);
  const isnis = Array.isArray(value.isnis) ? value.isnis.map(textIn) : [];
  const parts: Part[] = [
    ['artist', { name: self.name }],
    ...(Object.keys(details).length > 0 ? [['artist_details', details] as Part] : []),
    ['artist_identifier', { scheme: 'musicbrainz', value: self.identifier }],
    ...isnis.map((value): Part => ['artist_identifier', { scheme: 'isni', value }]),
    ...identifiersIn('artist_identifier', addressesIn(relations)),
    ...aliasParts(self.name, listIn(value.aliases).map(aliasOf)),
  ];
  const albums = albumsOf(listIn(value['release-groups']), self) ?? [];
  const memberships = membershipsOf(self, relations);
  return { line, artist: { id: self.id, parts }, ...(albums.length > 0 && { albums }), ...(memberships.length > 0 && { memberships }) };
}

/** A date with at least its year. */
const dateIn = (value: Json | undefined) => /^\d{4}(?:-\d\d){0,2}$/.exec(textIn(value))?.[0];

/** The place of an artist: a city or region, never a country. */
function placeIn(value: Given): Given {
  const places = [value['begin-area'], value.area].map(objectIn);
  const isCountry = (area: Given) => 'iso-3166-1-codes' in area || textIn(area.type) === 'Country';
  const place = textIn(places.find((area) => textIn(area.name) && !isCountry(area))?.name);
  return place ? { place } : {};
}

function aliasOf({ name, type, ended }: Given): [string, string] {
  const ofType = { 'Legal name': 'legal name', 'Artist name': ended === true ? 'former name' : 'nickname' };
  return [textIn(name), new Map(Object.entries(ofType)).get(textIn(type)) ?? 'search hint'];
}

const addressesIn = (relations: Given[]) =>
  relations.filter(({ ended }) => ended !== true).map(({ url }) => textIn(objectIn(url).resource));

/** The role for an instrument of MusicBrainz: that of the first pattern that matches its name. */
const roles: [RegExp, MemberRole][] = [
  [/^lead vocals$/, 'lead vocals'],
  [/vocal/, 'vocals'],
  [/^(?:electric |acoustic |double )?bass(?: guitar)?$/, 'bass'],
  [/guitar/, 'guitar'],
  [/drum/, 'drums'],
  [/keyboard|piano|organ|synth|mellotron/, 'keyboards'],
  [/percussion|conga|bongo/, 'percussion'],
  [/sax/, 'saxophone'],
  [/trumpet/, 'trumpet'],
  [/violin/, 'violin'],
  [/harmonica/, 'harmonica'],
  [/accordion/, 'accordion'],
  [/programming/, 'programming'],
  [/turntable/, 'turntables'],
];
/** Attributes of a membership that are not instruments. */
const notPlayed = new Set(['original', 'additional', 'minor', 'guest', 'solo', 'eponymous', 'founder', 'time']);

/** MusicBrainz may have a relation for each instrument; Rockola has one membership for each period. */
function membershipsOf(self: Named, relations: Given[]): NonNullable<Entry['memberships']> {
  const found = new Map<string, NonNullable<Entry['memberships']>[number]>();
  for (const relation of relations) {
    const other = named(objectIn(relation.artist));
    if (relation.type !== 'member of band' || !other) continue;
    const [group, person] = relation.direction === 'backward' ? [self, other] : [other, self];
    const credited = textIn(relation[relation.direction === 'backward' ? 'target-credit' : 'source-credit']) || person.name;
    const [from, to] = [dateIn(relation.begin), dateIn(relation.end)];
    const key = `${group.id} ${person.id} ${from}`;
    const attributes = Array.isArray(relation.attributes) ? relation.attributes.map(textIn) : [];
    const played = attributes.filter((name) => name && !notPlayed.has(name));
    const earlier = (found.get(key)?.members.roles ?? []) as string[];
    const all = [...new Set([...earlier, ...played.map((name) => roles.find(([form]) => form.test(name))?.[1] ?? 'other')])];
    const members: Given = { credited, roles: all, ...(from && { from }), ...(to && { to }) };
    if (typeof relation.ended === 'boolean') members.ended = relation.ended;
    found.set(key, { group, person, members });
  }
  return [...found.values()];
}

const kinds = new Map(Object.entries({ Live: 'live', Compilation: 'compilation', Soundtrack: 'soundtrack' }));
const primary = new Map(Object.entries({ Album: 'album', EP: 'ep', Single: 'single' }));

/** The albums of release groups, without other kinds such as broadcasts. @returns undefined if a release group names no artist */
function albumsOf(groups: Given[], self?: Named): Entry['albums'] {
  const albums: Entry['albums'] = [];
  for (const group of groups) {
    const id = named(group);
    const kind = primary.get(textIn(group['primary-type']));
    const second = Array.isArray(group['secondary-types']) ? group['secondary-types'].map((type) => kinds.get(textIn(type))) : [];
    const released = dateIn(group['first-release-date']);
    const credits = listIn(group['artist-credit']).flatMap(({ artist, name, joinphrase }) => {
      const found = named(objectIn(artist));
      return found ? [{ artist: found, credited: textIn(name) || found.name, join: textIn(joinphrase) }] : [];
    });
    const main = credits[0]?.artist ?? self;
    if (!main) return undefined;
    if (!id || !kind) continue;
    const others = credits.flatMap(({ artist, credited }, i) =>
      artist.id === main.id ? [] : [{ artist, members: { artist: artist.id, credited, role: roleAfter(credits[i - 1]?.join ?? '') } }],
    );
    const parts: Part[] = [
      ['album', { name: textIn(group.title), ...(released && { year: BigInt(released.slice(0, 4)) }) }],
      ['album_details', { kind: second.find(Boolean) ?? kind, ...(released && { released }) }],
      ['album_identifier', { scheme: 'musicbrainz-release-group', value: id.identifier }],
      ...identifiersIn('album_identifier', addressesIn(listIn(group.relations))),
      ...others.map(({ members }): Part => ['credit', members]),
    ];
    albums.push({ id: id.id, artists: [main, ...others.map(({ artist }) => artist)], parts });
  }
  return albums;
}
