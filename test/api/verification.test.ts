import { afterAll, describe, expect, test } from 'bun:test';
import { until } from '../faults/until.ts';
import { type Answer, type Person, startRockola } from '../support/harness.ts';
import { mailThrough, startMailServer, tokenIn } from '../support/mailServer.ts';

const mail = await startMailServer();
const rockola = await startRockola({ ...mailThrough(mail.url), ROCKOLA_VERIFY: 'writing' });
afterAll(async () => {
  await rockola.stop();
  await mail.stop();
});

const user = '/api/v1/user';
const password = 'rock-n-roll';
const verify = (token: string) => rockola.call('POST', `${user}/verifications`, { body: { token } });
const write = (credential: { token?: string; key?: string }) =>
  rockola.call('POST', '/api/v1/artists', { body: { name: 'x' }, ...credential });
const logIn = (email: string) => rockola.call('POST', `${user}/login`, { body: { email, password } });
const account = async (token: string) => (await rockola.call('GET', user, { token })).json;
const patch = (token: string, body: object) => rockola.call('PATCH', user, { body, token });
const firstFault = ({ status, json }: Answer) => [status, json?.errors?.[0]?.pointer];

/** A person who logged in after the address was confirmed. */
async function confirmedPerson(): Promise<Person> {
  const person = await rockola.person('Bea');
  expect((await verify(tokenIn(await mail.next(person.email)))).status).toBe(204);
  const { json } = await logIn(person.email);
  return { ...person, token: json.token, key: json.api_key };
}

describe('an account whose address is not confirmed', () => {
  test('may read and manage itself, and the refusal of a change says how to confirm', async () => {
    const { token, key } = await rockola.person();
    for (const credential of [{ token }, { key }]) {
      const refused = await write(credential);
      expect([refused.status, refused.json.detail]).toEqual([403, expect.stringContaining('Confirm your e-mail address')]);
    }
    expect((await account(token)).verified).toBe(false);
    expect((await patch(token, { name: 'Ana María' })).status).toBe(200);
  });

  test('may change the catalogue once it is confirmed', async () => {
    const { token } = await confirmedPerson();
    expect((await account(token)).verified).toBe(true);
    expect((await write({ token })).status).toBe(201);
  });

  test('loses its earlier logins and keys when it is confirmed, since another person may have made them', async () => {
    const { email, token, key } = await rockola.person();
    const earlyKey = await rockola.call('POST', `${user}/keys`, { body: { name: 'early', scopes: ['artists:write'] }, token });
    expect(earlyKey.status).toBe(201);
    expect((await verify(tokenIn(await mail.next(email)))).status).toBe(204);
    for (const credential of [{ token }, { key }, { key: earlyKey.json.key }]) expect((await write(credential)).status).toBe(401);
    expect((await write({ token: (await logIn(email)).json.token })).status).toBe(201);
  });

  test('can be confirmed by a command', async () => {
    const { email } = await rockola.person();
    const verifyByCommand = () => rockola.cli(['account', 'verify', email]);
    expect((await verifyByCommand()).out).toStartWith(`The address of ${email} is confirmed.`);
    const { token } = (await logIn(email)).json;
    expect((await write({ token })).status).toBe(201);
    await verifyByCommand();
    expect((await write({ token })).status).toBe(201);
    expect((await rockola.cli(['account', 'verify', 'nobody@example.org'])).code).toBe(1);
  });
});

describe('a link to confirm', () => {
  test('works once, even if it is used 50 times at the same moment', async () => {
    const { email } = await rockola.person();
    const token = tokenIn(await mail.next(email));
    const answers = await Promise.all(Array.from({ length: 50 }, () => verify(token)));
    expect(answers.filter(({ status }) => status === 204).length).toBe(1);
    expect(answers.filter((answer) => firstFault(answer).join() === '400,/token').length).toBe(49);
  });

  test('is not sent again once the address is confirmed', async () => {
    const { token } = await confirmedPerson();
    // A mail leaves the outbox shortly after it arrives.
    await until(async () => (await rockola.sql('select id from mail')).length === 0, 'the outbox is not empty');
    const before = mail.mails.length;
    expect((await rockola.call('POST', `${user}/verification-requests`, { token })).status).toBe(202);
    expect(await rockola.sql('select id from mail')).toEqual([]);
    expect(mail.mails.length).toBe(before);
  });
});

describe('a new address', () => {
  test('replaces the old address when its link is used, and a mail informs the old address', async () => {
    const { email, token } = await confirmedPerson();
    const answer = await patch(token, { email: ' New1@example.org', current_password: password });
    expect([answer.status, answer.json.email, answer.json.pending_email]).toEqual([200, email, 'New1@example.org']);
    expect((await logIn('new1@example.org')).status).toBe(401);
    expect((await verify(tokenIn(await mail.next('New1@example.org')))).status).toBe(204);
    const again = await logIn('new1@example.org');
    expect(await account(again.json.token)).toMatchObject({ email: 'New1@example.org', pending_email: null, verified: true });
    expect([again.status, (await logIn(email)).status]).toEqual([200, 401]);
    expect((await mail.next(email)).subject).toBe('Tu cuenta ya no usa esta dirección');
  });

  test('requires the password, and a valid and free address', async () => {
    const { token } = await confirmedPerson();
    const other = await confirmedPerson();
    expect(firstFault(await patch(token, { email: 'new2@example.org' }))).toEqual([400, '/current_password']);
    expect(firstFault(await patch(token, { email: 'new2@example.org', current_password: 'wrong' }))).toEqual([400, '/current_password']);
    expect(firstFault(await patch(token, { email: 'new2', current_password: password }))).toEqual([400, '/email']);
    const taken = await patch(token, { email: other.email.toUpperCase(), current_password: password, name: 'never' });
    expect([taken.status, taken.json.type]).toEqual([400, expect.stringMatching(/\/problems\/email-taken$/)]);
    expect(await account(token)).toMatchObject({ pending_email: null, name: 'Bea' });
  });

  test('ends the links that were sent to the old address', async () => {
    const { email, token } = await confirmedPerson();
    await rockola.call('POST', `${user}/password-reset-requests`, { body: { email } });
    const reset = tokenIn(await mail.next(email));
    await patch(token, { email: 'new3@example.org', current_password: password });
    const link = tokenIn(await mail.next('new3@example.org'));
    await rockola.call('POST', `${user}/password-reset-requests`, { body: { email } });
    const later = tokenIn(await mail.next(email));
    expect((await verify(link)).status).toBe(204);
    for (const old of [reset, later]) {
      const answer = await rockola.call('POST', `${user}/password-resets`, { body: { token: old, password: 'another-day' } });
      expect(firstFault(answer)).toEqual([400, '/token']);
    }
  });

  test('is withdrawn by a change to the present address', async () => {
    const { email, token } = await confirmedPerson();
    await patch(token, { email: 'new4@example.org', current_password: password });
    const link = tokenIn(await mail.next('new4@example.org'));
    expect((await patch(token, { email: email.toUpperCase(), current_password: password })).json.pending_email).toBe(null);
    expect(firstFault(await verify(link))).toEqual([400, '/token']);
    expect((await account(token)).email).toBe(email);
  });

  test('that two accounts request in different case is open to the later account only, and to neither after a third signs up with it', async () => {
    const [first, second] = [await confirmedPerson(), await confirmedPerson()];
    await patch(first.token, { email: 'Wanted@example.org', current_password: password });
    const firstToken = tokenIn(await mail.next('Wanted@example.org'));
    await patch(second.token, { email: 'wanteD@example.org', current_password: password });
    const secondToken = tokenIn(await mail.next('wanteD@example.org'));
    expect((await account(first.token)).pending_email).toBe(null);
    expect(firstFault(await verify(firstToken))).toEqual([400, '/token']);
    await rockola.call('POST', `${user}/signup`, { body: { name: 'W', email: 'WANTED@example.org', password } });
    const answer = await verify(secondToken);
    expect([answer.status, answer.json.type]).toEqual([400, expect.stringMatching(/\/problems\/email-taken$/)]);
    expect((await account(second.token)).email).toBe(second.email);
  });
});

test('a mail informs of a changed password, and the events of the account have no address', async () => {
  const { email, token } = await confirmedPerson();
  const body = { current_password: password, password: 'another-day' };
  expect((await rockola.call('PUT', `${user}/password`, { body, token })).status).toBe(204);
  expect((await mail.next(email)).subject).toBe('Tu contraseña cambió');
  const { out } = await rockola.cli(['account', 'events', email]);
  for (const event of ['signed-up', 'email-confirmed', 'password-changed']) expect(out).toContain(event);
  expect(out).not.toContain('@');
});
