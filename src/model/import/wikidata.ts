import type { AlbumKind, Genre } from '../details.ts';
import { type IdentifierKind, schemeNames } from '../identifierScheme.ts';
import type { Json } from '../json.ts';
import { catalogueSource, type Entry, type Named, type Part } from './catalogue.ts';
import type { ReadBytes } from './encoding.ts';
import { type BadRow, badRow, type Given, type ImportSource, refusedFile } from './importRow.ts';
import { linesOf } from './lines.ts';
import { maxLine, readObject } from './ndjson.ts';
import { dateOf, itemsOf, listAt, mainValue, numberOf, qualifierDate, statementsOf, textAt, textsOf, valueAt } from './wikidataValues.ts';

const human = 'Q5';
/** Musical group, rock band, ensemble, duo, trio, metal band, boy band, girl group. */
const groups = ['Q215380', 'Q5741069', 'Q2088357', 'Q9212979', 'Q281643', 'Q56816954', 'Q216337', 'Q641066'];
/** In order of priority, the special kinds first. */
const albumKinds: [string, AlbumKind][] = [
  ['Q169930', 'ep'],
  ['Q134556', 'single'],
  ['Q209939', 'live'],
  ['Q222910', 'compilation'],
  ['Q4176708', 'soundtrack'],
  ['Q208569', 'album'],
  ['Q482994', 'album'],
];
const genres: { [item: string]: Genre } = {
  ...{ Q11399: 'rock', Q484641: 'pop-rock', Q37073: 'pop', Q186472: 'folk-rock', Q9759: 'blues', Q83270: 'hard-rock' },
  ...{ Q38848: 'heavy-metal', Q483352: 'thrash-metal', Q49451: 'progressive-rock', Q7749: 'rock-and-roll', Q3071: 'punk' },
  ...{ Q10922: 'hardcore', Q598929: 'post-punk', Q187760: 'new-wave', Q11366: 'alternative-rock', Q183504: 'indie' },
  ...{ Q9794: 'reggae', Q11401: 'hip-hop', Q131272: 'funk-soul', Q164444: 'funk-soul', Q105527: 'jazz-rock' },
};
const maxGenres = 5;
const schemes: Record<IdentifierKind, { [scheme: string]: string }> = {
  artist_identifier: { musicbrainz: 'P434', discogs: 'P1953', spotify: 'P1902', isni: 'P213', viaf: 'P214' },
  album_identifier: { 'musicbrainz-release-group': 'P436', 'discogs-master': 'P1954', spotify: 'P2205' },
};
/** In order of preference. `mul`: names that are the same in all languages with Latin letters. */
const languages = ['es', 'mul', 'en'];
/** The largest entities have some 100,000 values. The length of the line limits them, so this limit is never reached. */
const maxValues = maxLine;

/**
 * Entities of Wikidata, one on each line, in the array of a dump too. An artist or album has the number of its item as its id. Other
 * entities are left out, and so are statements for which the catalogue has no member.
 */
export function wikidataSource(bytes: ReadBytes): ImportSource {
  const names = new Map<number, string>();
  return catalogueSource({ format: 'wikidata', read: () => readEntries(bytes(), createReader(names)) });
}

const [comma, open, close] = [...',[]'].map((sign) => sign.charCodeAt(0));

async function* readEntries(bytes: AsyncIterable<Uint8Array>, read: ReturnType<typeof createReader>): AsyncGenerator<(Entry | BadRow)[]> {
  let line = 0;
  let isOpen = false;
  for await (const lines of linesOf(bytes, maxLine))
    for (const bytes of lines) {
      line++;
      const end = (bytes?.findLastIndex((byte) => byte > 0x20) ?? -1) + 1;
      const last = bytes?.[end - 1];
      if (end === 1 && (last === open || last === close)) {
        isOpen = last === open;
        continue;
      }
      const { bad, value } = readObject(last === comma ? bytes?.subarray(0, end - 1) : bytes, line, maxValues);
      const entry = bad ?? (value && read(value, line));
      if (entry) yield [entry];
    }
  if (isOpen) throw refusedFile('cutFile', line);
}

/** The most UTF-16 code units of a name of 200 characters. An artist with a longer name is refused, so nothing needs it. */
const longestName = 400;

/** @param names of artists by the numbers of their items, for memberships and credits; the reader adds each artist that it reads */
function createReader(names: Map<number, string>) {
  const namedBy = (item: number): Named => ({ id: BigInt(item), name: names.get(item) ?? '', identifier: `Q${item}` });

  function artistOf(entity: Given, line: number, item: number, type: 'person' | 'group'): Entry {
    const name = nameOf(entity);
    // Copied, since a part of a string keeps the whole string in memory.
    if (name !== undefined && name.length <= longestName) names.set(item, Buffer.from(name).toString());
    const [began, ended] = type === 'person' ? ['P2031', 'P570'] : ['P571', 'P576'];
    const isGroup = type === 'group';
    const known = itemsOf(entity, 'P136').flatMap((genre) => (Object.hasOwn(genres, genre) ? genres[genre] : undefined) ?? []);
    const details = {
      type,
      from: dateOf(entity, began) ?? dateOf(entity, 'P2031'),
      to: dateOf(entity, ended) ?? (isGroup ? dateOf(entity, 'P2032') : null),
      ended: statementsOf(entity, ended).length + (isGroup ? statementsOf(entity, 'P2032').length : 0) > 0 || null,
      genres: [...new Set(known)].slice(0, maxGenres),
    };
    const parts: Part[] = [
      ['artist', stated({ name: name ?? null })],
      ['artist_details', stated(details)],
      ...aliasesOf(entity, name).map((alias): Part => ['alias', stated(alias)]),
      ...identifiersOf(entity, 'artist_identifier'),
    ];
    const others = statementsOf(entity, isGroup ? 'P527' : 'P463');
    return {
      ...{ line, artist: { id: BigInt(item), parts } },
      ...(others.length > 0 && { memberships: others.flatMap((other) => membershipOf(other, item, isGroup)) }),
    };
  }

  function membershipOf(statement: Json, item: number, isGroup: boolean): NonNullable<Entry['memberships']> {
    const other = numberOf(textAt(mainValue(statement), 'id'));
    if (other === undefined) return [];
    const [group, person] = (isGroup ? [item, other] : [other, item]).map(namedBy) as [Named, Named];
    const [from, to] = [qualifierDate(statement, 'P580'), qualifierDate(statement, 'P582')];
    const ended = listAt(statement, 'qualifiers', 'P582').length > 0 || null;
    return person.name === '' ? [] : [{ group, person, members: stated({ credited: person.name, from, to, ended }) }];
  }

  function albumOf(entity: Given, line: number, item: number, kind: AlbumKind): Entry | BadRow {
    const performers = itemsOf(entity, 'P175').flatMap((performer) => numberOf(performer) ?? []);
    const [artist, ...others] = performers;
    if (artist === undefined) return badRow(line, ['noArtist'], 'P175');
    const released = dateOf(entity, 'P577');
    const producers = itemsOf(entity, 'P162').flatMap((producer) => numberOf(producer) ?? []);
    const credits = [...others.map((id) => [id, 'co-author'] as const), ...producers.map((id) => [id, 'producer'] as const)];
    const parts: Part[] = [
      ['album', stated({ name: nameOf(entity) ?? null, year: released && BigInt(released.slice(0, 4)) })],
      ['album_details', stated({ kind, released })],
      ...identifiersOf(entity, 'album_identifier'),
      ...credits.flatMap(([id, role]): Part[] => {
        const credited = names.get(id);
        return credited === undefined || id === artist ? [] : [['credit', { artist: BigInt(id), credited, role }]];
      }),
    ];
    return { line, albums: [{ id: BigInt(item), artists: [namedBy(artist)], parts }] };
  }

  return (entity: Given, line: number): Entry | BadRow | undefined => {
    const id = textAt(entity, 'id');
    if (id === undefined || !('labels' in entity)) return badRow(line, ['noEntry', 'Wikidata', 'entity']);
    const item = numberOf(id);
    const classes = [...itemsOf(entity, 'P31'), ...itemsOf(entity, 'P7937')];
    const kind = albumKinds.find(([albumClass]) => classes.includes(albumClass))?.[1];
    const isPerson = classes.includes(human);
    const isArtist =
      isPerson || classes.some((name) => groups.includes(name)) || ['P434', 'P1953'].some((id) => textsOf(entity, id).length > 0);
    if (item === undefined || !(kind || isArtist)) return undefined;
    return kind ? albumOf(entity, line, item, kind) : artistOf(entity, line, item, isPerson ? 'person' : 'group');
  };
}

const stated = (members: Given): Given =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)));

function nameOf(entity: Given): string | undefined {
  const labels = valueAt(entity, 'labels') ?? {};
  const preferred = languages.map((language) => textAt(labels, language, 'value'));
  return [...preferred, ...Object.values(labels).map((label) => textAt(label, 'value'))].find((name) => name !== undefined);
}

/** Birth name, nickname and short name. The aliases of an entity have no kind, so they become search hints. */
const aliasKinds = { P1477: 'legal name', P1449: 'nickname', P1813: 'short form' };

function aliasesOf(entity: Given, name: string | undefined): Given[] {
  const typed = Object.entries(aliasKinds).flatMap(([property, kind]) =>
    statementsOf(entity, property).map((statement) => ({
      name: textAt(mainValue(statement), 'text'),
      kind,
      language: textAt(mainValue(statement), 'language'),
    })),
  );
  const listed = languages.flatMap((language) =>
    listAt(entity, 'aliases', language).map((alias) => ({ name: textAt(alias, 'value'), kind: 'search hint', language })),
  );
  const seen = new Set([name]);
  return [...typed, ...listed].flatMap(({ name, kind, language = '' }) => {
    if (name === undefined || seen.has(name)) return [];
    seen.add(name);
    return { name, kind, language: language === 'mul' ? '' : language };
  });
}

function identifiersOf(entity: Given, kind: IdentifierKind): Part[] {
  const known = schemeNames(kind).includes('wikidata') ? [{ scheme: 'wikidata', value: entity.id ?? null }] : [];
  const others = Object.entries(schemes[kind]).flatMap(([scheme, property]) =>
    textsOf(entity, property).map((value) => ({ scheme, value })),
  );
  return [...known, ...others].map((identifier) => [kind, identifier]);
}
