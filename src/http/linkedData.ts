import type { Album } from '../model/album.ts';
import type { CreditRole } from '../model/credit.ts';
import type { AlbumKind, ArtistDetails, ArtistType } from '../model/details.ts';
import { identifierLink } from '../model/identifierScheme.ts';
import { licenceUrl, type Terms } from '../model/licence.ts';
import type { Track } from '../model/track.ts';
import type { LinkedAlbum, LinkedArtist, ShownMembership } from '../operations/known.ts';
import { plainWords } from './markdown.ts';

const context = 'https://schema.org';

type Named = { id: bigint; name: string; type?: ArtistType | null | undefined };

/**
 * An artist in the words of schema.org. JSON leaves out its undefined members.
 *
 * @param site the public URL, which begins the artist's identifier
 */
export function artistData({ found: { record: artist }, discography, about }: LinkedArtist, site: string, terms: Terms): object {
  const { name, image, band } = artist;
  const { details, members, bands, aliases, identifiers } = about;
  const others = aliases.filter(({ kind }) => kind !== 'search hint');
  const memberOf = bands.records.flatMap((membership) => (membership.other ? roleOf('memberOf', membership, membership.other, site) : []));
  return {
    '@context': context,
    '@type': details?.type === 'person' ? ['Person', 'MusicGroup'] : 'MusicGroup',
    '@id': `${site}/artists/${artist.id}`,
    name,
    alternateName: ifAny(others.map(({ name, language }) => (language ? { '@value': name, '@language': language } : name))),
    description: plainWords(artist.description, 500) || undefined,
    image: image || undefined,
    ...(details && detailsData(details)),
    sameAs: ifAny(identifiers.flatMap((identifier) => identifierLink('artist_identifier', identifier) ?? [])),
    member: ifAny(members.records.map((membership) => roleOf('member', membership, membership.other, site))),
    memberOf: ifAny(memberOf.length === 0 && band && band !== name ? [{ '@type': 'MusicGroup', name: band }] : memberOf),
    album: discography.albums.map((album) => work(artist, album, site)),
    ...licensed(terms),
  };
}

/** A person's `from` is not the date of birth, and schema.org has no word for it. */
function detailsData({ type, from, to, place, genres }: ArtistDetails): object {
  const isPerson = type === 'person';
  return {
    foundingDate: isPerson ? undefined : isoDate(from),
    [isPerson ? 'deathDate' : 'dissolutionDate']: isoDate(to),
    [isPerson ? 'birthPlace' : 'foundingLocation']: place ? { '@type': 'Place', name: place } : undefined,
    genre: ifAny(genres),
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
    '@context': context,
    ...work(artist, found.record, site),
    ...(released && { datePublished: isoDate(released) }),
    ...(kind && kindWords[kind]),
    albumRelease: label ? { '@type': 'MusicRelease', recordLabel: { '@type': 'Organization', name: label } } : undefined,
    byArtist: makers.length > 0 ? [maker, ...makers] : maker,
    producer: ifAny(creditedAs('producer')),
    contributor: ifAny(creditedAs('featuring', 'guest')),
    track: ifAny(tracks.records.map(recording)),
    sameAs: ifAny(identifiers.flatMap((identifier) => identifierLink('album_identifier', identifier) ?? [])),
    gtin: ifAny(identifiers.flatMap(({ scheme, value }) => (scheme === 'ean' ? value : []))),
    ...licensed(terms),
  };
}

/** The licence of these data, not of the music. */
function licensed({ licence, credit }: Terms) {
  return {
    sdLicense: licence && licenceUrl(licence),
    sdPublisher: credit ? { '@type': 'Organization', name: credit } : undefined,
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
    duration: length ? `PT${minutes}M${seconds}S` : undefined,
    isrcCode: isrc || undefined,
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
    startDate: isoDate(from),
    endDate: isoDate(to),
    roleName: ifAny(roles),
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
    image: image || undefined,
  };
}

function ifAny(values: unknown[]): unknown[] | undefined {
  return values.length > 0 ? values : undefined;
}

/** schema.org knows dates of ISO 8601, which cannot be approximate or uncertain. */
function isoDate(date: string | null): string | undefined {
  return date?.replace(/[~?]$/, '') || undefined;
}
