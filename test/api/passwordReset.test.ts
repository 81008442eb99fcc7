import { afterAll, describe, expect, test } from 'bun:test';
import { until } from '../faults/until.ts';
import { type Answer, type Person, startRockola } from '../support/harness.ts';
import { untilLogged } from '../support/logged.ts';
import { mailThrough, startMailServer, tokenIn } from '../support/mailServer.ts';

const mail = await startMailServer();
const rockola = await startRockola(mailThrough(mail.url));
afterAll(async () => {
  await rockola.stop();
  await mail.stop();
});

const user = '/api/v1/user';
const ask = (body: unknown, path = '', headers = {}) => rockola.call('POST', `${user}/password-reset-requests${path}`, { body, headers });
const reset = (token: string, password = 'another-day') => rockola.call('POST', `${user}/password-resets`, { body: { token, password } });
const logIn = async (email: string, password: string) =>
  (await rockola.call('POST', `${user}/login`, { body: { email, password } })).status;
const firstFault = ({ status, json }: Answer) => [status, json?.errors?.[0]?.pointer];

/** A new person, and the token of the mail that confirms the address. */
async function newPerson(name = 'Ana'): Promise<Person & { confirmToken: string }> {
  const person = await rockola.person(name);
  return { ...person, confirmToken: tokenIn(await mail.next(person.email)) };
}

async function linkFor(email: string): Promise<string> {
  expect((await ask({ email })).status).toBe(202);
  return tokenIn(await mail.next(email));
}

describe('a link for a new password', () => {
  test('sets the password, ends every login, and informs by mail', async () => {
    const { email, token, key, password } = await newPerson();
    const link = await linkFor(email);
    const answer = await reset(link);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect([await logIn(email, password), await logIn(email, 'another-day')]).toEqual([401, 200]);
    for (const credential of [{ token }, { key }])
      expect((await rockola.call('POST', '/api/v1/artists', { body: { name: 'x' }, ...credential })).status).toBe(401);
    expect((await mail.next(email)).subject).toBe('Tu contraseña cambió');
  });

  test('works once, even if it is used 50 times at the same moment', async () => {
    const { email } = await newPerson();
    const link = await linkFor(email);
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => reset(link, `another-day-${i}`)));
    const accepted = answers.flatMap(({ status }, i) => (status === 204 ? [i] : []));
    expect(accepted.length).toBe(1);
    expect(answers.filter(({ status }) => status === 400).length).toBe(49);
    expect(await logIn(email, `another-day-${accepted[0]}`)).toBe(200);
  });

  test('ends when a newer link is sent, when it expires, and when the password changes', async () => {
    const { email, id } = await newPerson();
    const older = await linkFor(email);
    const newer = await linkFor(email);
    expect(firstFault(await reset(older))).toEqual([400, '/token']);
    await rockola.sql(`update mail_token set expires_at = 1 where user_id = ${id}`);
    expect(firstFault(await reset(newer))).toEqual([400, '/token']);
    const another = await linkFor(email);
    const { json } = await rockola.call('POST', `${user}/login`, { body: { email, password: 'rock-n-roll' } });
    const body = { current_password: 'rock-n-roll', password: 'a-third-one' };
    expect((await rockola.call('PUT', `${user}/password`, { body, token: json.token })).status).toBe(204);
    expect(firstFault(await reset(another))).toEqual([400, '/token']);
  });

  test('that is requested while another is being sent is sent too, and replaces the other', async () => {
    const { email } = await newPerson();
    const release = mail.hold(email);
    await ask({ email });
    await until(
      async () => (await rockola.sql("select id from mail where kind = 'reset' and tries = 1")).length === 1,
      'no mail is being sent',
    );
    await ask({ email });
    release();
    const [older, newer] = [tokenIn(await mail.next(email)), tokenIn(await mail.next(email))];
    expect(firstFault(await reset(older))).toEqual([400, '/token']);
    expect((await reset(newer)).status).toBe(204);
  });

  test('confirms no address, and a link that confirms an address resets no password', async () => {
    const { email, confirmToken } = await newPerson();
    expect(firstFault(await reset(confirmToken))).toEqual([400, '/token']);
    const link = await linkFor(email);
    expect(firstFault(await rockola.call('POST', `${user}/verifications`, { body: { token: link } }))).toEqual([400, '/token']);
    for (const token of ['x', `rkl_${'A'.repeat(30)}`, '%00', "' or 1=1"]) expect(firstFault(await reset(token))).toEqual([400, '/token']);
    expect((await reset(link)).status).toBe(204);
  });

  test('refuses a bad password and still works afterwards', async () => {
    const { email } = await newPerson();
    const link = await linkFor(email);
    for (const password of ['short', 'password1', email, 'x'.repeat(257)])
      expect([password, ...firstFault(await reset(link, password))]).toEqual([password, 400, '/password']);
    expect((await reset(link)).status).toBe(204);
  });

  test('ends earlier keys of the account at each use, since it proves who owns the address', async () => {
    const { email } = await newPerson();
    const works = async (key: string) => (await rockola.call('POST', '/api/v1/artists', { body: { name: 'x' }, key })).status;
    for (const password of ['another-day', 'a-third-one']) {
      const key = (await rockola.cli(['key', 'add', email])).out.trim();
      expect(await works(key)).toBe(201);
      expect((await reset(await linkFor(email), password)).status).toBe(204);
      expect(await works(key)).toBe(401);
      await mail.next(email);
    }
  });

  test('does not work for a suspended account', async () => {
    const { email, id } = await newPerson();
    const link = await linkFor(email);
    await rockola.send('PATCH', `${user}/accounts/${id}`, { suspended: true });
    expect(firstFault(await reset(link))).toEqual([400, '/token']);
    const received = () => mail.mails.filter(({ to }) => to.includes(email)).length;
    const before = received();
    expect((await ask({ email })).status).toBe(202);
    await until(async () => (await rockola.sql('select id from mail')).length === 0, 'the outbox is not empty');
    expect(received()).toBe(before);
  });
});

describe('a request for such a link', () => {
  test('has the same answer for addresses with and without an account, even if it has other errors', async () => {
    const { email } = await newPerson();
    const comparable = ({ status, headers, text }: Answer) => {
      const kept = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
      return { status, kept, text: text.replace(/urn:uuid:[\w-]+/, '') };
    };
    const requests: [object, string, object][] = [
      [{}, '', {}],
      [{ reset_url: 'https://evil.example' }, '', {}],
      [{ language: 7 }, '', {}],
      [{}, '?redirect=x', {}],
      [{}, '', { 'Accept-Language': '%%%;q=x, *' }],
      [{}, '', { 'Accept-Language': 'x'.repeat(8_000) }],
      [{}, '', { 'If-Match': 'x' }],
    ];
    for (const [more, path, headers] of requests) {
      const known = comparable(await ask({ email, ...more }, path, headers));
      expect(comparable(await ask({ email: 'nobody@example.org', ...more }, path, headers))).toEqual(known);
    }
  });

  test('for an address without account sends nothing', async () => {
    const addresses = ['nobody@example.org', 'operator@localhost.localdomain'];
    for (const email of addresses) await ask({ email });
    await until(async () => (await rockola.sql('select id from mail')).length === 0, 'the outbox is not empty');
    // An earlier mail to another address may still be on its way.
    expect(mail.mails.filter(({ to }) => to.some((address) => addresses.includes(address)))).toEqual([]);
  });
});

test('a command of the operator makes such a link', async () => {
  const { email } = await newPerson();
  const { out, err, code } = await rockola.cli(['account', 'reset-link', email.toUpperCase()]);
  expect([code, out]).toEqual([0, expect.stringContaining('https://rock.example.org/account/reset#token=rkl_')]);
  expect(err).toContain(email);
  const token = /#token=(rkl_\w{30})$/.exec(out.trim())?.[1] ?? '';
  expect((await reset(token)).status).toBe(204);
  expect(await logIn(email, 'another-day')).toBe(200);
  for (const other of ['nobody@example.org', 'operator@localhost'])
    expect((await rockola.cli(['account', 'reset-link', other])).code).toBe(1);
});

test('neither the store nor the log has a valid token in clear text', async () => {
  const { email, confirmToken } = await newPerson();
  const link = await linkFor(email);
  await fetch(`${rockola.url}/account/reset`, { method: 'POST', body: new URLSearchParams({ token: link }) });
  await fetch(`${rockola.url}/account/reset?token=${link}`);
  await fetch(`${rockola.url}/account/verify?token=${confirmToken}`);
  await fetch(`${rockola.url}/account/verify/${confirmToken}`);
  await reset(`${link}x`);
  await untilLogged(rockola);
  const dump = JSON.stringify(
    await Promise.all(
      ['mail_token', 'mail', 'account_event', '"user"', 'session', 'api_key'].map((table) => rockola.sql(`select * from ${table}`)),
    ),
  );
  expect(dump).toContain(new Bun.CryptoHasher('sha256').update(link).digest('hex'));
  for (const text of [dump, rockola.output()]) for (const token of [link, confirmToken]) expect(text.includes(token)).toBe(false);
  if (rockola.env.DATABASE_URL?.startsWith('sqlite:')) {
    const files = await Array.fromAsync(new Bun.Glob('*').scan({ cwd: rockola.folder }), (name) => Bun.file(`${rockola.folder}/${name}`));
    for (const file of files.filter(({ size }) => size > 0)) expect(Buffer.from(await file.bytes()).includes(link)).toBe(false);
  }
  expect((await reset(link)).status).toBe(204);
});
