import { afterAll, expect, test } from 'bun:test';
import { type Actor, scopes, system } from '../../src/model/actor.ts';
import type { StarterArtist } from '../../src/model/addition.ts';
import { albumQuery } from '../../src/model/albumQuery.ts';
import { artistParts } from '../../src/model/artistParts.ts';
import { artistQuery } from '../../src/model/artistQuery.ts';
import { noChange } from '../../src/model/change.ts';
import { artistDetails } from '../../src/model/details.ts';
import { hashLinkToken } from '../../src/model/linkToken.ts';
import { notFound, Problem, plainProblem } from '../../src/model/problem.ts';
import {
  type EntryKind,
  type FactKind,
  factKinds,
  isSingle,
  type Kind,
  kindRows,
  kinds,
  type NameOf,
  parentOf,
  type SingleKind,
} from '../../src/model/record.ts';
import { undoStart } from '../../src/model/undo.ts';
import type { Webhook } from '../../src/model/webhook.ts';
import { drawOfDay } from '../../src/operations/draw.ts';
import type { ImportPart } from '../../src/operations/import/apply.ts';
import { reads } from '../../src/operations/reads.ts';
import type { UndoPart } from '../../src/operations/undo.ts';
import { writes } from '../../src/operations/writes.ts';
import { openPostgres } from '../../src/store/postgres/engine.ts';
import type { Read, Reader, Transaction, Value, Write } from '../../src/store/store.ts';
import { listWebhooksOf } from '../../src/store/webhook.ts';
import { ask, makeDatabase, type TestDatabase } from '../support/databases.ts';
import { each, times } from '../support/each.ts';
import { examples } from '../support/facts.ts';
import { addJob as addTestJob } from '../support/jobs.ts';
import { newAlbum } from '../support/newAlbum.ts';
import { newArtist } from '../support/newArtist.ts';

/**
 * Each operation runs on a store with this many records of each kind, and on one with four times as many. It must not send a statement for
 * each record. PostgreSQL is tested, since each statement crosses the network; SQLite gets the same statements.
 */
const few = 15;
const sizes = [few, 4 * few] as const;

/** The most statements that the program sends before it waits for an answer. */
const maxUnawaited = 20;

/** Operations that may send statements for each record, with the reason. No request waits for them. */
const oneByOne: Partial<Record<Name, string>> = {
  readLinkedPage: 'an export reads a page ahead, and the statements of its 50 records are sent together',
  addMissing: 'a command adds a few artists in a transaction',
  linkMissing: 'a command adds the members of a few artists in a transaction',
  importPart: 'each row of an import is refused by itself',
  applyImportPart: 'each row of an import is refused by itself',
  logOutPart: 'a command locks each account in turn',
};

const password = 'x';
const far = Date.now() + 3_600_000;

type World = Awaited<ReturnType<typeof makeWorld>>;
type Name = keyof typeof reads | keyof typeof writes;
type Input<I> = (world: World) => I | Promise<I>;
type ReadInputs = { [K in keyof typeof reads]: (typeof reads)[K] extends Read<infer I, infer _> ? Input<I> : never };
type WriteInputs = { [K in keyof typeof writes]: (typeof writes)[K] extends Write<infer I, infer _> ? Input<I> : never };
const databases: TestDatabase[] = [];

afterAll(async () => {
  for (const { store } of worlds) await store.close();
  for (const database of databases) await database.drop();
});

const actorOf = (accountId: bigint): Actor => ({ accountId, sessionId: accountId, keyId: null, role: 'admin', scopes });
const [ana, eve] = [901n, 902n];
const text = (n: number) => `${n} ${'largo '.repeat(120)}`;

/** A store with `n` albums of an artist, `n` versions of another, and `n` accounts, logins, keys, mails and the rest. */
async function makeWorld(n: number) {
  const database = await makeDatabase('', 'postgres');
  databases.push(database);
  const url = database.settings.DATABASE_URL as string;
  const store = await openPostgres({ url, poolSize: 8, readers: 2, create: true, report: () => {} });
  const sql = (statement: string) => ask(url, statement);
  const account = (id: bigint | string, from = '') =>
    sql(`insert into "user" (id, name, email, normal_email, password_hash, role, created_at, verified_at)
         select ${id}, 'Ana', ${id} || '@example.org', ${id} || '@example.org', '${password}', 'admin', 0, 1 ${from}`);
  for (const id of [ana, eve]) {
    await account(id);
    await sql(`insert into session (id, token_hash, user_id, created_at, expires_at) values (${id}, '${id}', ${id}, 0, ${far})`);
  }
  const series = `from generate_series(1, ${n}) as numbers(i)`;
  await account('1000 + i', series);
  await sql(`insert into session (id, token_hash, user_id, created_at, expires_at) select 2000 + i, 's' || i, ${ana}, 0, ${far} ${series}`);
  await sql(
    `insert into session (id, token_hash, user_id, created_at, expires_at) select 4000 + i, 't' || i, 1000 + i, 0, ${far} ${series}`,
  );
  await sql(`insert into api_key (id, user_id, made_by, name, hash, scopes, created_at)
             select 2000 + i, ${ana}, nullif(1999 + i, 2000), 'x', 'k' || i, 'account', 0 ${series} where i < ${n}`);
  await sql(`insert into tries (key, debt, at, ends_at) select 'k' || i, 1, 0, 1 ${series}`);
  await sql(`insert into idempotency_key (key, request, outcome, at) select 'k' || i, '', '', 0 ${series}`);
  await sql(`insert into mail (kind, address, language, created_at, due_at, tries)
             select 'reset', i || '@example.org', 'es', 0, 0, 0 ${series}`);

  const write = <I, O>(operation: Write<I, O>, input: I, by = ana) => store.write(operation, actorOf(by), input);
  const addArtist = async (name: string, by = ana) =>
    (
      await write(
        writes.createArtist,
        { record: { id: undefined, ...newArtist({ name, band: name, description: text(1) }) }, requireId: false },
        by,
      )
    ).record.id;
  const addAlbums = (artistId: bigint) =>
    each(times(n), async (i) => {
      const record = newAlbum({ name: `Disco ${i}`, image: `https://example.org/${'x'.repeat(600)}` });
      const { id: albumId } = (await write(writes.createAlbum, { artistId, record, requireId: false })).record;
      await write(writes.patchAlbum, { artistId, albumId, fields: { year: 1971 }, conditions: {} });
      await write(writes.putAlbumDetails, { artistId, albumId, fields: { label: 'Music Hall' }, conditions: {} });
      return albumId;
    });
  /** Facts of each kind under an artist or an album. @returns the id of the first of each, by its parameter */
  const addFacts = async (parent: EntryKind, above: Params, person: bigint) => {
    const ids: Params = {};
    for (const kind of factKinds) {
      const row = kindRows[kind];
      if (!('id' in row) || parentOf(kind) !== parent) continue;
      const create = writes[`create${row.name}`] as Write<object, { record: { id: bigint } }>;
      const made = await each(times(n), () => write(create, { ...above, record: factOf(kind, person, ids), requireId: false }));
      ids[row.id] = made[0]?.record.id as bigint;
    }
    return ids;
  };
  const addAllFacts = async (artistId: bigint, albumId: bigint, person: bigint) => {
    const ids = {
      albumId,
      ...(await addFacts('artist', { artistId }, person)),
      ...(await addFacts('album', { artistId, albumId }, person)),
    };
    await write(writes.putArtistDetails, { artistId, fields: someDetails, conditions: {} });
    return ids as Params;
  };
  const [large, deleted, changed] = [await addArtist('Almendra'), await addArtist('Aquelarre'), await addArtist('Virus')];
  const albums = await addAlbums(large);
  const ids = await addAllFacts(large, albums[0] as bigint, changed);
  await addAllFacts(deleted, (await addAlbums(deleted))[0] as bigint, changed);
  await write(writes.deleteArtist, { artistId: deleted, conditions: {} });
  for (const i of times(n))
    await write(writes.patchArtist, { artistId: changed, fields: i % 5 ? { image: `${i}` } : { description: text(i) }, conditions: {} });
  const theirs = await each(times(n), (i) => addArtist(`Artista ${i}`));
  await each(theirs, (artistId) => write(writes.patchArtist, { artistId, fields: { name: 'X' }, conditions: {} }, eve));
  const span = { accountId: eve, since: 0, until: far };
  const plan = await store.snapshot(reads.planUndo.run, { ...span, after: undoStart, limit: 500 });
  return { n, store, sql, large, deleted, changed, albums, ids, theirs, span, steps: plan.steps };
}

const page = ({ n }: World) => ({ limit: BigInt(n), offset: 0n, after: undefined });
const artistOf = ({ large }: World) => ({ artistId: large });
/** The parameters of the list that a record of a kind belongs to, and those of the record. */
type Params = Record<string, bigint>;
const under =
  (kind: Kind) =>
  (world: World): Params =>
    parentOf(kind) === 'album' ? place('album')(world) : artistOf(world);
const place =
  (kind: Kind) =>
  (world: World): Params => {
    const row = kindRows[kind];
    return { ...under(kind)(world), ...('id' in row && { [row.id]: world.ids[row.id] as bigint }) };
  };
const someDetails = { type: 'group' as const, genres: ['rock' as const] };
/** A fact; those that may name an artist or another fact do. @param ids of facts that exist already */
function factOf(kind: FactKind, person: bigint, ids: Params): object {
  const source = { supports: null, value: '', rank: null };
  const links: { [K in FactKind]?: object } = {
    membership: { person },
    credit: { artist: person },
    artist_source: { ...source, about: 'membership', record: ids.membershipId },
    album_source: { ...source, about: 'track', record: ids.trackId },
  };
  return { id: undefined, ...examples[kind].whole(), ...links[kind] };
}
const past = { evenDeleted: true };
const conditions = {};
const artist = newArtist({ name: 'Manal' });
const passwordHash = password;
const linkTo = async ({ sql }: World, purpose: string) => {
  const token = crypto.randomUUID();
  await sql(`insert into mail_token (hash, user_id, purpose, email, created_at, expires_at)
             select '${hashLinkToken(token)}', id, '${purpose}', normal_email, 1, ${far} from "user" where id = ${ana}`);
  return hashLinkToken(token);
};

const hook = { url: 'https://example.org/', types: [], artist: null, user: null, payload: 'full', per: 'change' } as const;
async function hookOf({ sql, store }: World): Promise<Webhook> {
  await sql(`insert into webhook (user_id, url, target, types, payload, per, secret, state, seq, at, tries, due_at, leased_until, test, created_at)
             values (${ana}, '${hook.url}', 'example.org:443', '', 'full', 'change', 'whsec_eA==', 'active', 0, 0, 0, 0, 0, 0, 1)`);
  const [last] = await store.read(
    (reader) => listWebhooksOf(reader, { accountId: ana, page: { limit: 1_000n, offset: 0n } }).then(({ records }) => records.slice(-1)),
    null,
  );
  return last as Webhook;
}

const addJob = (world: World, state?: string) => addTestJob(world, ana, state);
const runOf = async (world: World) => ({ id: await addJob(world, 'running'), run: 1n });

/** An input whose members the compiler does not check. */
type AnyInput = Input<never>;

/** Artists have inputs of their own: the one that is read has many versions, and another is deleted. */
type OtherKind = Exclude<Kind, 'artist'>;
const otherKinds = kinds.filter((kind): kind is OtherKind => kind !== 'artist');
const inputsOf = <N extends string>(make: (kind: OtherKind) => object) =>
  Object.fromEntries(otherKinds.flatMap((kind) => Object.entries(make(kind)))) as Record<N, AnyInput>;

type KindName = NameOf<OtherKind>;
type ListName = (typeof kindRows)[Exclude<OtherKind, SingleKind>]['list'];
/** The reads of former versions of a record, and of the list that it belongs to. */
const readsOfKinds = inputsOf<`read${KindName}At` | `list${KindName}Revisions` | `read${KindName}Revision` | `list${ListName}`>((kind) => {
  const row = kindRows[kind];
  return {
    [`read${row.name}At`]: (world: World) => ({ ...place(kind)(world), at: Date.now(), ...past }),
    [`list${row.name}Revisions`]: (world: World) => ({ ...place(kind)(world), ...page(world), ...past }),
    [`read${row.name}Revision`]: (world: World) => ({ ...place(kind)(world), version: 1n, ...past }),
    ...('list' in row && { [`list${row.list}`]: (world: World) => ({ ...under(kind)(world), ...page(world) }) }),
  };
});

/** An operation without an input here does not compile. */
const readInputs: ReadInputs = {
  searchArtists: ({ n }) => ({ ...artistQuery.parse({ q: 'artista' }), q: 'artista', limit: BigInt(n) }),
  searchRecords: ({ n }) => ({ q: 'disco', kind: undefined, limit: BigInt(n), offset: 0n }),
  suggestArtists: ({ n }) => ({ q: 'ar', limit: BigInt(n) }),
  findDuplicates: () => ({ name: 'X' }),
  findNamed: ({ n }) => ({ names: Array.from({ length: n }, (_, i) => `X ${i}`) }),
  reconcile: ({ n }) => ({ text: 'disco', record: undefined, kinds: ['artist', 'album'], properties: [], limit: n }),
  readDescribed: ({ n, large }) => ({ records: Array.from({ length: n }, (_, i) => ({ kind: 'artist', id: large + BigInt(i) })) }),
  listArtists: page,
  findArtists: ({ n }) => artistQuery.parse({ sort: 'name', has: undefined, limit: String(n) }),
  readArtistAt: ({ changed }) => ({ artistId: changed, at: Date.now(), ...past }),
  listArtistRevisions: (world) => ({ artistId: world.changed, ...page(world), ...past }),
  readArtistRevision: ({ changed }) => ({ artistId: changed, version: 7n, ...past }),
  findAlbums: ({ n }) => albumQuery.parse({ sort: 'year', decade: '1970', limit: String(n) }),
  findSameAlbums: ({ large }) => ({ artistId: large, names: ['X'] }),
  listCreditedAlbums: (world) => ({ artistId: world.changed, ...page(world) }),
  listBandsOf: (world) => ({ artistId: world.changed, ...page(world) }),
  readGroups: ({ theirs, large }) => ({ groups: [large, ...theirs] }),
  readArtistParts: ({ large }) => ({ artistId: large, include: artistParts }),
  readFamily: ({ changed }) => ({ artistId: changed }),
  readNewest: () => null,
  readExportPage: () => ({ kind: 'alias', format: 'ndjson', after: 0n, filter: {} }),
  readLinkedPage: () => ({ kind: 'album', after: 0n, filter: { type: 'group' } }),
  ...readsOfKinds,
  listBands: page,
  listAccounts: (world) => ({ ...page(world), search: undefined }),
  listJobs: (world) => ({ owner: ana, page: page(world) }),
  listEdits: (world) => page(world),
  listChanges: (world) => ({ ...page(world), order: 'desc', kind: undefined, user: undefined, since: undefined }),
  readEvents: () => ({ after: undefined, since: undefined }),
  readWebhookEvents: hookOf,
  readPasses: async (world) => [await hookOf(world)],
  listSchemes: ({ albums }) => albums,
  lookUpImport: ({ n, large }) => ({
    ...{ kind: 'album', ids: times(n).map(BigInt), names: times(n).map(String), under: [large], claims: [] },
    above: { artist: times(n).map(BigInt), album: [] },
  }),
  checkImport: ({ n }) => ({
    kind: 'artist',
    records: times(n).map((i) => ({ record: { id: 0n, ...newArtist({ name: String(i) }) } })),
    planned: {},
  }),
  planUndo: ({ span }) => ({ ...span, after: undoStart, limit: 500 }),
  harvest: () => ({ set: {}, records: true }),
  readHarvested: ({ large }) => ({ kind: 'artist', id: large }),
  readRepository: () => null,
  listSitemapParts: () => null,
  readSitemapPart: () => ({ kind: 'artist', after: 0n }),
  readOverview: () => null,
  readTotals: () => null,
  readStatistics: () => null,
  readDrawn: ({ n }) => ({ draw: drawOfDay(Date.now()), count: n }),
};

function starterArtist(id: bigint, name = artist.name): StarterArtist {
  return {
    ...newArtist({ name }),
    id,
    details: { ...artistDetails.creation.parse({}), id },
    albums: [],
    albumDetails: [],
    aliases: [],
    identifiers: [],
    credits: [],
    sources: [],
    members: [],
    former: { description: undefined, albums: [] },
  };
}

/** Redacts the comment of a first version. */
const redaction = { version: 1n, hide: ['comment'], reason: 'x', note: '' };

type WriteName =
  | `${'patch' | 'delete' | 'revert' | 'redact'}${KindName}`
  | `${'create' | 'replace'}${NameOf<Exclude<OtherKind, SingleKind>>}`
  | `put${NameOf<SingleKind>}`;
const writesOfKinds = inputsOf<WriteName>((kind) => {
  const { name } = kindRows[kind];
  const record = ({ changed, ids }: World) => (kind === 'album' ? newAlbum({ name: 'Dos' }) : factOf(kind, changed, ids));
  const change = kind === 'album' ? { name: 'Dos' } : examples[kind].change();
  const fields = (world: World) => ({ ...place(kind)(world), fields: record(world), conditions });
  return {
    ...(isSingle(kind)
      ? { [`put${name}`]: fields }
      : {
          [`create${name}`]: (world: World) => ({ ...under(kind)(world), record: record(world), requireId: false }),
          [`replace${name}`]: fields,
        }),
    [`patch${name}`]: (world: World) => ({ ...place(kind)(world), fields: change, conditions }),
    [`delete${name}`]: (world: World) => ({ ...place(kind)(world), conditions }),
    [`revert${name}`]: (world: World) => ({ ...place(kind)(world), version: 1n, conditions }),
    [`redact${name}`]: (world: World) => ({ ...place(kind)(world), ...redaction }),
  };
});

const writeInputs: WriteInputs = {
  createArtist: () => ({ record: { id: undefined, ...artist }, requireId: false }),
  replaceArtist: ({ changed }) => ({ artistId: changed, fields: artist, conditions }),
  patchArtist: ({ changed }) => ({ artistId: changed, fields: { name: 'Manal' }, conditions }),
  deleteArtist: ({ large }) => ({ artistId: large, conditions }),
  revertArtist: ({ deleted }) => ({ artistId: deleted, version: 1n, conditions }),
  redactArtist: ({ deleted }) => ({ artistId: deleted, ...redaction }),
  hideChange: () => ({ seq: 1n, hidden: 'comment' }),
  undoPart: ({ steps, span }) => ({
    accountId: eve,
    steps,
    before: { since: span.since, until: span.until, undone: [], left: [], next: null, changeset: null },
  }),
  importPart: ({ n }) => ({
    changes: times(n).map((row) => ({
      row,
      line: row,
      action: 'create',
      kind: 'artist',
      id: null,
      record: newArtist({ name: String(row) }),
    })),
    ...{ ids: [], match: 'name', own: [], changeset: null },
  }),
  ...writesOfKinds,
  // `large` has details already.
  putArtistDetails: ({ changed }) => ({ artistId: changed, fields: someDetails, conditions }),
  patchOwnAccount: () => ({ name: 'Otra' }),
  deleteOwnAccount: () => ({ verifiedHash: passwordHash }),
  changePassword: () => ({ verifiedHash: passwordHash, newHash: 'y', mail: null }),
  endSession: () => 2001n,
  endAllSessions: () => ({ keepOwn: true }),
  createOwnKey: () => ({ name: 'x', hash: 'new', scopes: ['account'], expiresAt: null }),
  patchOwnKey: () => ({ id: 2001n, name: 'y', scopes: [] }),
  revokeOwnKey: () => 2001n,
  revokeOwnKeys: () => null,
  createWebhook: () => ({ ...hook, types: [], secret: 'whsec_eA==' }),
  patchWebhook: async (world) => ({ id: (await hookOf(world)).id, payload: 'full' }),
  deleteWebhook: async (world) => (await hookOf(world)).id,
  rotateSecret: async (world) => ({ id: (await hookOf(world)).id, secret: 'whsec_eQ==' }),
  resumeWebhook: async (world) => ({ id: (await hookOf(world)).id, skip: 'event' }),
  testWebhook: async (world) => (await hookOf(world)).id,
  requestVerification: () => ({ address: 'nobody@example.org', mail: { language: 'es', limitKeys: [] } }),
  patchAccount: () => ({ id: 1001n, role: 'reader', suspended: true }),
  removeAccount: () => ({ id: 1001n }),
  refuse: () => plainProblem(notFound('x')),
  addMissing: ({ n }) => ({ artists: times(n).map((i) => starterArtist(1n, `Nuevo ${i}`)), origins: {} }),
  linkMissing: ({ n }) => ({ artists: times(n).map((i) => starterArtist(BigInt(90_000 + i))), ids: {} }),
  ensureDigestKey: () => null,
  fillOrders: () => null,
  logOut: () => ana,
  logOutPart: () => 0n,
  createKeyFor: () => ({ accountId: ana, name: 'x', hash: 'new', scopes: [], expiresAt: null }),
  revokeKey: () => 2001n,
  confirmAddress: () => '1001@example.org',
  createResetLink: () => ({ email: '1001@example.org', tokenHash: 'x' }),
  createAdminLink: () => 'x',
  noteUses: ({ n }) => ({ kind: 'session', uses: times(n).map((i) => [BigInt(2001 + i), Date.now()]) }),
  tidyUp: () => 'expired counters of tries',
  buildIndex: () => null,
  rebuildIndex: () => null,
  renewIndex: () => ({ newer: true }),
  firstStart: ({ n }) => ({ keyHash: 'first', starter: times(n).map((i) => starterArtist(BigInt(90_000 + i))) }),
  takeMail: () => ({ tokenHash: 'mail' }),
  removeMail: () => ({ id: 1n, askedAt: 0 }),
  takeWebhook: async (world) => (await hookOf(world)).id,
  passWebhooks: async (world) => [{ hooks: [await hookOf(world)], from: noChange, to: noChange, hasEvent: false, isEnd: true }],
  settleCall: async (world) => ({
    ...{ id: (await hookOf(world)).id, lease: 0, goesOn: true, language: null },
    outcome: { what: 'failed' },
    attempt: { event: 'x', type: 'x', at: 1, ms: 1, status: 500, failure: 'refused' },
  }),
  cancelJob: (world) => addJob(world),
  receivePiece: async (world) => ({ id: await addJob(world, 'receiving'), name: 'input', number: 0, bytes: '' }),
  queueJob: (world) => addJob(world, 'receiving'),
  async takeJob(world) {
    await addJob(world);
    return { kind: 'test', ignoresLeases: true };
  },
  noteJob: async (world) => ({ ...(await runOf(world)), done: 1, total: 2, checkpoint: 'x' }),
  writePiece: async (world) => ({ ...(await runOf(world)), name: 'report', number: 0, bytes: '' }),
  writeSummary: async (world) => ({ ...(await runOf(world)), name: 'plan summary', number: 0, bytes: '' }),
  createImport: () => ({ format: 'csv' }),
  continueImport: async (world) => {
    const id = await addJob(world, 'done');
    await world.sql(`update job set kind = 'import', ended_at = 1 where id = ${id}`);
    return { id, step: 'apply' };
  },
  replanImport: async (world) => {
    const id = await addJob(world, 'done');
    await world.sql(`update job set kind = 'import', ended_at = 1 where id = ${id}`);
    return { id, map: [] };
  },
  applyImportPart: async (world) => ({
    run: await runOf(world),
    accountId: ana,
    reached: { done: 1, total: 2 },
    part: (writeInputs.importPart as (world: World) => ImportPart)(world),
    number: 0,
    since: 0,
  }),
  undoImportPart: async (world) => ({
    run: await runOf(world),
    reached: { done: 1, total: 2 },
    part: (writeInputs.undoPart as (world: World) => UndoPart)(world),
    at: { index: 0, after: undoStart },
    number: 0,
    isLast: true,
  }),
  releaseJob: runOf,
  askDump: () => null,
  scheduleDump: () => ({ daily: true, oldest: 1 }),
  endJob: async (world) => ({ ...(await runOf(world)), state: 'done', outcome: {} }),
  signUp: () => ({ name: 'x', email: 'new@example.org', passwordHash, role: 'reader', verified: false }),
  createFirstAdmin: async (world) => ({ tokenHash: await linkTo(world, 'reset'), name: 'x', email: 'n@example.org', passwordHash }),
  startSession: () => ({
    accountId: ana,
    verifiedHash: passwordHash,
    newHash: undefined,
    tokenHash: 'new',
    keyHash: 'new',
    expiresAt: far,
    device: '',
  }),
  countTry: () => [{ name: 'login', key: 'k1' }],
  noteSuccess: () => ({
    forget: { key: 'k1', tries: { debt: 0, at: 0 } },
    uncount: { key: 'k3', name: 'login' },
    mark: { key: 'k2', days: 1 },
  }),
  deleteOldTries: ({ n }) => n,
  verifyAddress: async (world) => ({ tokenHash: await linkTo(world, 'verify'), language: null }),
  requestReset: () => ({ email: '1@example.org', language: 'es' }),
  resetPassword: async (world) => ({ tokenHash: await linkTo(world, 'reset'), passwordHash: 'y', language: null }),
};

/** Operations that this test expects to be refused after their reads. */
const refused: Name[] = ['refuse', 'createFirstAdmin', 'createAdminLink'];

/** Operations without an account. */
const ofService: Name[] = [
  ...([
    'addMissing',
    'linkMissing',
    'fillOrders',
    'logOut',
    'logOutPart',
    'createKeyFor',
    'revokeKey',
    'confirmAddress',
    'createResetLink',
  ] as const),
  ...([
    'createAdminLink',
    'ensureDigestKey',
    'firstStart',
    'noteUses',
    'tidyUp',
    'takeMail',
    'removeMail',
    'takeWebhook',
    'passWebhooks',
    'settleCall',
    'receivePiece',
    'queueJob',
    'takeJob',
    'noteJob',
    'writePiece',
    'writeSummary',
    'applyImportPart',
    'undoImportPart',
    'releaseJob',
    'endJob',
    'askDump',
    'scheduleDump',
    'buildIndex',
    'rebuildIndex',
    'renewIndex',
  ] as const),
];

/** Statements that the operation waits for, and others. */
type Count = { waits: number; others: number };

function counting<T extends Reader>(reader: T, count: Count): T {
  const { getShared: _, ...rest } = reader;
  return {
    ...rest,
    get(sql: string, ...values: Value[]) {
      count.waits++;
      return reader.get(sql, ...values);
    },
    all(sql: string, ...values: Value[]) {
      count.waits++;
      return reader.all(sql, ...values);
    },
  } as T;
}

/** Thrown after an operation to roll it back, so that the next one finds the same records. */
class RolledBack extends Error {}

async function tripsOf(world: World, name: Name): Promise<number> {
  const count: Count = { waits: 0, others: 0 };
  if (name in reads) {
    const { run } = reads[name as keyof typeof reads] as Read<unknown, unknown>;
    const input = await readInputs[name as keyof typeof reads](world);
    await world.store.snapshot((reader, given) => run(counting(reader, count), given), input);
    return count.waits;
  }
  const write = writes[name as keyof typeof writes] as Write<unknown, unknown>;
  const input = await writeInputs[name as keyof typeof writes](world);
  const run: typeof write.run = async (tx, actor, given) => {
    const counted: Transaction = Object.assign(counting(tx, count), {
      run(sql: string, ...values: Value[]) {
        count.others++;
        return tx.run(sql, ...values);
      },
    });
    await write.run(counted, actor, given);
    throw new RolledBack();
  };
  const by = ofService.includes(name) ? system : actorOf(ana);
  const error = await world.store.write({ ...write, run }, by, input).catch((error) => error);
  if (!(error instanceof RolledBack) && !(refused.includes(name) && error instanceof Problem)) throw error;
  return count.waits + count.others / maxUnawaited;
}

const names = [...Object.keys(reads), ...Object.keys(writes)] as Name[];

const worlds = await Promise.all(sizes.map(makeWorld));

test.each(names)('%s sends no statement for each record: less than one more statement for five more records', async (name) => {
  const [forFew = 0, forMany = 0] = await Promise.all(worlds.map((world) => tripsOf(world, name)));
  if (name in oneByOne) return;
  expect(forMany - forFew).toBeLessThan((3 * few) / 5);
});
