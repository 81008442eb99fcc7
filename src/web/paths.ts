import { parseInt64 } from '../model/int64.ts';
import { firstAdminPath, linkPath } from '../model/linkToken.ts';
import type { Kind } from '../model/record.ts';

/** Where the pages are. What is mounted, linked and answered with 405 is all made of this table. */
export const sitePaths = {
  front: '/',
  search: '/search',
  artists: '/artists',
  bands: '/bands',
  artist: '/artists/:artist',
  artistHistory: '/artists/:artist/history',
  album: '/artists/:artist/albums/:album',
  albumHistory: '/artists/:artist/albums/:album/history',
  changes: '/changes',
  accountChanges: '/accounts/:account/changes',
  atom: '/changes.atom',
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
} as const;

export type SitePage = keyof typeof sitePaths;

/** `searched`: whether search machines may have it; else it only repeats what is elsewhere. */
type Treatment = { searched: boolean; kept: boolean };

/** `kept`: as it was made, which is for what most people look at, and for nothing with a form that is to be sent once. */
export const treatments: Record<SitePage, Treatment> = {
  front: { searched: true, kept: true },
  search: { searched: false, kept: false },
  artists: { searched: true, kept: true },
  bands: { searched: true, kept: true },
  artist: { searched: true, kept: true },
  artistHistory: { searched: false, kept: false },
  album: { searched: true, kept: true },
  albumHistory: { searched: false, kept: false },
  changes: { searched: true, kept: false },
  accountChanges: { searched: false, kept: false },
  atom: { searched: true, kept: false },
  sitemap: { searched: true, kept: false },
  robots: { searched: true, kept: false },
};

export const sitePages = Object.keys(sitePaths) as SitePage[];

/** Pages with a form, which is sent to the address of its page. */
export const formPaths = {
  signIn: '/sign-in',
  signOut: '/sign-out',
  addArtist: '/artists/new',
  editArtist: '/artists/:artist/edit',
  removeArtist: '/artists/:artist/delete',
  undoArtist: '/artists/:artist/undo',
  addRecords: '/artists/:artist/add',
  editAlbum: '/artists/:artist/albums/:album/edit',
  removeAlbum: '/artists/:artist/albums/:album/delete',
  undoAlbum: '/artists/:artist/albums/:album/undo',
  undoAccount: '/accounts/:account/undo',
  signUp: '/sign-up',
  forgotten: '/forgotten-password',
  verify: linkPath('verify'),
  reset: linkPath('reset'),
  firstAdmin: firstAdminPath,
  account: '/account',
  accountAddress: '/account/address',
  accountPassword: '/account/password',
  accountSessions: '/account/sessions',
  accountKeys: '/account/keys',
  accountDeletion: '/account/deletion',
  admin: '/admin',
  adminAccounts: '/admin/accounts',
  adminAccount: '/admin/accounts/:account',
} as const;

export type FormPage = keyof typeof formPaths;

/** What a link to a record needs. */
export type Named = { id: bigint; name: string };

export const artistPath = (artist: Named) => `/artists/${segmentOf(artist)}`;
export const albumPath = (artist: Named, album: Named) => albumPathUnder(artistPath(artist), album);
/** @param artist the path of their page, where it is known already */
export const albumPathUnder = (artist: string, album: Named) => `${artist}/albums/${segmentOf(album)}`;

type Numbered = { id: bigint; artistId: bigint | null };

const numberedPaths: Record<Kind, (place: Numbered) => string> = {
  artist: ({ id }) => `/artists/${id}`,
  album: ({ id, artistId }) => `/artists/${artistId}/albums/${id}`,
};

/** Where a record is by its numbers alone; undefined for a kind that a newer program logged. */
export function recordPath(record: Numbered & { kind: Kind }): string;
export function recordPath(record: Numbered & { kind: string }): string | undefined;
export function recordPath({ kind, ...place }: Numbered & { kind: string }): string | undefined {
  return numberedPaths[kind as Kind]?.(place);
}

/** In UTF-16 units. */
const longestSlug = 60;

/** The id and, for people, the words of the name: `1004-charly-garcia`. Letters of any script stay, in their percent form. */
function segmentOf({ id, name }: Named): string {
  const plain = plainLatin(name).toLowerCase();
  const latin = isAscii(plain);
  const words = plain.match(latin ? /[a-z0-9]+/g : /[\p{L}\p{M}\p{N}]+/gu);
  let slug = '';
  for (const word of words ?? []) if (slug.length + word.length < longestSlug) slug += `-${word}`;
  return `${id}${latin ? slug : encodeURI(slug)}`;
}

/** The same letters without the accents of Latin script. */
function plainLatin(text: string): string {
  return isAscii(text)
    ? text
    : text
        .normalize('NFD')
        .replace(/[\u0300-\u036f]+/g, '')
        .normalize('NFC');
}

/** Most names are, and so take the short way. */
const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);

/** The id at the start of a segment of a path, undefined where there is none. */
export function idIn(segment: string): bigint | undefined {
  const digits = /^([1-9]\d{0,18})(?:-|$)/.exec(segment)?.[1];
  return digits === undefined ? undefined : parseInt64(digits);
}
