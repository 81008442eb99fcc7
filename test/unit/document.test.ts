import { describe, expect, test } from 'bun:test';
import { openApiDocument } from '../../src/api/openapi/document.ts';
import { apiRoutes } from '../../src/api/routes.ts';
import { genres } from '../../src/model/details.ts';
import { knownTypes } from '../../src/model/kinds.ts';
import { factKinds, kindRows, kinds } from '../../src/model/record.ts';
import { listPathOf } from '../../src/model/recordPath.ts';

/**
 * Each kind of fact: the path of its list, or of its single record; its name; and the parameter of its id and its list, if there are
 * several. README.md of docs/api has the paths written down.
 */
const facts = factKinds.map((kind) => {
  const { name, ...row } = kindRows[kind];
  return { kind, path: listPathOf(kind), name, ...('id' in row && { idParam: row.id, list: `list${row.list}` }) };
});
const ofFacts = (make: (name: string) => string) => facts.map(({ name }) => make(name));

type Row = [operation: string, success: number, answer?: string, body?: string];

type Listed = { path: string; name: string; idParam?: string; list?: string };
function contractOf({ path, name, idParam, list }: Listed): [route: string, row: Row][] {
  const recordPath = idParam ? `${path}/{${idParam}}` : path;
  const ofList: [string, Row][] = [
    [`get ${path}`, [list ?? '', 200, `${name}Page`]],
    [`post ${path}`, [`create${name}`, 201, name, `New${name}`]],
  ];
  return [
    ...(list ? ofList : []),
    [`get ${recordPath}`, [`read${name}`, 200, name]],
    [`put ${recordPath}`, [`${list ? 'update' : 'put'}${name}`, 200, name, `${name}Replacement`]],
    [`patch ${recordPath}`, [`patch${name}`, 200, name, `${name}Patch`]],
    [`delete ${recordPath}`, [`delete${name}`, 204]],
    [`post ${recordPath}/reversions`, [`revert${name}`, 200, name, 'Reversion']],
    [`get ${recordPath}/revisions`, [`list${name}Revisions`, 200, 'RevisionPage']],
    [`get ${recordPath}/revisions/{version}`, [`read${name}Revision`, 200, `${name}Version`]],
    [`post ${recordPath}/revisions/{version}/redactions`, [`redact${name}`, 200, `${name}Version`, `${name}Redaction`]],
  ];
}

/**
 * The contract, written down a second time: each operation with its success status and the schemas of its answer and body. The rest
 * follows by rules.
 */
const contract: Record<string, Row> = {
  ...Object.fromEntries(contractOf({ path: '/api/v1/artists', name: 'Artist', idParam: 'artistId', list: 'listArtists' })),
  'get /api/v1/artists/{artistId}': ['readArtist', 200, 'ArtistAnswer'],
  ...Object.fromEntries(contractOf({ path: '/api/v1/artists/{artistId}/albums', name: 'Album', idParam: 'albumId', list: 'listAlbums' })),
  'get /api/v1/bands': ['listBands', 200, 'BandPage'],
  'get /api/v1/albums': ['findAlbums', 200, 'ListedAlbumPage'],
  'get /api/v1/search': ['search', 200, 'FoundPage'],
  'get /api/v1/artists/suggestions': ['suggestArtists', 200, 'SuggestionList'],
  'get /api/v1/artists/duplicates': ['findDuplicates', 200, 'ArtistList'],
  'get /api/v1/artists/random': ['drawArtists', 200, 'ArtistList'],
  'get /api/v1/statistics': ['readStatistics', 200, 'Statistics'],
  'get /api/v1/changes': ['listChanges', 200, 'ChangePage'],
  'patch /api/v1/changes/{seq}': ['hideChange', 204, undefined, 'Hiding'],
  'get /api/v1/export': ['exportCatalogue', 200],
  ...Object.fromEntries(facts.flatMap(contractOf)),
  'get /api/v1/artists/{artistId}/bands': ['listBandsOf', 200, 'MembershipOfPage'],
  'post /api/v1/user/signup': ['signUp', 201, 'User', 'NewUser'],
  'post /api/v1/user/login': ['logIn', 200, 'Login', 'LoginRequest'],
  'post /api/v1/user/verification-requests': ['requestVerification', 202],
  'post /api/v1/user/verifications': ['verifyAddress', 204, '', 'Verification'],
  'post /api/v1/user/password-reset-requests': ['requestPasswordReset', 202, '', 'PasswordResetRequest'],
  'post /api/v1/user/password-resets': ['resetPassword', 204, '', 'PasswordReset'],
  'get /api/v1/user': ['readOwnAccount', 200, 'Account'],
  'patch /api/v1/user': ['patchOwnAccount', 200, 'Account', 'OwnAccountPatch'],
  'post /api/v1/user/deletion': ['deleteOwnAccount', 204, '', 'PasswordProof'],
  'put /api/v1/user/password': ['changePassword', 204, '', 'PasswordChange'],
  'get /api/v1/user/sessions': ['listSessions', 200, 'SessionPage'],
  'delete /api/v1/user/sessions': ['endSessions', 204],
  'delete /api/v1/user/sessions/{sessionId}': ['endSession', 204],
  'get /api/v1/user/keys': ['listKeys', 200, 'ApiKeyPage'],
  'post /api/v1/user/keys': ['createKey', 201, 'MadeApiKey', 'NewApiKey'],
  'get /api/v1/user/keys/{keyId}': ['readKey', 200, 'ApiKey'],
  'patch /api/v1/user/keys/{keyId}': ['patchKey', 200, 'ApiKey', 'ApiKeyPatch'],
  'delete /api/v1/user/keys/{keyId}': ['revokeKey', 204],
  'get /api/v1/user/webhooks': ['listWebhooks', 200, 'WebhookPage'],
  'post /api/v1/user/webhooks': ['createWebhook', 201, 'MadeWebhook', 'NewWebhook'],
  'get /api/v1/user/webhooks/{webhookId}': ['readWebhook', 200, 'Webhook'],
  'patch /api/v1/user/webhooks/{webhookId}': ['patchWebhook', 200, 'Webhook', 'WebhookPatch'],
  'delete /api/v1/user/webhooks/{webhookId}': ['deleteWebhook', 204],
  'get /api/v1/user/webhooks/{webhookId}/attempts': ['listWebhookAttempts', 200, 'WebhookAttemptList'],
  'post /api/v1/user/webhooks/{webhookId}/secrets': ['rotateWebhookSecret', 200, 'WebhookSecret'],
  'post /api/v1/user/webhooks/{webhookId}/tests': ['testWebhook', 202],
  'post /api/v1/user/webhooks/{webhookId}/resume': ['resumeWebhook', 200, 'Webhook', 'WebhookResumption'],
  'get /api/v1/jobs': ['listJobs', 200, 'JobPage'],
  'get /api/v1/jobs/{jobId}': ['readJob', 200, 'Job'],
  'post /api/v1/jobs/{jobId}/cancel': ['cancelJob', 200, 'Job'],
  'get /api/v1/jobs/{jobId}/report': ['readJobReport', 200],
  'post /api/v1/imports': ['createImport', 202, 'Job'],
  'post /api/v1/imports/{importId}/apply': ['applyImport', 202, 'Job'],
  'post /api/v1/imports/{importId}/undo': ['undoImport', 202, 'Job'],
  'get /api/v1/imports/{importId}/rows': ['readImportRows', 200],
  'get /api/v1/user/accounts': ['listAccounts', 200, 'AccountPage'],
  'get /api/v1/user/accounts/{userId}': ['readAccount', 200, 'Account'],
  'patch /api/v1/user/accounts/{userId}': ['patchAccount', 200, 'Account', 'AccountPatch'],
  'delete /api/v1/user/accounts/{userId}': ['deleteAccount', 204],
  'post /api/v1/user/accounts/{userId}/reversions': ['revertAccount', 200, 'AccountReverted', 'AccountReversion'],
};

/** Refusals that only some operations have. */
const special: Record<string, string[]> = {
  'artist-deleted': ['revertAlbum', ...ofFacts((name) => `revert${name}`)],
  'album-deleted': facts.filter(({ path }) => path.includes('albumId')).map(({ name }) => `revert${name}`),
  'identifier-taken': [
    ...['Artist', 'Album'].flatMap((parent) => ['create', 'update', 'patch', 'revert'].map((verb) => `${verb}${parent}Identifier`)),
    ...['revertArtist', 'revertAlbum'],
  ],
  'already-there': facts
    .filter(({ kind }) => knownTypes[kind].unique.length > 0)
    .flatMap(({ name }) => ['create', 'update', 'patch', 'revert'].map((verb) => `${verb}${name}`)),
  'invalid-login': ['logIn'],
  'sign-up-closed': ['signUp'],
  'email-taken': ['signUp', 'verifyAddress', 'patchOwnAccount'],
  'mail-off': ['requestVerification', 'requestPasswordReset', 'patchOwnAccount'],
};
const open =
  /^(get \/api\/v1\/(artists|albums|bands|changes|export|search|statistics)|post \/api\/v1\/user\/(signup|login|verifications|password-reset))/;
/** Operations that are open to everyone, but show deleted records only with a right. */
const partlyOpen = [
  'search',
  'readArtist',
  'readAlbum',
  ...ofFacts((name) => `read${name}`),
  'listArtistRevisions',
  'readArtistRevision',
  'listAlbumRevisions',
  'readAlbumRevision',
  ...ofFacts((name) => `list${name}Revisions`),
  ...ofFacts((name) => `read${name}Revision`),
];
const cursorLists = ['listArtistRevisions', 'listAlbumRevisions', ...ofFacts((name) => `list${name}Revisions`), 'listChanges'];
const lists = [
  'listArtists',
  'listBands',
  'findAlbums',
  'listAlbums',
  'listBandsOf',
  ...facts.flatMap(({ list }) => list ?? []),
  'listSessions',
  'listKeys',
  'listWebhooks',
  'listJobs',
  'listAccounts',
];

type Response = {
  description?: string;
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, { schema: object; examples?: object }>;
};
type Parameter = { name: string; in: string; required?: boolean; schema: Record<string, unknown> };
type Operation = {
  operationId: string;
  tags: string[];
  security?: object[];
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { required: boolean; content: Record<string, { schema: object }> };
  responses: Record<string, Response | { $ref: string }>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  // biome-ignore lint/suspicious/noExplicitAny: the document is read as any client reads it
  components: Record<string, any>;
  servers: object[];
  security: object[];
  tags: { name: string }[];
};

/** Operations that can also answer in JSON-LD. */
const hasLinkedData = ['readArtist', 'readAlbum'];

const documentOf = (limits: boolean, hasPublicUrl = true, requireConditions = false) =>
  openApiDocument(apiRoutes(8), { publicUrl: 'https://rock.example.org', hasPublicUrl, limits, requireConditions }) as Document;

describe.each([
  [true, false],
  [false, true],
])('the document, requests limited: %p, conditions required: %p', (limits, requireConditions) => {
  const document = documentOf(limits, true, requireConditions);
  const follow = <T extends object>(part: T | { $ref: string }): T =>
    ('$ref' in part
      ? part.$ref
          .split('/')
          .slice(1)
          .reduce((at, name) => at[name] as never, document as unknown as Record<string, never>)
      : part) as T;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const),
  );

  test('has the operations of the contract and no other', () => {
    expect(Object.fromEntries(operations.map(([route, { operationId }]) => [route, operationId]))).toEqual(
      Object.fromEntries(Object.entries(contract).map(([route, [operation]]) => [route, operation])),
    );
  });

  test('gives each operation a described tag, and describes no other tag', () => {
    const described = document.tags.map(({ name }) => name);
    expect(new Set(operations.flatMap(([, { tags }]) => tags))).toEqual(new Set(described));
  });

  describe.each(operations)('%s', (route, operation) => {
    const [name, success, answer, bodySchema] = contract[route] ?? ['', 0];
    const reference = (schema: string | undefined) => schema && { $ref: `#/components/schemas/${schema}` };
    const [method = '', path = ''] = route.split(' ');
    const reads = method === 'get';
    const exports = name === 'exportCatalogue';
    const hasNoEtag = ['drawArtists', 'readJobReport', 'readImportRows'].includes(name) || exports;
    const takesFile = name === 'createImport';
    const imports = !reads && path.startsWith('/api/v1/imports');
    const hasBody = bodySchema !== undefined;
    const needsCredential = !open.test(route);
    const mayUseCredential = partlyOpen.includes(name);
    const isList = [...lists, ...cursorLists].includes(name);
    const redacts = path.endsWith('/redactions');
    const hides = name === 'hideChange';
    const isEntryPath = path.startsWith('/api/v1/artists') && !redacts;
    const isRecordPath = path.startsWith('/api/v1/artists/') && /\{(?!version)\w+\}$|\/details$/.test(path);
    const reverts = isEntryPath && path.endsWith('/reversions');
    const putsDetails = method === 'put' && path.endsWith('/details');
    const changesRecord = !reads && (isRecordPath || reverts);
    const changesAccount = !reads && path.endsWith('/accounts/{userId}');
    /** A POST that creates catalogue data may be repeated under a key. */
    const takesKey = (isEntryPath || redacts || name === 'revertAccount') && method === 'post';
    const has = (code: string) => special[code]?.includes(name) === true;
    const responses = Object.fromEntries(Object.entries(operation.responses).map(([status, response]) => [status, follow(response)]));
    const headersOf = (status: number | string) => Object.keys(responses[status]?.headers ?? {}).sort();

    test('lists exactly its problem codes: special ones by status, common ones under default', () => {
      const refusals: Record<string, string[]> = {
        400: ['invalid-input', ...(hasBody ? ['malformed-json'] : []), ...(has('email-taken') ? ['email-taken'] : [])],
        401: [
          ...(needsCredential || mayUseCredential ? ['invalid-token', 'unauthenticated'] : []),
          ...(has('invalid-login') ? ['invalid-login'] : []),
        ],
        403: [...(needsCredential || mayUseCredential ? ['forbidden'] : []), ...(has('sign-up-closed') ? ['sign-up-closed'] : [])],
        404: path.includes('{') ? ['not-found'] : [],
        409: [
          ...['artist-deleted', 'album-deleted', 'identifier-taken', 'already-there'].filter(has),
          ...(redacts || hides ? ['still-current'] : []),
          ...(takesKey ? ['idempotency-key-in-use'] : []),
        ],
        410: ['listChanges', 'resumeWebhook'].includes(name) ? ['cursor-lost'] : [],
        412: (isEntryPath && !reads) || changesAccount || (imports && !takesFile) ? ['precondition-failed'] : [],
        428: requireConditions && changesRecord ? ['precondition-required'] : [],
        422: takesKey ? ['idempotency-key-reused'] : [],
        // Also where requests are not limited: the account may have too many jobs.
        429: takesFile ? ['too-many-requests'] : [],
        503: has('mail-off') ? ['unavailable', 'mail-off'] : [],
        default: [
          ...['method-not-allowed', 'not-acceptable', 'uri-too-long', 'internal', 'unavailable'],
          ...(hasBody || takesFile ? ['content-too-large', 'unsupported-media-type'] : []),
          ...(limits ? ['too-many-requests'] : []),
          ...(reads ? [] : ['storage-full']),
        ],
      };
      const wanted = Object.entries(refusals).filter(([, codes]) => codes.length > 0);
      const failures = Object.entries(responses).filter(([status]) => !(Number(status) < 400));
      expect(
        Object.fromEntries(
          failures.map(([status, { content }]) => [status, Object.keys(content?.['application/problem+json']?.examples ?? {})]),
        ),
      ).toEqual(Object.fromEntries(wanted.map(([status, codes]) => [status, codes.sort()])));
      for (const [, { content }] of failures) {
        expect(Object.keys(content ?? {})).toEqual(['application/problem+json']);
        expect(content?.['application/problem+json']?.schema).toEqual({ $ref: '#/components/schemas/Problem' });
      }
    });

    test('succeeds with the contract’s status, and with 304 where it reads', () => {
      const successes = Object.keys(responses).filter((status) => Number(status) < 400);
      expect(successes).toEqual([String(success), ...(putsDetails ? ['201'] : []), ...(reads && !hasNoEtag ? ['304'] : [])]);
      if (putsDetails) expect(responses[201]?.content).toEqual(responses[200]?.content);
      const { 'text/event-stream': events, ...content } = responses[success]?.content ?? {};
      if (exports)
        return expect(content).toEqual({
          'application/x-ndjson': { schema: { type: 'string' } },
          'text/csv': { schema: { type: 'string' } },
          'application/x-ld+ndjson': { schema: { type: 'string' } },
        });
      if (name === 'readJobReport' || name === 'readImportRows')
        return expect(content).toEqual({ 'application/x-ndjson': { schema: { type: 'string' } } });
      expect(content).toEqual(answer ? { 'application/json': { schema: reference(answer) as object } } : {});
      expect(responses[success]?.description?.includes('Accept: application/ld+json')).toBe(hasLinkedData.includes(name));
      expect(events !== undefined).toBe(name === 'listChanges');
    });

    test('lists the headers of each of its answers', () => {
      const vary = exports || hasLinkedData.includes(name) || name === 'listChanges' ? ['Vary'] : [];
      const headersByStatus: Record<string, string[]> = {
        [success]: [
          ...(!hasNoEtag && (reads || ((isEntryPath || changesAccount) && success !== 204)) ? ['ETag'] : []),
          ...(success === 201 || changesRecord || (isRecordPath && reads) ? (isEntryPath && success !== 204 ? ['Last-Modified'] : []) : []),
          ...(isList || name === 'search' || name === 'createArtist' || name === 'createAlbum' ? ['Link'] : []),
          ...(reverts ? ['Content-Location'] : []),
          ...(success === 201 && name !== 'signUp' ? ['Location'] : []),
          ...vary,
        ],
        ...(putsDetails && { 201: ['ETag', 'Last-Modified', 'Location'] }),
        304: ['ETag', ...(isRecordPath ? ['Last-Modified'] : []), ...(isList || name === 'search' ? ['Link'] : []), ...vary],
        401: ['WWW-Authenticate'],
        409: ['artist-deleted', 'identifier-taken', 'already-there'].some(has) || redacts || hides ? [] : ['Retry-After'],
        ...(imports && { 202: ['Location'] }),
        412: (changesRecord && !putsDetails) || changesAccount ? ['ETag'] : [],
        428: ['ETag'],
        429: ['Retry-After'],
        default: ['Allow', 'Retry-After', ...(limits ? ['RateLimit', 'RateLimit-Policy'] : [])],
      };
      const mark = (status: string) => (takesKey && status === String(success) ? ['Idempotent-Replayed'] : []);
      const wanted = Object.keys(responses).map((status) => [status, [...(headersByStatus[status] ?? []), ...mark(status)].sort()]);
      expect(Object.keys(responses).map((status) => [status, headersOf(status)])).toEqual(wanted);
    });

    test('takes conditional headers where its answers have an ETag or a date', () => {
      const changes = ['If-Match', 'If-None-Match', 'If-Unmodified-Since'];
      const conditions = operation.parameters.map(follow).filter(({ name, in: place }) => place === 'header' && name.startsWith('If-'));
      const wanted = hasNoEtag
        ? []
        : reads
          ? ['If-None-Match', ...(isRecordPath ? ['If-Modified-Since'] : [])]
          : changesRecord
            ? changes
            : isEntryPath
              ? ['If-None-Match']
              : changesAccount
                ? ['If-Match']
                : [];
      expect(conditions.map((parameter) => parameter.name).sort()).toEqual(wanted.sort());
      for (const { required, schema } of conditions) expect([required, schema.type]).toEqual([undefined, 'string']);
    });

    test('takes an idempotency key, if it creates catalogue data', () => {
      const names = operation.parameters.map(follow).map(({ name }) => name);
      expect(names.includes('Idempotency-Key')).toBe(takesKey);
    });

    test('takes a change comment and source, if it changes the catalogue', () => {
      const fields = operation.parameters.map(follow).filter(({ name }) => name.startsWith('Change-'));
      expect(fields.map(({ name }) => name)).toEqual(
        (isEntryPath || imports || name === 'revertAccount' || hides) && !reads ? ['Change-Comment', 'Change-Source'] : [],
      );
      for (const { in: place, required, schema } of fields) expect([place, required, schema.type]).toEqual(['header', undefined, 'string']);
    });

    test('takes the parameters of its path and its list, and a body where it has one', () => {
      const parameters = operation.parameters.map(follow).filter((parameter) => parameter.in !== 'header');
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      expect(parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name)).toEqual(inPath as string[]);
      for (const parameter of parameters.filter((parameter) => parameter.in === 'path'))
        expect(parameter).toMatchObject({ required: true, schema: { type: 'integer', format: 'int64' } });
      const inQuery = Object.fromEntries(
        parameters
          .filter((parameter) => parameter.in === 'query')
          .map((parameter) => [parameter.name, [parameter.required, parameter.schema]]),
      );
      const page = {
        limit: [undefined, expect.objectContaining({ type: 'integer', minimum: 1, maximum: 100, default: 10 })],
        offset: [undefined, expect.objectContaining({ type: 'integer', format: 'int64', minimum: 0, default: 0 })],
        after: [undefined, expect.objectContaining({ type: 'integer', format: 'int64', minimum: 0 })],
      };
      const seek = { limit: page.limit, after: [undefined, expect.objectContaining({ type: 'string' })] };
      const text = [true, expect.objectContaining({ type: 'string', minLength: 1, maxLength: 200 })] as [boolean, Record<string, unknown>];
      const search = { search: [undefined, expect.objectContaining({ type: 'string', minLength: 1, maxLength: 200 })] };
      const artistFilters: typeof inQuery = {
        ids: [undefined, expect.objectContaining({ type: 'string' })],
        identifier: [undefined, expect.objectContaining({ type: 'array', items: { type: 'string' }, maxItems: 100 })],
        band: [undefined, expect.objectContaining({ type: 'string', minLength: 1, maxLength: 200 })],
        year: [undefined, expect.objectContaining({ type: 'integer', minimum: 1900, maximum: 9999 })],
        decade: [undefined, expect.objectContaining({ type: 'integer', minimum: 1900, maximum: 9990 })],
        type: [undefined, expect.objectContaining({ enum: ['person', 'group'] })],
        place: [undefined, expect.objectContaining({ type: 'string', minLength: 1, maxLength: 200 })],
        genre: [undefined, expect.objectContaining({ enum: [...genres] })],
        active: [undefined, expect.objectContaining({ type: 'integer', minimum: 1900, maximum: 9999 })],
        updated_since: [undefined, expect.objectContaining({ type: 'string', format: 'date-time' })],
        has: [undefined, expect.objectContaining({ enum: ['image'] })],
        lacks: [undefined, expect.objectContaining({ enum: ['image', 'place', 'genre'] })],
      };
      const queryOf: Record<string, typeof inQuery> = {
        listAccounts: { ...page, ...search },
        exportCatalogue: {
          format: [undefined, expect.objectContaining({ enum: ['ndjson', 'csv', 'jsonld'] })],
          for: [undefined, expect.objectContaining({ enum: ['spreadsheet'] })],
          kind: [undefined, expect.objectContaining({ enum: expect.arrayContaining(['artist', 'album_source']) })],
          after: [undefined, expect.objectContaining({ type: 'string', example: 'album-1043' })],
          ...artistFilters,
        },
        search: {
          q: text,
          kind: [undefined, expect.objectContaining({ enum: ['artist', 'album'] })],
          limit: page.limit,
          offset: page.offset,
          explain: [undefined, expect.objectContaining({ const: '1' })],
        },
        suggestArtists: {
          q: text,
          limit: [undefined, expect.objectContaining({ type: 'integer', minimum: 1, maximum: 20, default: 8 })],
          with: [undefined, expect.objectContaining({ const: 'albums' })],
        },
        findDuplicates: { name: text },
        drawArtists: {
          limit: [undefined, expect.objectContaining({ type: 'integer', minimum: 1, maximum: 12, default: 1 })],
          of: [undefined, expect.objectContaining({ const: 'today' })],
        },
        listArtists: {
          ...page,
          q: [undefined, text[1]],
          after: [undefined, expect.objectContaining({ type: 'string' })],
          sort: [undefined, expect.objectContaining({ enum: ['id', '-id', 'name', '-name', 'updated', '-updated'], default: 'id' })],
          ...artistFilters,
        },
        listAlbums: { ...page, credited: [undefined, expect.objectContaining({ enum: ['true'] })] },
        listBands: {
          ...page,
          after: [undefined, expect.objectContaining({ type: 'string', minLength: 1, maxLength: 200 })],
        },
        findAlbums: {
          ...page,
          after: [undefined, expect.objectContaining({ type: 'string' })],
          sort: [undefined, expect.objectContaining({ enum: ['id', '-id', 'name', '-name', 'year', '-year'], default: 'id' })],
          year: [undefined, expect.objectContaining({ type: 'integer', minimum: 1900, maximum: 9999 })],
          decade: [undefined, expect.objectContaining({ type: 'integer', minimum: 1900, maximum: 9990 })],
          identifier: [undefined, expect.objectContaining({ type: 'array', items: { type: 'string' }, maxItems: 100 })],
        },
        createImport: {
          format: [undefined, expect.objectContaining({ enum: ['ndjson', 'csv', 'json', 'discogs', 'musicbrainz', 'wikidata'] })],
          match: [undefined, expect.objectContaining({ enum: ['id', 'identifier', 'name', 'none'] })],
          encoding: [undefined, expect.objectContaining({ enum: ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] })],
          map: [undefined, expect.objectContaining({ type: 'string', maxLength: 600 })],
          file: [undefined, expect.objectContaining({ type: 'string', minLength: 1, maxLength: 200 })],
        },
        readImportRows: { step: [undefined, expect.objectContaining({ enum: ['plan', 'apply', 'undo'], default: 'plan' })] },
        listArtistRevisions: seek,
        listAlbumRevisions: seek,
        ...Object.fromEntries(ofFacts((name) => `list${name}Revisions`).map((name) => [name, seek])),
        listChanges: {
          ...seek,
          order: [undefined, expect.objectContaining({ enum: ['asc', 'desc'], default: 'asc' })],
          kind: [
            undefined,
            expect.objectContaining({
              enum: kinds,
            }),
          ],
          ...Object.fromEntries(
            ['user', 'artist', 'changeset'].map((filter) => [
              filter,
              [undefined, expect.objectContaining({ type: 'integer', format: 'int64', minimum: 1 })],
            ]),
          ),
          since: [undefined, expect.objectContaining({ type: 'string', format: 'date-time' })],
          until: [undefined, expect.objectContaining({ type: 'string', format: 'date-time' })],
        },
        readArtist: {
          at: [undefined, expect.objectContaining({ type: 'string', format: 'date-time' })],
          include: [undefined, expect.objectContaining({ type: 'string' })],
        },
        ...Object.fromEntries(
          ofFacts((name) => `read${name}`).map((name) => [
            name,
            { at: [undefined, expect.objectContaining({ type: 'string', format: 'date-time' })] },
          ]),
        ),
        readAlbum: { at: [undefined, expect.objectContaining({ type: 'string', format: 'date-time' })] },
      };
      expect(inQuery).toEqual(queryOf[name] ?? (lists.includes(name) ? page : {}));
      const types = takesFile
        ? ['application/json', 'application/x-ndjson', 'application/xml', 'text/csv']
        : method === 'patch'
          ? ['application/json', 'application/merge-patch+json']
          : ['application/json'];
      expect(operation.requestBody?.required).toBe(hasBody || takesFile ? true : undefined);
      expect(Object.keys(operation.requestBody?.content ?? {}).sort()).toEqual(hasBody || takesFile ? types : []);
      for (const { schema } of Object.values(operation.requestBody?.content ?? {}).filter(() => hasBody))
        expect(schema).toEqual(reference(bodySchema) as object);
    });

    test('says which credentials it takes', () => {
      const credentials = [{ bearerAuth: [] }, { apiKeyHeader: [] }];
      expect(document.security).toEqual(credentials);
      expect(operation.security).toEqual(needsCredential ? undefined : mayUseCredential ? [{}, ...credentials] : []);
    });
  });
});

test('every component is referenced, and every reference leads to a component', () => {
  const document = documentOf(true);
  const { components } = document;
  const text = JSON.stringify(document);
  for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g))
    expect([name, components[kind][name]]).toBeDefined();
  for (const kind of ['responses', 'parameters', 'headers', 'examples', 'schemas'])
    for (const name of Object.keys(components[kind])) expect([name, text.includes(`"#/components/${kind}/${name}"`)]).toEqual([name, true]);
  expect(components.securitySchemes).toMatchObject({
    bearerAuth: { type: 'http', scheme: 'bearer' },
    apiKeyHeader: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  });
});

test('the server is the configured public URL, else "/"', () => {
  expect(documentOf(true).servers).toEqual([{ url: 'https://rock.example.org' }]);
  expect(documentOf(true, false).servers).toEqual([{ url: '/' }]);
});
