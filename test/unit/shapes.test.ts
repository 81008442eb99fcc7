import { expect, test } from 'bun:test';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { openApiDocument } from '../../src/api/openapi/document.ts';
import { apiRoutes } from '../../src/api/routes.ts';
import { aliasKinds } from '../../src/model/alias.ts';
import { creditRoles } from '../../src/model/credit.ts';
import { albumKinds, genres } from '../../src/model/details.ts';
import { knownTypes } from '../../src/model/kinds.ts';
import { memberRoles } from '../../src/model/membership.ts';
import { track } from '../../src/model/track.ts';

const pageMeta = '{ limit: integer 1..100; offset: integer (int64) 0..; total: integer (int64) 0..; next: string|null }';
const seekMeta = '{ limit: integer 1..100; after: string|null; next: string|null }';
const ofRevision =
  'version: integer (int64) 1..; at: string (date-time); user: integer|null (int64) 1..; user_name: string|null; action: string; reverts: integer|null (int64) 1..; comment: string|null; source: string|null; changeset: integer (int64) 1..; redacts: integer|null (int64) 1..; redacted: Redacted or null; hidden: string|null; changes: array of MemberChange';
const allGenres = `{${genres.join(' ')}}`;
const creditRole = `{${creditRoles.join(' ')}}`;
const [length, isrc] = [track.members.length, track.members.isrc].map(({ given }) => `/${given.meta()?.pattern}/`);
const allAlbumKinds = `{${albumKinds.join(' ')}}`;
const membership =
  'id: integer (int64) 1..; person: integer|null (int64) 1..; credited: string; roles: array of string; from: string|null; to: string|null; ended: boolean|null; note: string';
const roles = `{${memberRoles.join(' ')}}`;
const date = String.raw`..11 /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?[~?]?$/`;
const scopes = '{artists:read artists:write albums:write account admin}';

function identifierShapes(name: string, schemes: string): Record<string, string> {
  const members = `scheme: string {${schemes}}; value: string 1..200 /\\S/`;
  const id = 'id?: integer|null (int64) 0..;';
  return {
    [name]: '{ id: integer (int64) 1..; scheme: string; value: string }',
    [`New${name}`]: `{ ${id} ${members} }`,
    [`${name}Replacement`]: `{ ${id} ${members} }`,
    [`${name}Patch`]: `{ ${id} ${members.replaceAll(': string', '?: string')} }`,
    [`${name}Page`]: `{ data: array of Listed${name}; meta: PageMeta }`,
    [`${name}Version`]: `{ ${ofRevision}; record: ${name} or null }`,
  };
}

function sourceShapes(name: string, about: string, members: string): Record<string, string> {
  const types = {
    ...{ about: `string {${about}}`, record: 'integer|null (int64) 1..', supports: `string|null {/${members.replaceAll(' ', ' /')}}` },
    ...{ value: 'string|null ..500', rank: 'string|null {preferred disputed}', url: 'string|null ..2048', text: 'string|null ..500' },
    ...{ accessed: `string|null ${date}`, quote: 'string|null ..300' },
  };
  const membersWith = (end: string, defaults: boolean) =>
    Object.entries(types).map(([member, type]) => {
      const isText = ['value', 'url', 'text', 'quote'].includes(member);
      const isRequired = member === 'about';
      return `${member}${isRequired && defaults ? '' : end}: ${type}${defaults && !isRequired ? ` else ${isText ? '""' : 'null'}` : ''}`;
    });
  const id = 'id?: integer|null (int64) 0..';
  return {
    [name]:
      '{ id: integer (int64) 1..; about: string; record: integer|null (int64) 1..; supports: string|null; value: string; rank: string|null; url: string; text: string; accessed: string|null; quote: string }',
    [`New${name}`]: `{ ${[id, ...membersWith('?', true)].join('; ')} }`,
    [`${name}Replacement`]: `{ ${[id, ...membersWith('', false)].join('; ')} }`,
    [`${name}Patch`]: `{ ${[id, ...membersWith('?', false)].join('; ')} }`,
    [`${name}Page`]: `{ data: array of ${name}; meta: PageMeta }`,
    [`${name}Version`]: `{ ${ofRevision}; record: ${name} or null }`,
  };
}

const redactionShapes = Object.fromEntries(
  Object.values(knownTypes).map(({ name, names }) => [
    `${name}Redaction`,
    `{ hide: array 1 or more of string {${[...names, 'comment', 'source', 'all'].join(' ')}}; reason: string 1..500 /\\S/; note?: string ..500 else "" }`,
  ]),
);

const kinds =
  'artist album alias membership artist_details credit track album_details artist_identifier album_identifier artist_source album_source';
const eventTypes = kinds
  .split(' ')
  .flatMap((kind) => ['created', 'updated', 'deleted', 'restored', 'redacted'].map((change) => `${kind}.${change}`));
const webhook =
  'id: integer (int64) 1..; url: string; types: array of string; artist: integer|null (int64) 1..; user: integer|null (int64) 1..; payload: string {thin full}; per: string {change changeset}; state: string {verifying active off}; reason: string|null; after: string|null; failing_since: string|null (date-time); next_try: string|null (date-time); created_at: string (date-time)';

/** The shapes of the contract, written down a second time: each member with its type, format and bounds; `?` if it may be absent. */
const shapes: Record<string, string> = {
  Problem:
    '{ type: string (uri); title: string; status: integer; detail: string; instance: string (uri); errors?: array of { pointer: string; detail: string } }',
  PageMeta: pageMeta,
  SeekMeta: seekMeta,
  ArtistPage: `{ data: array of Artist; meta: PageMeta }`,
  Artist: '{ id: integer (int64) 1..; name: string; description: string; image: string; band: string }',
  ArtistAnswer: 'Artist or ArtistWithParts',
  ArtistWithParts:
    '{ artist: Artist; albums?: { data: array of Album; more: boolean }; aliases?: { data: array of Alias; more: boolean }; members?: { data: array of Membership; more: boolean }; details?: ArtistDetails or null; identifiers?: { data: array of ArtistIdentifier; more: boolean }; sources?: { data: array of ArtistSource; more: boolean }; bands?: { data: array of MembershipOf; more: boolean }; credits?: { data: array of ListedAlbum; more: boolean } }',
  NewArtist:
    '{ id?: integer|null (int64) 0..; name: string 1..200 /\\S/; description?: string|null ..20000 else ""; image?: string|null ..2048 else ""; band?: string|null ..200 else "" }',
  ArtistReplacement:
    '{ id?: integer|null (int64) 0..; name: string 1..200 /\\S/; description: string|null ..20000; image: string|null ..2048; band: string|null ..200 }',
  ArtistPatch:
    '{ id?: integer|null (int64) 0..; name?: string 1..200 /\\S/; description?: string|null ..20000; image?: string|null ..2048; band?: string|null ..200 }',
  Reversion: '{ version: integer (int64) 1.. }',
  Hiding: '{ hidden: string|null {comment all} }',
  Redacted: '{ hidden: array of string; at: string (date-time); user: integer|null (int64) 1..; note: string|null }',
  ...redactionShapes,
  RevisionPage: `{ data: array of Revision; meta: SeekMeta }`,
  Revision: `{ ${ofRevision} }`,
  BandPage: `{ data: array of Band; meta: PageMeta }`,
  Band: '{ band: string; artists: integer (int64) 1.. }',
  ListedAlbumPage: `{ data: array of ListedAlbum; meta: PageMeta }`,
  ListedAlbum: '{ id: integer (int64) 1..; name: string; year: integer; image: string; artist: ArtistOfAlbum }',
  ArtistOfAlbum: '{ id: integer (int64) 1..; name: string }',
  ArtistList: `{ data: array of Artist }`,
  Statistics: `{ artists: integer (int64) 0..; albums: integer (int64) 0..; decades: array of { decade: integer; artists: integer (int64) 0..; albums: integer (int64) 0.. }; places: array of { place: string; artists: integer (int64) 0.. }; genres: array of { genre: string ${allGenres}; artists: integer (int64) 0.. }; without_image: integer (int64) 0..; without_place: integer (int64) 0..; without_genre: integer (int64) 0.. }`,
  Found: `{ kind: string {artist album}; artist: Artist; album: Album or null; matched: array of Match; explain?: { score: number; parts:  } }`,
  FoundPage: `{ data: array of Found; meta: PageMeta }`,
  Match: `{ member: string {name alias band description album artist year track}; text: string; ranges: array of array 2 or more of integer }`,
  Suggestion: `{ id: integer (int64) 1..; name: string; band: string; album: Album or null; matched: array of Match }`,
  SuggestionList: `{ data: array of Suggestion }`,
  ChangePage: `{ data: array of Change; meta: SeekMeta }`,
  Change:
    '{ seq: integer (int64) 1..; changeset: integer (int64) 1..; at: string (date-time); user: integer|null (int64) 1..; user_name: string|null; kind: string; id: integer (int64) 1..; artist_id: integer|null (int64) 1..; album_id: integer|null (int64) 1..; path: string|null; version: integer (int64) 1..; action: string; comment: string|null; source: string|null; redacts: integer|null (int64) 1..; redacted: Redacted or null; hidden: string|null; record: Artist or Album or Alias or Membership or ArtistDetails or Credit or Track or AlbumDetails or ArtistIdentifier or AlbumIdentifier or ArtistSource or AlbumSource or null }',
  ArtistVersion: `{ ${ofRevision}; record: Artist or null }`,
  Alias: '{ id: integer (int64) 1..; name: string; kind: string; language: string }',
  AliasPage: '{ data: array of ListedAlias; meta: PageMeta }',
  AliasPatch: `{ id?: integer|null (int64) 0..; name?: string 1..200 /\\S/; kind?: string {${aliasKinds.join(' ')}}; language?: string|null ..35 }`,
  AliasReplacement: `{ id?: integer|null (int64) 0..; name: string 1..200 /\\S/; kind: string {${aliasKinds.join(' ')}}; language: string|null ..35 }`,
  NewAlias: `{ id?: integer|null (int64) 0..; name: string 1..200 /\\S/; kind: string {${aliasKinds.join(' ')}}; language?: string|null ..35 else "" }`,
  AliasVersion: `{ ${ofRevision}; record: Alias or null }`,
  ...identifierShapes('ArtistIdentifier', 'musicbrainz wikidata discogs spotify isni viaf'),
  ...identifierShapes('AlbumIdentifier', 'musicbrainz-release-group discogs-master spotify ean'),
  ...sourceShapes(
    'ArtistSource',
    'artist alias membership artist_details artist_identifier',
    'name description image band kind language person credited roles from to ended note type place genres scheme value',
  ),
  ...sourceShapes(
    'AlbumSource',
    'album credit track album_details album_identifier',
    'name year image artist credited role position title length isrc featuring kind released label scheme value',
  ),
  ArtistDetails:
    '{ id: integer (int64) 1..; type: string|null; from: string|null; to: string|null; ended: boolean|null; place: string; genres: array of string }',
  ArtistDetailsReplacement: `{ id?: integer|null (int64) 0..; type: string|null {person group}; from: string|null ${date}; to: string|null ${date}; ended: boolean|null; place: string|null ..200; genres: array|null of string ${allGenres} }`,
  ArtistDetailsPatch: `{ id?: integer|null (int64) 0..; type?: string|null {person group}; from?: string|null ${date}; to?: string|null ${date}; ended?: boolean|null; place?: string|null ..200; genres?: array|null of string ${allGenres} }`,
  ArtistDetailsVersion: `{ ${ofRevision}; record: ArtistDetails or null }`,
  AlbumDetails: '{ id: integer (int64) 1..; kind: string|null; released: string|null; label: string }',
  AlbumDetailsReplacement: `{ id?: integer|null (int64) 0..; kind: string|null ${allAlbumKinds}; released: string|null ${date}; label: string|null ..200 }`,
  AlbumDetailsPatch: `{ id?: integer|null (int64) 0..; kind?: string|null ${allAlbumKinds}; released?: string|null ${date}; label?: string|null ..200 }`,
  Credit: '{ id: integer (int64) 1..; artist: integer|null (int64) 1..; credited: string; role: string }',
  NewCredit: `{ id?: integer|null (int64) 0..; artist?: integer|null (int64) 1.. else null; credited: string 1..200 /\\S/; role: string ${creditRole} }`,
  CreditReplacement: `{ id?: integer|null (int64) 0..; artist: integer|null (int64) 1..; credited: string 1..200 /\\S/; role: string ${creditRole} }`,
  CreditPatch: `{ id?: integer|null (int64) 0..; artist?: integer|null (int64) 1..; credited?: string 1..200 /\\S/; role?: string ${creditRole} }`,
  CreditPage: '{ data: array of ListedCredit; meta: PageMeta }',
  CreditVersion: `{ ${ofRevision}; record: Credit or null }`,
  Track: '{ id: integer (int64) 1..; position: integer; title: string; length: string; isrc: string; featuring: string }',
  NewTrack: `{ id?: integer|null (int64) 0..; position: integer 1..999; title: string 1..200 /\\S/; length?: string|null ${length} else ""; isrc?: string|null ${isrc} else ""; featuring?: string|null ..200 else "" }`,
  TrackReplacement: `{ id?: integer|null (int64) 0..; position: integer 1..999; title: string 1..200 /\\S/; length: string|null ${length}; isrc: string|null ${isrc}; featuring: string|null ..200 }`,
  TrackPatch: `{ id?: integer|null (int64) 0..; position?: integer 1..999; title?: string 1..200 /\\S/; length?: string|null ${length}; isrc?: string|null ${isrc}; featuring?: string|null ..200 }`,
  TrackPage: '{ data: array of ListedTrack; meta: PageMeta }',
  TrackVersion: `{ ${ofRevision}; record: Track or null }`,
  AlbumDetailsVersion: `{ ${ofRevision}; record: AlbumDetails or null }`,
  Membership: `{ ${membership} }`,
  MembershipOf: `{ ${membership}; group: integer (int64) 1.. }`,
  NewMembership: `{ id?: integer|null (int64) 0..; person?: integer|null (int64) 1.. else null; credited: string 1..200 /\\S/; roles?: array|null else [] of string ${roles}; from?: string|null ${date} else null; to?: string|null ${date} else null; ended?: boolean|null else null; note?: string|null ..500 else "" }`,
  MembershipReplacement: `{ id?: integer|null (int64) 0..; person: integer|null (int64) 1..; credited: string 1..200 /\\S/; roles: array|null of string ${roles}; from: string|null ${date}; to: string|null ${date}; ended: boolean|null; note: string|null ..500 }`,
  MembershipPatch: `{ id?: integer|null (int64) 0..; person?: integer|null (int64) 1..; credited?: string 1..200 /\\S/; roles?: array|null of string ${roles}; from?: string|null ${date}; to?: string|null ${date}; ended?: boolean|null; note?: string|null ..500 }`,
  MembershipPage: '{ data: array of ListedMembership; meta: PageMeta }',
  MembershipOfPage: '{ data: array of ListedMembershipOf; meta: PageMeta }',
  MembershipVersion: `{ ${ofRevision}; record: Membership or null }`,
  AlbumVersion: `{ ${ofRevision}; record: Album or null }`,
  MemberChange:
    '{ member: string; from: string|null or integer (int64) or boolean or array of string; to: string|null or integer (int64) or boolean or array of string }',
  AlbumPage: `{ data: array of Album or ListedAlbum; meta: PageMeta }`,
  Album: '{ id: integer (int64) 1..; name: string; year: integer; image: string }',
  NewAlbum: '{ id?: integer|null (int64) 0..; name: string 1..200 /\\S/; year: integer 1900..; image?: string|null ..2048 else "" }',
  AlbumReplacement: '{ id?: integer|null (int64) 0..; name: string 1..200 /\\S/; year: integer 1900..; image: string|null ..2048 }',
  AlbumPatch: '{ id?: integer|null (int64) 0..; name?: string 1..200 /\\S/; year?: integer 1900..; image?: string|null ..2048 }',
  NewUser: '{ name: string 1..200 /\\S/; email: string (email) 1..254; password: string (password) 8..256 }',
  User: '{ id: integer (int64) 1..; name: string; email: string }',
  LoginRequest: '{ email: string ..254; password: string (password) ..256 }',
  Login: '{ user: User; token: string; api_key: string; expires_at: string (date-time) }',
  Verification: '{ token: string 1..100 }',
  PasswordResetRequest: '{ email: string (email) 1..254 }',
  PasswordReset: '{ token: string 1..100; password: string (password) 8..256 }',
  Account:
    '{ id: integer (int64) 1..; name: string; public_name: string|null; email: string; role: string {reader member editor admin}; verified: boolean; suspended: boolean; pending_email: string|null; created_at: string (date-time) }',
  OwnAccountPatch:
    '{ name?: string 1..200 /\\S/; public_name?: string|null 1..60 /\\S/; email?: string (email) 1..254; current_password?: string (password) ..256 }',
  PasswordProof: '{ password: string (password) ..256 }',
  PasswordChange: '{ current_password: string (password) ..256; password: string (password) 8..256 }',
  SessionPage: `{ data: array of Session; meta: PageMeta }`,
  Session:
    '{ id: integer (int64) 1..; device: string; created_at: string (date-time); last_used_at: string|null (date-time); expires_at: string (date-time); current: boolean }',
  WebhookPage: '{ data: array of Webhook; meta: PageMeta }',
  Webhook: `{ ${webhook} }`,
  MadeWebhook: `{ ${webhook}; secret: string }`,
  NewWebhook: `{ url: string (uri) 1..2048; types?: array else [] of string {${eventTypes.join(' ')}}; artist?: integer|null (int64) 1.. else null; user?: integer|null (int64) 1.. else null; payload?: string {thin full} else "thin"; per?: string {change changeset} else "change" }`,
  WebhookPatch: `{ url?: string (uri) 1..2048; types?: array of string {${eventTypes.join(' ')}}; artist?: integer|null (int64) 1..; user?: integer|null (int64) 1..; payload?: string {thin full}; per?: string {change changeset} }`,
  WebhookAttempt: '{ event: string; type: string; at: string (date-time); ms: integer; status: integer|null; failure: string|null }',
  WebhookAttemptList: '{ data: array of WebhookAttempt }',
  WebhookResumption: '{ after?: string; skip?: string {event all} }',
  JobPage: '{ data: array of Job; meta: PageMeta }',
  Job: '{ id: integer (int64) 1..; kind: string; state: string {receiving queued running done failed cancelled}; account: integer|null (int64) 1..; created_at: string (date-time); started_at: string|null (date-time); ended_at: string|null (date-time); done: integer; total: integer|null; cancel: boolean; parameters: object|null; outcome: object|null }',
  WebhookSecret: '{ secret: string; former_until: string (date-time) }',
  ApiKeyPage: `{ data: array of ApiKey; meta: PageMeta }`,
  ApiKey: `{ id: integer (int64) 1..; name: string; scopes: array of string ${scopes}; created_at: string (date-time); expires_at: string|null (date-time); last_used_at: string|null (date-time); made_by: integer|null (int64) 1.. }`,
  NewApiKey: `{ name: string 1..200 /\\S/; scopes: array 1 or more of string ${scopes}; expires_at?: string|null (date-time) ..64 else null }`,
  MadeApiKey: `{ id: integer (int64) 1..; name: string; scopes: array of string ${scopes}; created_at: string (date-time); expires_at: string|null (date-time); last_used_at: string|null (date-time); made_by: integer|null (int64) 1..; key: string }`,
  ApiKeyPatch: `{ name?: string 1..200 /\\S/; scopes?: array 1 or more of string ${scopes}; expires_at?: string|null (date-time) ..64 }`,
  AccountReversion:
    '{ since: string (date-time) ..64; until?: string (date-time) ..64; dry_run?: boolean else false; after?: string /^(artists|albums|aliases|memberships|artist_details|credits|tracks|album_details|artist_identifiers|album_identifiers|artist_sources|album_sources|album_deletions|deletions)-(0|[1-9]\\d{0,18})$/ }',
  AccountReverted: `{ dry_run: boolean; since: string (date-time); until: string (date-time); changeset: integer|null (int64) 1..; undone: array of { kind: string {${kinds}}; id: integer (int64) 1..; artist_id: integer|null (int64) 1..; album_id: integer|null (int64) 1..; action: string {update restore delete}; version: integer (int64) 1..; reverts: integer|null (int64) 1.. }; left: array of { kind: string {${kinds}}; id: integer (int64) 1..; artist_id: integer|null (int64) 1..; album_id: integer|null (int64) 1..; reason: string {changed-since artist-deleted album-deleted has-albums has-records identifier-taken redacted}; detail: string }; next: string|null }`,
  AccountPage: `{ data: array of Account; meta: PageMeta }`,
  AccountPatch: '{ role?: string {reader member editor admin}; suspended?: boolean }',
};

for (const name of ['Alias', 'Membership', 'MembershipOf', 'Credit', 'Track', 'ArtistIdentifier', 'AlbumIdentifier'])
  shapes[`Listed${name}`] = `${shapes[name]}`.replace(/ }$/, '; sources: integer 0.. }');

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema, read as any client reads it
function spell(schema: any): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1);
  const range = (least: unknown, most: unknown) => (least ?? most) !== undefined && `${least ?? ''}..${most ?? ''}`;
  const parts = [
    schema.type !== 'object' && [schema.type].flat().join('|'),
    schema.format && `(${schema.format})`,
    schema.enum && `{${schema.enum.filter(Boolean).join(' ')}}`,
    range(schema.minLength, schema.maxLength),
    range(schema.minimum, schema.maximum),
    schema.minItems !== undefined && `${schema.minItems} or more`,
    schema.pattern && `/${schema.pattern}/`,
    schema.default !== undefined && `else ${JSON.stringify(schema.default)}`,
    schema.anyOf?.map(spell).join(' or '),
    schema.items && `of ${spell(schema.items)}`,
    schema.properties && spellMembers(schema),
  ];
  return parts.filter(Boolean).join(' ');
}

// biome-ignore lint/suspicious/noExplicitAny: as above
function spellMembers({ properties, required = [], additionalProperties }: any): string {
  const members = Object.keys(properties).map((name) => `${name}${required.includes(name) ? '' : '?'}: ${spell(properties[name])}`);
  return `{ ${members.join('; ')} }${additionalProperties === false ? '' : ' and more'}`;
}

const document = openApiDocument(apiRoutes(8), {
  publicUrl: 'https://rock.example.org',
  hasPublicUrl: true,
  limits: true,
  requireConditions: false,
});

test('an enum contains null exactly where its type does', () => {
  const lists: [words: unknown[], nullable: boolean][] = [];
  JSON.stringify(document, (_, part) => {
    if (part?.enum) lists.push([part.enum, [part.type].flat().includes('null')]);
    return part;
  });
  expect(new Set(lists.map(([, nullable]) => nullable))).toEqual(new Set([true, false]));
  for (const [words, nullable] of lists) expect([words, words.includes(null)]).toEqual([words, nullable]);
});

test('the schemas of the document are the shapes of the contract, and their examples have that shape', () => {
  const { schemas } = (document as { components: { schemas: Record<string, object> } }).components;
  expect(Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, spell(schema)]))).toEqual(shapes);
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  const judge = (schema: object, example: unknown) => ajv.compile({ ...schema, components: { schemas } })(example);
  for (const [name, schema] of Object.entries(schemas) as [string, Record<string, unknown>][]) {
    expect([name, ajv.validateSchema(schema)]).toEqual([name, true]);
    if (schema.example !== undefined) expect([name, judge(schema, schema.example)]).toEqual([name, true]);
    for (const [member, part] of Object.entries((schema.properties ?? {}) as Record<string, Record<string, unknown>>))
      if (part.example !== undefined) expect([name, member, judge(part, part.example)]).toEqual([name, member, true]);
  }
});
