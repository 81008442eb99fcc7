import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config/config.ts';
import { system } from '../../src/model/actor.ts';
import { hashLinkToken, makeLinkToken } from '../../src/model/linkToken.ts';
import type { MailKind } from '../../src/model/mail.ts';
import { writes } from '../../src/operations/writes.ts';
import { openStore } from '../../src/store/open.ts';
import { ask, makeDatabase } from '../support/databases.ts';
import { threads } from '../support/threads.ts';

const folder = mkdtempSync(join(tmpdir(), 'rockola-waiting-'));
const database = await makeDatabase(folder);
const store = await openStore({ ...readConfig(database.settings), threads, report: console.error });
afterAll(async () => {
  await store.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

const sql = (query: string) => ask(database.settings.DATABASE_URL as string, query);
const change = (id: bigint, set: string) => sql(`update "user" set ${set} where id = ${id} returning id`);

/** Changes of the account while the mail waits in the outbox. */
const states = {
  'as it was': () => Promise.resolve(),
  suspended: (id: bigint) => store.write(writes.patchAccount, system, { id, suspended: true }),
  'suspended and reinstated': async (id: bigint) => {
    for (const suspended of [true, false]) await store.write(writes.patchAccount, system, { id, suspended });
  },
  deleted: (id: bigint) => store.write(writes.removeAccount, system, { id }),
  confirmed: (id: bigint) => change(id, 'verified_at = 1'),
  'without a password': (id: bigint) => change(id, 'password_hash = null'),
  'logged out': (id: bigint) => store.write(writes.logOut, system, id),
};
type State = keyof typeof states;

/** Mails, each with the states of the account in which it is sent. Mails without a link are sent in any state. */
const mails: Record<string, { kind: MailKind; to: 'own' | 'wanted'; sent: State[] }> = {
  'to confirm the own address': {
    kind: 'verify',
    to: 'own',
    sent: ['as it was', 'suspended and reinstated', 'without a password', 'logged out'],
  },
  'to confirm an address that waits': {
    kind: 'verify',
    to: 'wanted',
    sent: ['as it was', 'suspended and reinstated', 'confirmed', 'without a password'],
  },
  'for a new password': { kind: 'reset', to: 'own', sent: ['as it was', 'suspended and reinstated', 'confirmed', 'logged out'] },
  'for a new password, to an address that only waits': { kind: 'reset', to: 'wanted', sent: [] },
  'that the address has changed': { kind: 'email-changed', to: 'own', sent: Object.keys(states) as State[] },
  'that a webhook is off': { kind: 'webhook-off', to: 'own', sent: Object.keys(states) as State[] },
  'that the password has changed': { kind: 'password-changed', to: 'own', sent: Object.keys(states) as State[] },
};

let accounts = 0;

/** Adds an account with an address `own` and a new address `wanted` that is not confirmed yet. */
async function makeAccount(own: string, wanted: string): Promise<bigint> {
  const account = { name: 'Ana', email: own, passwordHash: 'x', role: 'member' as const, verified: false };
  const { id } = await store.write(writes.signUp, system, account);
  await change(id, `pending_email = '${wanted}', pending_normal_email = '${wanted}'`);
  return id;
}

const cases = Object.keys(mails).flatMap((name) => (Object.keys(states) as State[]).map((state): [string, State] => [name, state]));

test.each(cases)(
  'a mail %s that waits while its account is changed to "%s" is sent to the right address or to nobody',
  async (name, state) => {
    const { kind, to, sent } = mails[name] as (typeof mails)[string];
    const n = ++accounts;
    const address = { own: `own${n}@example.org`, wanted: `wanted${n}@example.org` };
    const id = await makeAccount(address.own, address.wanted);
    await sql('delete from mail returning id');
    await sql(
      `insert into mail (kind, address, language, created_at, due_at, tries) values ('${kind}', '${address[to]}', 'es', 1, 1, 0) returning id`,
    );
    await states[state](id);
    const token = makeLinkToken();
    const taken = await store.write(writes.takeMail, system, { tokenHash: hashLinkToken(token) });
    const isSent = sent.includes(state);
    expect([taken?.kind, taken?.to]).toEqual([kind, isSent ? address[to] : null]);
    const links = await sql(`select user_id, purpose, email from mail_token where hash = '${hashLinkToken(token)}'`);
    const hasLink = isSent && (kind === 'verify' || kind === 'reset');
    expect(links.map(({ user_id, purpose, email }) => [BigInt(user_id as number), purpose, email])).toEqual(
      hasLink ? [[id, kind, address[to]]] : [],
    );
    expect((await sql('select id from mail')).length).toBe(isSent ? 1 : 0);
  },
);

test.each(Object.keys(states) as State[])(
  'the operator can make a link for a new password if, and only if, its mail would be sent: account %s',
  async (state) => {
    const email = `own${++accounts}@example.org`;
    await states[state](await makeAccount(email, `wanted${accounts}@example.org`));
    const outcome = store.write(writes.createResetLink, system, { email, tokenHash: hashLinkToken(makeLinkToken()) }).then(
      () => true,
      ({ code }) => code,
    );
    expect(await outcome).toBe(mails['for a new password']?.sent.includes(state) ? true : state === 'deleted' ? 'not-found' : 'forbidden');
  },
);
