import catalogue from '../starter/catalogue.json' with { type: 'json' };
import type { StarterArtist } from './model/addition.ts';
import { alias } from './model/alias.ts';
import { artist } from './model/artist.ts';
import { credit } from './model/credit.ts';
import { albumDetails, artistDetails } from './model/details.ts';
import { artistIdentifier } from './model/identifier.ts';
import { albumSource } from './model/kinds.ts';
import { membership } from './model/membership.ts';

/** The smallest id of the starter catalogue. Smaller ids stay free, since the examples of the docs create records with them. */
const firstId = 1001n;

const idAt = (index: number) => firstId + BigInt(index);

/** The starter catalogue in one language. Albums have their ids in the file; other records get ids in the order of the file. */
export function starterCatalogue(language: 'es' | 'en'): StarterArtist[] {
  const { artists, memberships } = catalogue;
  const ids = new Map(artists.map(({ name }, i) => [name, idAt(i)]));
  const idOf = (name: string) => ids.get(name) as bigint;
  const numbered = memberships.map((entry, i) => ({ ...entry, id: idAt(i) }));
  const membersOf = Map.groupBy(numbered, ({ group }) => group);
  let aliases = 0;
  let identifiers = 0;
  let credits = 0;
  let sources = 0;
  return artists.map((entry, i) => ({
    ...artist.creation.parse({ ...textsOf(entry, language), name: entry.name, image: entry.image, band: entry.band }),
    id: idAt(i),
    details: { ...artistDetails.creation.parse(detailsOf(entry)), id: idAt(i) },
    albums: entry.albums.map(({ id, name, year }) => ({ id: BigInt(id), name, year, image: '' })),
    albumDetails: entry.albums.flatMap(({ id, kind }) => (kind ? [{ ...albumDetails.creation.parse({ kind }), id: BigInt(id) }] : [])),
    aliases: entry.aliases.map(({ name, kind }) => ({ ...alias.creation.parse({ name, kind }), id: idAt(aliases++) })),
    identifiers: Object.entries(entry.identifiers).map(([scheme, value]) => ({
      ...artistIdentifier.creation.parse({ scheme, value }),
      id: idAt(identifiers++),
    })),
    credits: entry.albums.flatMap(({ id, credits: named = [] }: CreditedAlbum) =>
      named.map(({ artist: credited, role }) => ({
        ...credit.creation.parse({ artist: idOf(credited), credited, role }),
        id: idAt(credits++),
        albumId: BigInt(id),
      })),
    ),
    sources: entry.albums.flatMap(({ id, disputed = [] }: DisputedAlbum) =>
      disputed.map((year) => ({ ...albumSource.creation.parse(otherYear(year, language)), id: idAt(sources++), albumId: BigInt(id) })),
    ),
    members: (membersOf.get(entry.name) ?? []).map(({ id, person, credited, roles, from, to, ended }) => ({
      ...membership.creation.parse({ person: person && idOf(person), credited, roles, from, to, ended }),
      id,
    })),
    former: {
      description: textsOf(entry.former ?? {}, language).description,
      albums: (entry.former?.albums ?? []).map(({ now, ...album }) => ({ ...album, artistNow: idOf(now) })),
    },
  }));
}

function detailsOf({ type, from, to, ended, place, genres }: (typeof catalogue.artists)[number]) {
  return { type, from, to, ended, place, genres };
}

/** Only some albums of the file have `credits` or `disputed`. */
type CreditedAlbum = { id: number; credits?: { artist: string; role: string }[] };
type DisputedAlbum = { id: number; disputed?: number[] };

/** A source for another year of release. The file has only the year; all such sources share the rest. */
function otherYear(year: number, language: 'es' | 'en') {
  const text = { es: 'Otras fuentes dan este año', en: 'Other sources give this year' }[language];
  return { about: 'album', supports: '/year', value: String(year), rank: 'disputed', text };
}

type Texts = { description_es?: string; description_en?: string };

function textsOf({ description_es, description_en }: Texts, language: 'es' | 'en'): { description: string | undefined } {
  return { description: language === 'es' ? description_es : description_en };
}
