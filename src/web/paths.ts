import { showVersionCursor } from '../model/history.ts';
import { parseInt64 } from '../model/int64.ts';
import { firstAdminPath, linkPath } from '../model/linkToken.ts';
import { notFound } from '../model/problem.ts';
import { isEntryKind, isKind, isSingle, type Kind, kindRows, kinds, type NameOf, type SingleKind, wordsOf } from '../model/record.ts';

/** The kinds of which a parent may have several records. Not details: a parent has at most one, and the edit form creates it. */
export type RowKind = Exclude<Kind, 'artist' | SingleKind>;
export const rowKinds = kinds.filter((kind): kind is RowKind => kind !== 'artist' && !isSingle(kind));

/** Parameters have the names of their kinds. */
const recordPattern = (kind: Kind) =>
  [...kindRows[kind].above, kind].map((part) => `/${kindRows[part].segment}${isSingle(part) ? '' : `/:${part}`}`).join('');

/** An object with a value for each kind, under names such as `editAlbum`. */
export function ofKinds<P extends string, K extends Kind, V>(prefix: P, kinds: readonly K[], make: (kind: K) => V) {
  return Object.fromEntries(kinds.map((kind) => [prefix + kindRows[kind].name, make(kind)])) as Record<`${P}${NameOf<K>}`, V>;
}

/**
 * `indexed`: whether search engines may index the page; false if it repeats the content of other pages. `cached`: whether visitors who are
 * not signed in share one answer until the store changes.
 */
type SiteRow = { path: string; indexed: boolean; cached: boolean };

/** The routes, the links and the 405 of other methods are all made from this table. */
export const siteTable = {
  front: { path: '/', indexed: true, cached: true },
  search: { path: '/search', indexed: false, cached: false },
  artists: { path: '/artists', indexed: true, cached: true },
  albums: { path: '/albums', indexed: true, cached: true },
  bands: { path: '/bands', indexed: true, cached: true },
  random: { path: '/random', indexed: false, cached: false },
  statistics: { path: '/statistics', indexed: true, cached: true },
  docs: { path: '/docs', indexed: true, cached: true },
  docsSection: { path: '/docs/:section', indexed: true, cached: true },
  dumps: { path: '/dumps', indexed: true, cached: false },
  artist: { path: '/artists/:artist', indexed: true, cached: true },
  family: { path: '/artists/:artist/family', indexed: false, cached: true },
  album: { path: '/artists/:artist/albums/:album', indexed: true, cached: true },
  ...ofKinds('historyOf', kinds, (kind) => ({ path: `${recordPattern(kind)}/history`, indexed: false, cached: false })),
  changes: { path: '/changes', indexed: true, cached: false },
  artistAtom: { path: '/artists/:artist/changes.atom', indexed: false, cached: false },
  accountChanges: { path: '/accounts/:account/changes', indexed: false, cached: false },
  atom: { path: '/changes.atom', indexed: true, cached: false },
  sitemap: { path: '/sitemap.xml', indexed: true, cached: false },
  manifest: { path: '/site.webmanifest', indexed: true, cached: false },
  openSearch: { path: '/opensearch.xml', indexed: true, cached: false },
  robots: { path: '/robots.txt', indexed: true, cached: false },
} satisfies Record<string, SiteRow>;

export type SitePage = keyof typeof siteTable;
export const sitePages = Object.keys(siteTable) as SitePage[];
export const sitePaths = Object.fromEntries(sitePages.map((page) => [page, siteTable[page].path])) as Record<SitePage, string>;

/** A form is sent to the path of its page. */
export const formPaths = {
  signIn: '/sign-in',
  signOut: '/sign-out',
  ...ofKinds('add', rowKinds, (kind) => recordPattern(kind).replace(/\/:\w+$/, '')),
  addArtist: '/artists/new',
  ...ofKinds('edit', kinds, (kind) => `${recordPattern(kind)}/edit`),
  ...ofKinds('remove', kinds, (kind) => `${recordPattern(kind)}/delete`),
  ...ofKinds('undo', kinds, (kind) => `${recordPattern(kind)}/undo`),
  ...ofKinds('redact', kinds, (kind) => `${recordPattern(kind)}/redact`),
  undoAccount: '/accounts/:account/undo',
  hide: '/changes/:change/hide',
  signUp: '/sign-up',
  forgotten: '/forgotten-password',
  verify: linkPath('verify'),
  reset: linkPath('reset'),
  firstAdmin: firstAdminPath,
  import: '/import',
  importJob: '/import/:import',
  account: '/account',
  accountAddress: '/account/address',
  accountPassword: '/account/password',
  accountSessions: '/account/sessions',
  accountKeys: '/account/keys',
  accountWebhooks: '/account/webhooks',
  accountDeletion: '/account/deletion',
  admin: '/admin',
  adminAccounts: '/admin/accounts',
  adminAccount: '/admin/accounts/:account',
  adminJobs: '/admin/jobs',
} as const;

export type FormPage = keyof typeof formPaths;

const formPatterns = Object.values<string>(formPaths).map((path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}(?:\\?|$)`));

/** @param path with or without a query */
export const isFormPath = (path: string) => formPatterns.some((pattern) => pattern.test(path));

export type Named = { id: bigint; name: string };

export const artistPath = (artist: Named) => `/artists/${segmentOf(artist)}`;
export const albumPath = (artist: Named, album: Named) => albumPathUnder(artistPath(artist), album);
/** @param artist the path of the artist's page */
export const albumPathUnder = (artist: string, album: Named) => `${artist}/albums/${segmentOf(album)}`;

type Numbered = { kind: string; id: bigint; artistId: bigint | null; albumId: bigint | null };

/** The page with a record. It redirects to the path with the name. Undefined for a kind that only a newer program has. */
export function recordPath(record: Numbered & { kind: Kind }): string;
export function recordPath(record: Numbered): string | undefined;
export function recordPath(record: Numbered): string | undefined {
  if (!isKind(record.kind)) return undefined;
  return isEntryKind(record.kind) ? numberedPath(record) : pathAbove(record);
}

/** Undefined for a kind that only a newer program has. */
export function historyPath(record: Numbered): string | undefined {
  return isKind(record.kind) ? `${numberedPath(record)}/history` : undefined;
}

export const versionsPerPage = 20n;

/** The page of a history with a version, and up to 19 newer ones above it. Undefined for a kind without such a page. */
export function versionPath(record: Numbered & { version: bigint }): string | undefined {
  const path = historyPath(record);
  return path && `${path}?after=${showVersionCursor(record.version + versionsPerPage)}#v${record.version}`;
}

function numberedPath({ kind, id, ...above }: Numbered): string {
  const list = `${pathAbove(above)}/${kindRows[kind as Kind].segment}`;
  return isSingle(kind as Kind) ? list : `${list}/${id}`;
}

function pathAbove({ artistId, albumId }: Pick<Numbered, 'artistId' | 'albumId'>): string {
  if (artistId === null) return '';
  return `/artists/${artistId}${albumId === null ? '' : `/albums/${albumId}`}`;
}

/** In UTF-16 code units. */
const maxSlugLength = 60;

/** The id, then the words of the name: `1004-charly-garcia`. Letters that are not Latin are percent-encoded. */
export function segmentOf({ id, name }: Named): string {
  const plain = plainLatin(name).toLowerCase();
  const latin = isAscii(plain);
  const words = plain.match(latin ? /[a-z0-9]+/g : /[\p{L}\p{M}\p{N}]+/gu);
  let slug = '';
  for (const word of words ?? []) if (slug.length + word.length < maxSlugLength) slug += `-${word}`;
  return `${id}${latin ? slug : encodeURI(slug)}`;
}

/** Removes the accents of Latin letters. */
function plainLatin(text: string): string {
  return isAscii(text)
    ? text
    : text
        .normalize('NFD')
        .replace(/[\u0300-\u036f]+/g, '')
        .normalize('NFC');
}

/** Most names are ASCII, and skip the normalisation. */
const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text);

/** The id of a kind in the parameters of a path. @throws Problem `not-found` */
export function idIn(params: Record<string, string>, kind: Kind): bigint {
  const digits = /^([1-9]\d{0,18})(?:-|$)/.exec(params[kind] ?? '')?.[1];
  const id = parseInt64(digits ?? '');
  if (id === undefined) throw notFound(`such ${wordsOf(kind)}`);
  return id;
}
