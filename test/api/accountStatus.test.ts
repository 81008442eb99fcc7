import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { identify } from '../../src/auth/credential.ts';
import { readConfig } from '../../src/config/config.ts';
import { type Actor, type Right, rights, roles, scopes } from '../../src/model/actor.ts';
import { Problem } from '../../src/model/problem.ts';
import { type EntryKind, isEntryKind, isSingle, type Kind, kindRows, kinds, type NameOf, parentOf } from '../../src/model/record.ts';
import { writes } from '../../src/operations/writes.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { type CallOptions, startRockola } from '../support/harness.ts';
import { threads } from '../support/threads.ts';

/** The requirement of a write: a right, valid credentials, nothing, or that the service itself is the actor. */
type Required = Right | 'nothing' | 'credentials' | 'the service';

type OfRecords = Extract<keyof typeof writes, `${string}${NameOf<Kind>}`>;

/** The requirements of the writes of a kind of record. A fact has those of the artist or album that it is about. */
function ofRecords(kind: Kind): Record<string, Required> {
  const { name } = kindRows[kind];
  const entryKind = isEntryKind(kind) ? kind : (parentOf(kind) as EntryKind);
  const changes = [...(isSingle(kind) ? ['put'] : ['create', 'replace']), 'patch', 'revert'];
  return {
    ...Object.fromEntries(changes.map((verb) => [verb + name, `write ${entryKind}s` as const])),
    [`delete${name}`]: `delete ${entryKind}s`,
    [`redact${name}`]: 'administer',
  };
}

/** The requirement of each write. */
const requirements: Record<keyof typeof writes, Required> = {
  ...(Object.assign({}, ...kinds.map(ofRecords)) as Record<OfRecords, Required>),
  undoPart: 'import, undo and hide',
  hideChange: 'import, undo and hide',
  importPart: 'write artists',
  createImport: 'import, undo and hide',
  continueImport: 'import, undo and hide',
  replanImport: 'import, undo and hide',
  applyImportPart: 'the service',
  undoImportPart: 'the service',
  patchOwnAccount: 'manage own account',
  deleteOwnAccount: 'manage own account',
  changePassword: 'manage own account',
  endSession: 'manage own account',
  endAllSessions: 'manage own account',
  createOwnKey: 'manage own account',
  patchOwnKey: 'manage own account',
  revokeOwnKey: 'manage own account',
  revokeOwnKeys: 'manage own account',
  createWebhook: 'manage own account',
  patchWebhook: 'manage own account',
  deleteWebhook: 'manage own account',
  rotateSecret: 'manage own account',
  resumeWebhook: 'manage own account',
  testWebhook: 'manage own account',
  cancelJob: 'manage own account',
  requestVerification: 'manage own account',
  patchAccount: 'administer',
  removeAccount: 'administer',
  refuse: 'credentials',
  addMissing: 'the service',
  linkMissing: 'the service',
  fillOrders: 'the service',
  logOut: 'the service',
  logOutPart: 'the service',
  createKeyFor: 'the service',
  revokeKey: 'the service',
  confirmAddress: 'the service',
  createResetLink: 'the service',
  createAdminLink: 'the service',
  noteUses: 'the service',
  tidyUp: 'the service',
  buildIndex: 'the service',
  rebuildIndex: 'the service',
  renewIndex: 'the service',
  ensureDigestKey: 'the service',
  firstStart: 'the service',
  takeMail: 'the service',
  removeMail: 'the service',
  takeWebhook: 'the service',
  passWebhooks: 'the service',
  settleCall: 'the service',
  receivePiece: 'the service',
  queueJob: 'the service',
  takeJob: 'the service',
  noteJob: 'the service',
  writePiece: 'the service',
  writeSummary: 'the service',
  releaseJob: 'the service',
  endJob: 'the service',
  askDump: 'the service',
  scheduleDump: 'the service',
  signUp: 'nothing',
  createFirstAdmin: 'nothing',
  startSession: 'nothing',
  countTry: 'nothing',
  noteSuccess: 'nothing',
  deleteOldTries: 'nothing',
  verifyAddress: 'nothing',
  requestReset: 'nothing',
  resetPassword: 'nothing',
};
type Name = keyof typeof writes;
const needingCredentials = (Object.keys(requirements) as Name[]).filter(
  (name) => requirements[name] in rights || requirements[name] === 'credentials',
);

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
let store: Store;
let actorWith: (credential: CallOptions) => Promise<Actor>;
afterAll(async () => {
  await store?.close();
  await rockola.stop();
});

/** An administrator with a credential of each kind. */
type Holder = { id: bigint; keyId: bigint; credentials: Record<'token' | 'login key' | 'lasting key', CallOptions> };
type CredentialKind = keyof Holder['credentials'];

async function holder(): Promise<Holder> {
  const { id, token, key } = await rockola.person();
  const order = { token, body: { name: 'x', scopes } };
  const lasting = (await rockola.call('POST', '/api/v1/user/keys', order)).json;
  await rockola.sql(`update "user" set role = 'admin', verified_at = 1 where id = ${id}`);
  return { id, keyId: lasting.id, credentials: { token: { token }, 'login key': { key }, 'lasting key': { key: lasting.key } } };
}

type Event = {
  sql(holder: Holder): string[];
  kinds?: CredentialKind[];
  refused: 'invalid-token' | 'forbidden';
  right?(right: Right): boolean;
};
const loweredTo = (role: (typeof roles)[number]): Event => ({
  sql: ({ id }) => [`update "user" set role = '${role}' where id = ${id}`],
  refused: 'forbidden',
  right: (right) => roles.indexOf(rights[right].role) > roles.indexOf(role),
});
const logins: CredentialKind[] = ['token', 'login key'];
const allKinds: CredentialKind[] = [...logins, 'lasting key'];

/** Events between the check of a credential and the transaction that relies on it. */
const events: Record<string, Event> = {
  'the account becomes an editor': loweredTo('editor'),
  'the account becomes a member': loweredTo('member'),
  'the account becomes a reader': loweredTo('reader'),
  'the account is suspended': { sql: ({ id }) => [`update "user" set suspended_at = 1 where id = ${id}`], refused: 'invalid-token' },
  'the account is deleted': {
    sql: ({ id }) => ['api_key where user_id', 'session where user_id', '"user" where id'].map((rows) => `delete from ${rows} = ${id}`),
    refused: 'invalid-token',
  },
  'the address is no longer confirmed': {
    sql: ({ id }) => [`update "user" set verified_at = null where id = ${id}`],
    refused: 'forbidden',
    right: (right) => right !== 'manage own account',
  },
  'the login is ended': {
    sql: ({ id }) => [`update session set ended_at = 1 where user_id = ${id}`],
    kinds: logins,
    refused: 'invalid-token',
  },
  'the login expires': {
    sql: ({ id }) => ['session', 'api_key'].map((table) => `update ${table} set expires_at = 1 where user_id = ${id}`),
    refused: 'invalid-token',
  },
  'the key is revoked': {
    sql: ({ keyId }) => [`update api_key set revoked_at = 1 where id = ${keyId}`],
    kinds: ['lasting key'],
    refused: 'invalid-token',
  },
  'the key loses its scopes': {
    sql: ({ keyId }) => [`update api_key set scopes = 'artists:read' where id = ${keyId}`],
    kinds: ['lasting key'],
    refused: 'forbidden',
  },
};

describe('a write is refused in its transaction if', () => {
  const holders = new Map<string, Holder>();
  beforeAll(async () => {
    for (const name of Object.keys(events)) holders.set(name, await holder());
    await rockola.end();
    store = await openStore({ ...readConfig(rockola.env), threads, report: console.error });
    const verifiers = { config: { verifyToWrite: true }, store, lastUsed: { note() {}, async stop() {} } };
    actorWith = async ({ token, key }) => (await identify({ token, key }, verifiers)) as Actor;
  });

  /** The outcome of a write. Its input is invalid, so it changes nothing even if the actor has the right. */
  const outcome = (name: Name, actor: Actor) =>
    store.write(writes[name] as never, actor, undefined as never).then(
      () => 'done',
      (error) => (error instanceof Problem ? error.code : 'let through'),
    );

  test.each(Object.entries(events))('%s', async (event, { sql, kinds = allKinds, refused, right }) => {
    const admin = holders.get(event) as Holder;
    const actors = await Promise.all(kinds.map(async (kind) => [kind, await actorWith(admin.credentials[kind])] as const));
    for (const [kind, actor] of actors) expect([kind, await outcome('deleteArtist', actor)]).toEqual([kind, 'let through']);
    for (const statement of sql(admin)) await rockola.sql(statement);
    const wrongOutcomes: unknown[] = [];
    for (const [kind, actor] of actors)
      for (const name of needingCredentials) {
        if (requirements[name] === 'credentials' ? refused === 'forbidden' : right && !right(requirements[name] as Right)) continue;
        const result = await outcome(name, actor);
        if (result !== refused) wrongOutcomes.push([kind, name, result]);
      }
    expect(wrongOutcomes).toEqual([]);
  });

  test('the actor is a person, and only the service may make it', async () => {
    const admin = await actorWith((holders.get('the key is revoked') as Holder).credentials.token);
    for (const name of Object.keys(requirements) as Name[])
      if (requirements[name] === 'the service') expect([name, await outcome(name, admin)]).toEqual([name, 'forbidden']);
  });
});
