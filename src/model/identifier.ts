import type { z } from 'zod';
import type { Fault } from './fault.ts';
import { choice, name } from './members.ts';
import { defineRecord, maxFacts, type Rights } from './record.ts';

/** Reads an id as people copy it, bare or as an address. `link`: the canonical address, without the id at its end. */
export type Scheme = { form: RegExp; link?: string; normal?(id: string): string; isValid?(id: string): boolean; example: string };

const uuid = '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})';
const lower = (id: string) => id.toLowerCase();
const upper = (id: string) => id.toUpperCase();

/** @param before what an address has before the id */
function formOf(before: string, id: string): RegExp {
  return new RegExp(`^(?:(?:https?://)?(?:www\\.)?${before})?${id}(?:[/?#-].{0,150})?$`, 'i');
}

function musicbrainz(entity: string): Scheme {
  const form = formOf(`(?:beta\\.)?musicbrainz\\.org/${entity}/`, uuid);
  return { form, link: `https://musicbrainz.org/${entity}/`, normal: lower, example: 'b8a7c51f-362c-4dcb-a259-bc6e0095f0a6' };
}

function discogs(entity: string): Scheme {
  const form = formOf(`discogs\\.com/(?:[a-z]{2}/)?${entity}/`, '([1-9]\\d{0,11})');
  return { form, link: `https://www.discogs.com/${entity}/`, example: '82730' };
}

function spotify(entity: string): Scheme {
  const form = formOf(`(?:open\\.spotify\\.com/(?:intl-[a-z]{2}/)?${entity}/|spotify:${entity}:)`, '([0-9A-Za-z]{22})');
  return { form, link: `https://open.spotify.com/${entity}/`, example: '4vqKjn8Vk3XNyAXLnKmbRI' };
}

const artistSchemes = {
  musicbrainz: musicbrainz('artist'),
  wikidata: {
    form: formOf('wikidata\\.org/(?:wiki|entity)/', '(Q[1-9]\\d{0,11})'),
    link: 'https://www.wikidata.org/wiki/',
    normal: upper,
    example: 'Q1234567',
  },
  discogs: discogs('artist'),
  spotify: spotify('artist'),
  isni: {
    form: formOf('isni\\.org/(?:isni/)?', '((?:\\d{4} ?){3}\\d{3}[\\dX])'),
    link: 'https://isni.org/isni/',
    normal: (id) => upper(id.replaceAll(' ', '')),
    isValid: isIsni,
    example: '0000000121032683',
  },
  viaf: { form: formOf('viaf\\.org/viaf/', '([1-9]\\d{0,21})'), link: 'https://viaf.org/viaf/', example: '96994048' },
} satisfies Record<string, Scheme>;

const albumSchemes = {
  'musicbrainz-release-group': musicbrainz('release-group'),
  'discogs-master': discogs('master'),
  spotify: spotify('album'),
  // A UPC is an EAN with a 0 before it.
  ean: { form: /^(\d{8}|\d{12,13})$/, normal: (id) => (id.length === 12 ? `0${id}` : id), isValid: isEan, example: '7798030290012' },
} satisfies Record<string, Scheme>;

/** ISO 7064 MOD 11-2 */
function isIsni(id: string): boolean {
  let sum = 0;
  for (const digit of id.slice(0, -1)) sum = (sum + Number(digit)) * 2;
  const check = (12 - (sum % 11)) % 11;
  return id.at(-1) === (check === 10 ? 'X' : String(check));
}

/** Every other digit from the right but one counts three times (GS1 General Specifications 7.9). */
function isEan(id: string): boolean {
  const digits = [...id].reverse().map(Number);
  return digits.reduce((sum, digit, i) => sum + digit * (i % 2 === 0 ? 1 : 3), 0) % 10 === 0;
}

/** @returns the id in its normal form, or what is wrong with it */
export function readIdentifier(scheme: Scheme | undefined, name: string, text: string): string | Fault {
  const id = scheme?.form.exec(text.trim())?.[1];
  if (!scheme || id === undefined) return ['identifier', name, scheme?.example ?? ''];
  const normal = scheme.normal?.(id) ?? id;
  return (scheme.isValid?.(normal) ?? true) ? normal : ['checkDigit'];
}

function identifierOf<K extends 'artist_identifier' | 'album_identifier', S extends string>(
  kind: K,
  schemes: Record<S, Scheme>,
  { rights, example }: { rights: Rights; example: NoInfer<S> },
) {
  const read = ({ scheme, value }: { scheme: S; value: string }) => readIdentifier(schemes[scheme], scheme, value);
  return defineRecord({
    kind,
    rights,
    titled: 'value',
    max: maxFacts,
    claims: ['scheme', 'value'],
    members: {
      scheme: choice(Object.keys(schemes) as [S, ...S[]], { description: 'The catalogue that gave it', example }),
      value: name({ example: schemes[example].example }),
    },
    normal(record) {
      const value = read(record);
      return typeof value === 'string' ? { ...record, value } : record;
    },
    faults(record) {
      const fault = read(record);
      return typeof fault === 'string' ? [] : [['value', fault]];
    },
    patch: { value: schemes[example].example } as never,
    upgrades: [],
  });
}

export const artistIdentifier = identifierOf('artist_identifier', artistSchemes, {
  rights: { write: 'write artists', remove: 'delete artists' },
  example: 'discogs',
});

export type ArtistIdentifier = z.infer<typeof artistIdentifier.shown>;

export const albumIdentifier = identifierOf('album_identifier', albumSchemes, {
  rights: { write: 'write albums', remove: 'delete albums' },
  example: 'discogs-master',
});

export type AlbumIdentifier = z.infer<typeof albumIdentifier.shown>;
export type ArtistIdentifierFields = Omit<z.infer<typeof artistIdentifier.shown>, 'id'>;
export type AlbumIdentifierFields = Omit<z.infer<typeof albumIdentifier.shown>, 'id'>;

const schemesOf: Record<'artist_identifier' | 'album_identifier', Record<string, Scheme>> = {
  artist_identifier: artistSchemes,
  album_identifier: albumSchemes,
};

/** The address of what an identifier names, where its catalogue has one. */
export function identifierLink(kind: keyof typeof schemesOf, { scheme, value }: { scheme: string; value: string }): string | undefined {
  const { link } = schemesOf[kind][scheme] ?? {};
  return link && link + value;
}

/** An identifier of an artist as lists are asked for it: `discogs:82730`. @returns scheme and normal form */
export function readArtistIdentifier(text: string): [scheme: string, value: string] | undefined {
  const [scheme = ''] = text.split(':', 1);
  const value = readIdentifier(
    Object.hasOwn(artistSchemes, scheme) ? schemesOf.artist_identifier[scheme] : undefined,
    scheme,
    text.slice(scheme.length + 1),
  );
  return typeof value === 'string' ? [scheme, value] : undefined;
}
