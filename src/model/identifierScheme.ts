import type { Fault } from './fault.ts';

/**
 * `form` reads an id as people copy it: bare, or as an address. `link`: the canonical address, with `{value}` in place of the id. A scheme
 * of the operator has a pattern in place of an example.
 */
export type Scheme = { form: RegExp; link?: string; normal?(id: string): string; isValid?(id: string): boolean } & (
  | { example: string; pattern?: undefined }
  | { pattern: string }
);

/** A scheme that the operator has added. */
export type OwnScheme = { kind: IdentifierKind; scheme: string; pattern: string; link: string };

const uuid = '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})';
const lower = (id: string) => id.toLowerCase();
const upper = (id: string) => id.toUpperCase();

/** @param before the part of an address before the id */
function formOf(before: string, id: string): RegExp {
  return new RegExp(`^(?:(?:https?://)?(?:www\\.)?${before})?${id}(?:[/?#-].{0,150})?$`, 'i');
}

function musicbrainz(entity: string): Scheme & { example: string } {
  const form = formOf(`(?:beta\\.)?musicbrainz\\.org/${entity}/`, uuid);
  return { form, link: `https://musicbrainz.org/${entity}/{value}`, normal: lower, example: 'b8a7c51f-362c-4dcb-a259-bc6e0095f0a6' };
}

function discogs(entity: string): Scheme & { example: string } {
  const form = formOf(`discogs\\.com/(?:[a-z]{2}/)?${entity}/`, '([1-9]\\d{0,11})');
  return { form, link: `https://www.discogs.com/${entity}/{value}`, example: '82730' };
}

function spotify(entity: string): Scheme & { example: string } {
  const form = formOf(`(?:open\\.spotify\\.com/(?:intl-[a-z]{2}/)?${entity}/|spotify:${entity}:)`, '([0-9A-Za-z]{22})');
  return { form, link: `https://open.spotify.com/${entity}/{value}`, example: '4vqKjn8Vk3XNyAXLnKmbRI' };
}

export const artistSchemes = {
  musicbrainz: musicbrainz('artist'),
  wikidata: {
    form: formOf('wikidata\\.org/(?:wiki|entity)/', '(Q[1-9]\\d{0,11})'),
    link: 'https://www.wikidata.org/wiki/{value}',
    normal: upper,
    example: 'Q1234567',
  },
  discogs: discogs('artist'),
  spotify: spotify('artist'),
  isni: {
    form: formOf('isni\\.org/(?:isni/)?', '((?:\\d{4} ?){3}\\d{3}[\\dX])'),
    link: 'https://isni.org/isni/{value}',
    normal: (id) => upper(id.replaceAll(' ', '')),
    isValid: isIsni,
    example: '0000000121032683',
  },
  viaf: { form: formOf('viaf\\.org/viaf/', '([1-9]\\d{0,21})'), link: 'https://viaf.org/viaf/{value}', example: '96994048' },
} satisfies Record<string, Scheme & { example: string }>;

export const albumSchemes = {
  'musicbrainz-release-group': musicbrainz('release-group'),
  'discogs-master': discogs('master'),
  spotify: spotify('album'),
  // A UPC is an EAN with a 0 before it.
  ean: { form: /^(\d{8}|\d{12,13})$/, normal: (id) => (id.length === 12 ? `0${id}` : id), isValid: isEan, example: '7798030290012' },
} satisfies Record<string, Scheme & { example: string }>;

/** ISO 7064 MOD 11-2 */
function isIsni(id: string): boolean {
  let sum = 0;
  for (const digit of id.slice(0, -1)) sum = (sum + Number(digit)) * 2;
  const check = (12 - (sum % 11)) % 11;
  return id.at(-1) === (check === 10 ? 'X' : String(check));
}

/** Every second digit from the right, beginning with the second, counts three times (GS1 General Specifications 7.9). */
function isEan(id: string): boolean {
  const digits = [...id].reverse().map(Number);
  return digits.reduce((sum, digit, i) => sum + digit * (i % 2 === 0 ? 1 : 3), 0) % 10 === 0;
}

/** In UTF-16 units. An operator's pattern may take time proportional to the square of the length. */
const maxLength = 400;

export type IdentifierKind = 'artist_identifier' | 'album_identifier';

const schemes: Record<IdentifierKind, Map<string, Scheme>> = {
  artist_identifier: new Map(Object.entries(artistSchemes)),
  album_identifier: new Map(Object.entries(albumSchemes)),
};

/** Adds the operator's schemes, once in each thread, before it serves. */
export function addSchemes(own: OwnScheme[]): void {
  for (const { kind, scheme, pattern, link } of own) schemes[kind].set(scheme, { form: ownForm(pattern, link), pattern, link });
}

/** @throws SyntaxError where the text is no pattern */
export function ownForm(pattern: string, link: string): RegExp {
  const [before = '', after = ''] = link
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .split('{value}')
    .map(RegExp.escape);
  return new RegExp(`^(?:(?:https?://)?(?:www\\.)?${before})?(${pattern})(?:${after})?(?:[/?#].*)?$`);
}

/** The operator's schemes for a kind. */
export function ownSchemes(kind: IdentifierKind): string[] {
  return schemeNames(kind).filter((name) => schemes[kind].get(name)?.pattern !== undefined);
}

export function schemeNames(kind: IdentifierKind): string[] {
  return [...schemes[kind].keys()];
}

/** @returns the id in its normal form, or the wrong member and its fault */
export function readIdentifier(kind: IdentifierKind, scheme: string, text: string): string | ['scheme' | 'value', Fault] {
  const known = schemes[kind].get(scheme);
  if (!known) return ['scheme', ['oneOf', schemeNames(kind).join(', ')]];
  const id = text.length <= maxLength ? known.form.exec(text.trim())?.[1] : undefined;
  if (id === undefined)
    return ['value', known.pattern === undefined ? ['identifier', scheme, known.example] : ['identifierForm', scheme, known.pattern]];
  const normal = known.normal?.(id) ?? id;
  return (known.isValid?.(normal) ?? true) ? normal : ['value', ['checkDigit']];
}

/** The web address of an identifier, if its catalogue has one. */
export function identifierLink(kind: IdentifierKind, { scheme, value }: { scheme: string; value: string }): string | undefined {
  const link = schemes[kind].get(scheme)?.link;
  return link?.replace('{value}', () => value);
}

/** The catalogue with ids or addresses of this form; undefined if there is none, or more than one. */
export function schemeOf(kind: IdentifierKind, text: string): string | undefined {
  const found = schemeNames(kind).filter((name) => typeof readIdentifier(kind, name, text) === 'string');
  return found.length === 1 ? found[0] : undefined;
}
