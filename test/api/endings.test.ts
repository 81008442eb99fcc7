import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { hashLinkToken, type LinkPurpose, makeLinkToken } from '../../src/model/linkToken.ts';
import { engine } from '../support/databases.ts';
import { type CallOptions, type Person, startRockola } from '../support/harness.ts';
import { silentMailServer } from '../support/links.ts';
import { asMarkdown, endings, type Fate, type Happening, inTheDocs, type Thing, things } from './endings.ts';

const user = '/api/v1/user';
const newPassword = 'another-day';

/** An account with its credentials, its links, and a new address that is not confirmed yet (`waiting`). */
type Holder = Person & {
  login: CallOptions;
  other: CallOptions;
  keyId: bigint;
  keys: CallOptions[];
  childKeys: CallOptions[];
  waiting: string;
  links: { confirm: string; confirmOwn: string; reset: string };
};

const happenings = (Object.keys(endings) as Happening[]).filter((name) => engine === 'sqlite' || name !== 'a restore of a backup');
/** Actions that prove who owns the address. They must have the same effects if the address was confirmed before. */
const proofs: Happening[] = ['a new password by link', 'the address is confirmed by link', 'the other address is confirmed by link'];
type Case = { happening: Happening; confirmed: boolean };
const cases: Case[] = [
  ...proofs.map((happening) => ({ happening, confirmed: true })),
  ...happenings.map((happening) => ({ happening, confirmed: false })),
];
const holders = new Map<Case, Holder>();

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
for (const testCase of cases) holders.set(testCase, await holder(testCase));
// Mail is turned on only now: a sign-up would send a link, which would end the other links of its kind.
Object.assign(rockola.env, silentMailServer);
await rockola.restart('SIGTERM');
for (const own of holders.values()) await addLinks(own);
afterAll(() => rockola.stop());

async function holder({ confirmed }: Case): Promise<Holder> {
  const person = await rockola.person();
  if (confirmed) await rockola.sql(`update "user" set verified_at = 1 where id = ${person.id}`);
  const { json } = await rockola.call('POST', `${user}/login`, { body: { email: person.email, password: person.password } });
  const make = (by: CallOptions) => rockola.call('POST', `${user}/keys`, { ...by, body: { name: 'x', scopes: ['account'] } });
  const key = (await make({ token: person.token })).json;
  const child = (await make({ key: key.key })).json;
  const grandchild = (await make({ key: child.key })).json;
  return {
    ...person,
    login: { token: person.token },
    other: { key: json.api_key },
    keyId: key.id,
    keys: [{ key: key.key }],
    childKeys: [{ key: child.key }, { key: grandchild.key }],
    waiting: `new${person.id}@example.org`,
    links: { confirm: '', confirmOwn: '', reset: '' },
  };
}

async function addLinks(own: Holder): Promise<void> {
  await rockola.sql(`update "user" set pending_email = '${own.waiting}' where id = ${own.id}`);
  own.links = {
    confirm: await link(own.id, 'verify', own.waiting),
    confirmOwn: await link(own.id, 'verify', own.email),
    reset: await link(own.id, 'reset', own.email),
  };
}

async function link(accountId: bigint, purpose: LinkPurpose, email: string): Promise<string> {
  const token = makeLinkToken();
  await rockola.sql(`insert into mail_token (hash, user_id, purpose, email, created_at, expires_at)
    values ('${hashLinkToken(token)}', ${accountId}, '${purpose}', '${email}', 1, ${Date.now() + 3_600_000})`);
  return token;
}

const done = async (work: Promise<{ status?: number; code?: number }>) => {
  const { status, code } = await work;
  expect(status === undefined ? code : Math.floor(status / 100)).toBe(status === undefined ? 0 : 2);
};
const confirm = (token: string) => done(rockola.call('POST', `${user}/verifications`, { body: { token } }));
const patchOwn = ({ login, password }: Holder, email: string) =>
  done(rockola.call('PATCH', user, { ...login, body: { email, current_password: password } }));
const patchAccount = ({ id }: Holder, body: object) => done(rockola.send('PATCH', `${user}/accounts/${id}`, body));

const perform: Record<Happening, (own: Holder) => Promise<unknown>> = {
  async 'log-out'({ login }) {
    const { json } = await rockola.call('GET', `${user}/sessions`, login);
    const { id } = json.data.find(({ current }: { current: boolean }) => current);
    await done(rockola.call('DELETE', `${user}/sessions/${id}`, login));
  },
  'log-out everywhere': ({ login }) => done(rockola.call('DELETE', `${user}/sessions`, login)),
  'the login expires': ({ id }) =>
    rockola.sql(`update session set expires_at = ${Date.now() - 1} where id = (select min(id) from session where user_id = ${id})`),
  'the key is revoked': ({ login, keyId }) => done(rockola.call('DELETE', `${user}/keys/${keyId}`, login)),
  async 'the key expires'({ login, keyId }) {
    const at = Date.now() + 3_600_000;
    await done(rockola.call('PATCH', `${user}/keys/${keyId}`, { ...login, body: { expires_at: new Date(at).toISOString() } }));
    // The keys that this key made expire at the same time.
    await rockola.sql(`update api_key set expires_at = ${Date.now() - 1} where expires_at = ${at}`);
  },
  'another password': ({ login, password }) =>
    done(rockola.call('PUT', `${user}/password`, { ...login, body: { current_password: password, password: newPassword } })),
  'a new password by link': ({ links }) =>
    done(rockola.call('POST', `${user}/password-resets`, { body: { token: links.reset, password: newPassword } })),
  'the address is confirmed by link': ({ links }) => confirm(links.confirmOwn),
  'the operator confirms the address, not confirmed before': ({ email }) => done(rockola.cli(['account', 'verify', email])),
  'another address is asked for': (own) => patchOwn(own, `x${own.waiting}`),
  'the other address is taken back': (own) => patchOwn(own, own.email),
  'the other address is confirmed by link': ({ links }) => confirm(links.confirm),
  'a lower role': (own) => patchAccount(own, { role: 'reader' }),
  suspension: (own) => patchAccount(own, { suspended: true }),
  'log-out by the operator': ({ email }) => done(rockola.cli(['account', 'log-out', email])),
  'the account is deleted': ({ login, password }) => done(rockola.call('POST', `${user}/deletion`, { ...login, body: { password } })),
  async 'a restore of a backup'() {
    const copy = join(rockola.folder, 'copy.db');
    await done(rockola.cli(['backup', copy]));
    await rockola.end();
    await done(rockola.cli(['restore', copy]));
    await rockola.restart('SIGTERM');
  },
};

const areValid = async (...credentials: CallOptions[]) => {
  const statuses = await Promise.all(credentials.map(async (credential) => (await rockola.call('GET', user, credential)).status));
  // All credentials of a kind end together.
  expect(new Set(statuses).size).toBe(1);
  return statuses[0] === 200;
};
const isKept = async (token: string) =>
  (await rockola.sql(`select 1 as found from mail_token where hash = '${hashLinkToken(token)}'`)).length === 1;

const isUnaffected: Record<Thing, (own: Holder) => Promise<boolean>> = {
  'the login that asks': ({ login }) => areValid(login),
  'other logins': ({ other }) => areValid(other),
  'lasting keys': ({ keys }) => areValid(...keys),
  'keys that a key made': ({ childKeys }) => areValid(...childKeys),
  'link to confirm': ({ links }) => isKept(links.confirm),
  'link for a new password': ({ links }) => isKept(links.reset),
  'address that waits': async ({ id, waiting }) =>
    (await rockola.sql(`select id from "user" where id = ${id} and pending_email = '${waiting}'`)).length === 1,
  password: async ({ email, password, links, waiting }) => {
    const [row] = await rockola.sql(`select email from "user" where email in ('${email}', '${waiting}')`);
    const body = { email: row?.email ?? email, password };
    return links && (await rockola.call('POST', `${user}/login`, { body })).status === 200;
  },
};

async function fatesOf(own: Holder, happening: Happening): Promise<Record<Thing, Fate>> {
  const currentStates = async () => Promise.all(things.map((thing) => isUnaffected[thing](own)));
  const now = await currentStates();
  if (happening === 'suspension') await patchAccount(own, { suspended: false });
  const later = happening === 'suspension' ? await currentStates() : now;
  return Object.fromEntries(things.map((thing, i) => [thing, now[i] ? '' : later[i] ? 'paused' : 'ends'])) as Record<Thing, Fate>;
}

test.each(cases)('$happening, confirmed before: $confirmed', async (testCase) => {
  const { happening } = testCase;
  const own = holders.get(testCase) as Holder;
  for (const thing of things) expect([thing, await isUnaffected[thing](own)]).toEqual([thing, true]);
  await perform[happening](own);
  expect(await fatesOf(own, happening)).toEqual(endings[happening]);
});

test('docs/security.md has the table of endings', () => {
  expect(inTheDocs.read()).toBe(asMarkdown());
});
