import type { Album } from '../model/album.ts';
import type { AlbumKind } from '../model/albumDetails.ts';
import type { ArtistDetails, ArtistType } from '../model/artistDetails.ts';
import type { CreditRole } from '../model/credit.ts';
import { identifierLink } from '../model/identifierScheme.ts';
import { licenceUrl, type Terms } from '../model/licence.ts';
import type { Track } from '../model/track.ts';
import type { ArtistFacts, ShownMembership } from '../operations/facts.ts';
import type { LinkedAlbum, LinkedArtist } from '../operations/known.ts';
import { plainWords } from './markdown.ts';

const context = { '@context': 'https://schema.org' };

type Named = { id: bigint; name: string; type?: ArtistType | null | undefined };

/** An artist in the words of schema.org. @param site the public URL, which begins the artist's identifier */
export function artistData({ found: { record: artist }, discography, about }: LinkedArtist, site: string, terms: Terms): object {
  const { name, image, band } = artist;
  const { details, members, bands, aliases, identifiers } = about;
  const words = plainWords(artist.description, 500);
  const others = aliases.filter(({ kind }) => kind !== 'search hint');
  const memberOf = bands.records.flatMap((membership) => (membership.other ? roleOf('memberOf', membership, membership.other, site) : []));
  return {
    ...context,
    ...group({ ...artist, type: details?.type }, site),
    ...(details?.type === 'person' && { '@type': ['Person', 'MusicGroup'] }),
    ...ifAny('alternateName', others.map(inLanguage)),
    ...(words && { description: words }),
    ...(image && { image }),
    ...(details && detailsData(details)),
    ...ifAny(
      'sameAs',
      identifiers.flatMap((identifier) => identifierLink('artist_identifier', identifier) ?? []),
    ),
    ...ifAny(
      'member',
      members.records.map((membership) => roleOf('member', membership, membership.other, site)),
    ),
    ...ifAny('memberOf', memberOf.length === 0 && band && band !== name ? [{ '@type': 'MusicGroup', name: band }] : memberOf),
    album: discography.albums.map((album) => work(artist, album, site)),
    ...licensed(terms),
  };
}

/** A person's `from` is not the date of birth, and schema.org has no word for it. */
function detailsData({ type, from, to, place, genres }: ArtistDetails): object {
  const isPerson = type === 'person';
  return {
    ...(from && !isPerson && { foundingDate: isoDate(from) }),
    ...(to && { [isPerson ? 'deathDate' : 'dissolutionDate']: isoDate(to) }),
    ...(place && { [isPerson ? 'birthPlace' : 'foundingLocation']: { '@type': 'Place', name: place } }),
    ...ifAny('genre', genres),
  };
}

/** An album in the words of schema.org. */
export function albumData(
  { artist, artistType, found, details, credits, tracks, identifiers }: LinkedAlbum,
  site: string,
  terms: Terms,
): object {
  const { kind, released, label } = details ?? {};
  const creditedAs = (...roles: CreditRole[]) =>
    credits.records.filter(({ role }) => roles.includes(role)).map((credit) => partOf(credit, site));
  const makers = creditedAs('co-author', 'author', 'with');
  const maker = group({ ...artist, type: artistType }, site);
  return {
    ...context,
    ...work(artist, found.record, site),
    ...(released && { datePublished: isoDate(released) }),
    ...(kind && kindWords[kind]),
    ...(label && { albumRelease: { '@type': 'MusicRelease', recordLabel: { '@type': 'Organization', name: label } } }),
    byArtist: makers.length > 0 ? [maker, ...makers] : maker,
    ...ifAny('producer', creditedAs('producer')),
    ...ifAny('contributor', creditedAs('featuring', 'guest')),
    ...ifAny('track', tracks.records.map(recording)),
    ...ifAny(
      'sameAs',
      identifiers.flatMap((identifier) => identifierLink('album_identifier', identifier) ?? []),
    ),
    ...ifAny(
      'gtin',
      identifiers.flatMap(({ scheme, value }) => (scheme === 'ean' ? value : [])),
    ),
    ...licensed(terms),
  };
}

/** The licence of these data, not of the music. */
function licensed({ licence, credit }: Terms) {
  return {
    ...(licence && { sdLicense: licenceUrl(licence) }),
    ...(credit && { sdPublisher: { '@type': 'Organization', name: credit } }),
  };
}

function partOf({ credited, other }: LinkedAlbum['credits']['records'][number], site: string) {
  return other ? group(other, site) : { '@type': 'Person', name: credited };
}

/** `length`: minutes and seconds, which ISO 8601 writes as `PT2M12S`. */
function recording({ position, title, length, isrc }: Track) {
  const [minutes, seconds] = length.split(':').map(Number);
  return {
    '@type': 'MusicRecording',
    name: title,
    position,
    ...(length && { duration: `PT${minutes}M${seconds}S` }),
    ...(isrc && { isrcCode: isrc }),
  };
}

/** The context of schema.org expands terms to http addresses, and programs compare these as strings, so https would not match. */
const word = (name: string) => ({ '@id': `http://schema.org/${name}` });
const kindWords: Record<AlbumKind, object> = {
  album: { albumReleaseType: word('AlbumRelease') },
  ep: { albumReleaseType: word('EPRelease') },
  single: { albumReleaseType: word('SingleRelease') },
  live: { albumProductionType: word('LiveAlbum') },
  compilation: { albumProductionType: word('CompilationAlbum') },
  soundtrack: { albumProductionType: word('SoundtrackAlbum') },
};

/** A membership for one period. schema.org puts a role between artist and group; the role repeats the property that holds it. */
function roleOf(property: 'member' | 'memberOf', { credited, roles, from, to }: ShownMembership, other: Named | undefined, site: string) {
  return {
    '@type': 'OrganizationRole',
    [property]: other ? group(other, site) : { '@type': 'Person', name: credited },
    ...(from && { startDate: isoDate(from) }),
    ...(to && { endDate: isoDate(to) }),
    ...ifAny('roleName', roles),
  };
}

function group({ id, name, type }: Named, site: string) {
  return { '@type': type === 'person' ? 'Person' : 'MusicGroup', '@id': `${site}/artists/${id}`, name };
}

function work(artist: Named, { id, name, year, image }: Album, site: string) {
  return {
    '@type': 'MusicAlbum',
    '@id': `${site}/artists/${artist.id}/albums/${id}`,
    name,
    datePublished: String(year),
    ...(image && { image }),
  };
}

function inLanguage({ name, language }: ArtistFacts['aliases'][number]) {
  return language ? { '@value': name, '@language': language } : name;
}

function ifAny(property: string, values: unknown[]): object {
  return values.length > 0 ? { [property]: values } : {};
}

/** schema.org knows dates of ISO 8601, which cannot be approximate or uncertain. */
function isoDate(date: string): string {
  return date.replace(/[~?]$/, '');
}
