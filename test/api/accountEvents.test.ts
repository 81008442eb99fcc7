import { afterAll, expect, test } from 'bun:test';
import { type AccountAction, accountActions } from '../../src/model/accountEvent.ts';
import { hashLinkToken, type LinkPurpose, makeLinkToken } from '../../src/model/linkToken.ts';
import { type CallOptions, startRockola } from '../support/harness.ts';
import { silentMailServer } from '../support/links.ts';

const user = '/api/v1/user';
let keyId: bigint;
let hookId: bigint;
const rockola = await startRockola({ ROCKOLA_STARTER: 'off', ...silentMailServer });
const ana = await rockola.person();
afterAll(() => rockola.stop());

const done = async (method: string, path: string, options: CallOptions = {}) => {
  const answer = await rockola.call(method, path, options);
  expect([path, answer.status < 300]).toEqual([path, true]);
  return answer;
};
const asAna = (method: string, path: string, body?: object) => done(method, user + path, { token: ana.token, ...(body && { body }) });
const asAdmin = (method: string, path: string, body?: object) =>
  done(method, `${user}/accounts/${ana.id}${path}`, { key: rockola.adminKey, ...(body && { body }) });
const logIn = async () => {
  ana.token = (await done('POST', `${user}/login`, { body: { email: ana.email, password: ana.password } })).json.token;
};
const sessionId = async () => BigInt(((await rockola.sql('select max(id) as id from session'))[0]?.id ?? 0) as number);
const lastKeyId = async () =>
  BigInt(((await rockola.sql('select max(id) as id from api_key where session_id is null'))[0]?.id ?? 0) as number);

async function link(purpose: LinkPurpose, email: string): Promise<string> {
  const token = makeLinkToken();
  await rockola.sql(`delete from mail_token where user_id = ${ana.id} and purpose = '${purpose}'`);
  await rockola.sql(`insert into mail_token (hash, user_id, purpose, email, created_at, expires_at)
    values ('${hashLinkToken(token)}', ${ana.id}, '${purpose}', '${email}', 1, ${Date.now() + 3_600_000})`);
  return token;
}

type Actor = 'ana' | 'the operator' | 'nobody' | 'an administrator';
type ExpectedEvent = [action: AccountAction, by: Actor, subject?: 'a login' | 'a key' | 'a webhook'];

/** Actions on an account, each with the events that it stores. The order matters. */
const actions: [name: string, act: () => Promise<unknown>, expected: ExpectedEvent[]][] = [
  ['a login', logIn, [['logged-in', 'ana', 'a login']]],
  ['another name', () => asAna('PATCH', '', { name: 'Ana María' }), [['renamed', 'ana']]],
  ['the same name', () => asAna('PATCH', '', { name: 'Ana María' }), []],
  [
    'a key',
    async () => {
      keyId = (await asAna('POST', '/keys', { name: 'x', scopes: ['account', 'artists:write'] })).json.id;
    },
    [['key-made', 'ana', 'a key']],
  ],
  ['a change of a key', () => asAna('PATCH', `/keys/${keyId}`, { name: 'y' }), [['key-changed', 'ana', 'a key']]],
  ['a change of a key that changes nothing', () => asAna('PATCH', `/keys/${keyId}`, { name: 'y' }), []],
  ['an end of a key', () => asAna('DELETE', `/keys/${keyId}`), [['key-revoked', 'ana', 'a key']]],
  ['a key by the operator', () => rockola.cli(['key', 'add', ana.email]), [['key-made', 'the operator', 'a key']]],
  [
    'its end by the operator',
    async () => rockola.cli(['key', 'revoke', String(await lastKeyId())]),
    [['key-revoked', 'the operator', 'a key']],
  ],
  [
    'a webhook',
    async () => {
      hookId = (await asAna('POST', '/webhooks', { url: 'https://example.org/' })).json.id;
    },
    [['webhook-made', 'ana', 'a webhook']],
  ],
  ['a change of a webhook', () => asAna('PATCH', `/webhooks/${hookId}`, { per: 'changeset' }), [['webhook-changed', 'ana', 'a webhook']]],
  ['a change of a webhook that changes nothing', () => asAna('PATCH', `/webhooks/${hookId}`, { per: 'changeset' }), []],
  ['another secret of a webhook', () => asAna('POST', `/webhooks/${hookId}/secrets`), [['webhook-changed', 'ana', 'a webhook']]],
  ['a resumed webhook', () => asAna('POST', `/webhooks/${hookId}/resume`, {}), [['webhook-changed', 'ana', 'a webhook']]],
  ['the end of a webhook', () => asAna('DELETE', `/webhooks/${hookId}`), [['webhook-deleted', 'ana', 'a webhook']]],
  ['another role', () => asAdmin('PATCH', '', { role: 'editor' }), [['role-changed', 'an administrator']]],
  ['the same role', () => asAdmin('PATCH', '', { role: 'editor' }), []],
  ['a suspension', () => asAdmin('PATCH', '', { suspended: true }), [['suspended', 'an administrator']]],
  ['a second suspension', () => asAdmin('PATCH', '', { suspended: true }), []],
  ['the end of the suspension', () => asAdmin('PATCH', '', { suspended: false }), [['reinstated', 'an administrator']]],
  [
    'role and suspension at once',
    () => asAdmin('PATCH', '', { role: 'member', suspended: true }),
    [
      ['role-changed', 'an administrator'],
      ['suspended', 'an administrator'],
    ],
  ],
  ['the end of the suspension by the operator', () => rockola.cli(['account', 'reinstate', ana.email]), [['reinstated', 'the operator']]],
  [
    'another address',
    () => asAna('PATCH', '', { email: 'ana9@example.org', current_password: ana.password }),
    [['email-change-asked', 'ana']],
  ],
  ['the present address again', () => asAna('PATCH', '', { email: ana.email, current_password: ana.password }), []],
  [
    'another password',
    async () => {
      await asAna('PUT', '/password', { current_password: ana.password, password: 'another-day' });
      ana.password = 'another-day';
    },
    [['password-changed', 'ana']],
  ],
  [
    'a confirmation',
    async () => done('POST', `${user}/verifications`, { body: { token: await link('verify', ana.email) } }),
    [['email-confirmed', 'ana']],
  ],
  [
    'a new password by link',
    async () => {
      await done('POST', `${user}/password-resets`, { body: { token: await link('reset', ana.email), password: 'one-more-day' } });
      ana.password = 'one-more-day';
    },
    [['password-reset', 'ana']],
  ],
  ['a login after that', logIn, [['logged-in', 'ana', 'a login']]],
  ['an end of a login', async () => asAna('DELETE', `/sessions/${await sessionId()}`), [['session-ended', 'ana', 'a login']]],
  ['one more login', logIn, [['logged-in', 'ana', 'a login']]],
  ['an end of all logins', () => asAna('DELETE', '/sessions'), [['sessions-ended', 'ana']]],
  ['an end of all logins by the operator', () => rockola.cli(['account', 'log-out', ana.email]), [['sessions-ended', 'the operator']]],
  ['the removal of the account', () => asAdmin('DELETE', ''), [['deleted', 'an administrator']]],
];

type Row = { action: string; actor: unknown; subject: unknown; at: unknown };
const events = async () =>
  (await rockola.sql(`select action, actor, subject, at from account_event where user_id = ${ana.id} order by id`)) as unknown as Row[];

test('each action on an account stores events with time, actor and subject; an action that changes nothing stores none', async () => {
  const actors: Record<Actor, number | null> = { ana: Number(ana.id), 'an administrator': 1, 'the operator': null, nobody: null };
  expect((await events()).map(({ action, actor }) => [action, actor])).toEqual(
    [
      ['signed-up', null],
      ['logged-in', Number(ana.id)],
    ].map(([action, actor]) => [action, actor === null ? null : expect.anything()]),
  );
  for (const [name, act, expected] of actions) {
    const before = (await events()).length;
    const from = Date.now();
    await act();
    const to = Date.now();
    const subjects = { 'a login': await sessionId(), 'a key': await lastKeyId(), 'a webhook': hookId };
    const stored = (await events()).slice(before);
    const seen = stored.map(({ action, actor, subject }) => [
      action,
      actor === null ? null : Number(actor),
      subject === null ? null : BigInt(subject as number),
    ]);
    const wanted = expected.map(([action, by, subject]) => [action, actors[by], subject ? subjects[subject] : null]);
    expect([name, seen]).toEqual([name, wanted]);
    for (const { at } of stored) expect(Number(at)).toBeWithin(from, to + 1);
  }
});

test('the actions above store events of every kind', () => {
  const expected = new Set(['signed-up', ...actions.flatMap(([, , events]) => events.map(([action]) => action))]);
  expect(accountActions.filter((action) => !expected.has(action))).toEqual([]);
});
