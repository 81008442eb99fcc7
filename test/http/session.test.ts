import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { forms } from '../../src/web/forms.ts';
import { type FormPage, formPaths, sitePaths } from '../../src/web/paths.ts';
import { cookieOf, formSender } from '../support/forms.ts';
import { type Person, type Rockola, startRockola } from '../support/harness.ts';

/** The session of a browser over HTTP; its look and behaviour is in `test/web/session.test.ts`. */
const rockola = await startRockola({ ROCKOLA_CONTACT: 'rockola@example.org' });
const send = formSender(rockola);
const person = await rockola.person('Luis');
afterAll(() => rockola.stop());

const signIn = async ({ email, password }: Pick<Person, 'email' | 'password'>, cookie = '') =>
  send(formPaths.signIn, { email, password }, { cookie });
const page = (path: string, headers: Record<string, string> = {}) =>
  fetch(rockola.url + path, { redirect: 'manual', headers: { Accept: 'text/html', 'Accept-Encoding': 'identity', ...headers } });
const sessions = async ({ token }: Person) => (await rockola.call('GET', '/api/v1/user/sessions', { token })).json.data;

test('the sign-in page says why it is shown, and whom to ask', async () => {
  const why = 'Para eso hace falta una cuenta.';
  for (const [path, says] of [
    ['/artists/new', true],
    ['/artists/1001/edit', true],
    ['/artists/1001/albums', true],
    ['/artists/1001/albums/2/sources?limit=5', true],
    ['/account/keys', true],
    ['/artists/1001', false],
    ['/artists/1001/albums/2', false],
    ['/albums', false],
    ['/artists?letter=a', false],
  ] as const) {
    const text = await (await page(`${formPaths.signIn}?${new URLSearchParams({ next: path })}`)).text();
    expect([path, text.includes(why), text.split('href="mailto:rockola@example.org"').length]).toEqual([path, says, 3]);
  }
});

test('a page that refers people to the operator shows the contact address', async () => {
  const closed = await startRockola({ ROCKOLA_SIGNUP: 'closed', ROCKOLA_STARTER: 'off', ROCKOLA_CONTACT: 'rockola@example.org' });
  for (const [url, path] of [
    [rockola.url, formPaths.forgotten],
    [closed.url, formPaths.signUp],
  ]) {
    const text = await (await fetch(`${url}${path}`, { headers: { Accept: 'text/html', 'Sec-Fetch-Site': 'none' } })).text();
    expect([path, text.split('href="mailto:rockola@example.org"').length]).toEqual([path as string, 3]);
  }
  await closed.stop();
});

test('a 403 names the required role, and only the right password reveals that the account is suspended', async () => {
  const eva = await rockola.person();
  const cookie = cookieOf(await signIn(eva));
  for (const [language, role] of [
    ['es', 'Para esto hace falta el rol Administrador, y el tuyo es Miembro.'],
    ['en', 'This needs the role Administrator, and yours is Member.'],
  ]) {
    const answer = await page(`/admin?lang=${language}`, { Cookie: cookie });
    const text = await answer.text();
    expect([answer.status, text.includes(role as string)]).toEqual([403, true]);
    expect(text.split('href="mailto:rockola@example.org"').length).toBe(3);
  }
  await rockola.cli(['account', 'suspend', eva.email]);
  const suspended = 'Your account is suspended.';
  for (const [password, says] of [
    [eva.password, true],
    ['not the one', false],
  ] as const) {
    const { status, text } = await signIn({ email: eva.email, password });
    expect([password, status, text.includes(suspended)]).toEqual([password, 401, says]);
  }
});

test('without a mail server the page of an account does not say that its address is unconfirmed', async () => {
  const text = await (await page('/account', { Cookie: cookieOf(await signIn(person)) })).text();
  expect(text).toContain(person.email);
  expect(text).not.toContain('sin confirmar');
});

describe('the cookie', () => {
  test('has all protective attributes', async () => {
    const answer = await signIn(person);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-rockola=[\w.-]+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=86400$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('belongs to a login that the API lists with the browser’s User-Agent', async () => {
    const other = await rockola.person();
    await send(formPaths.signIn, { email: other.email, password: other.password }, { headers: { 'User-Agent': 'Jukebox/1.0' } });
    expect((await sessions(other)).map(({ device }: { device: string }) => device)).toContain('Jukebox/1.0');
  });

  test('is no credential for the API', async () => {
    const cookie = cookieOf(await signIn(person));
    for (const [method, path, body] of [
      ['GET', '/api/v1/user'],
      ['GET', '/api/v1/user/sessions'],
      ['DELETE', '/api/v1/user/sessions'],
      ['POST', '/api/v1/artists', { name: 'Cookie' }],
      ['POST', '/api/v1/user/keys', { name: 'x', scopes: ['account'] }],
    ] as const) {
      const answer = await rockola.call(method, path, { ...(body && { body }), headers: { Cookie: cookie } });
      expect([method, path, answer.status, answer.json.type]).toEqual([method, path, 401, expect.stringMatching(/\/unauthenticated$/)]);
    }
    expect((await page('/', { Cookie: cookie })).headers.get('cache-control')).toBe('no-store');
  });

  test('with a forged or cut token is not accepted', async () => {
    const cookie = cookieOf(await signIn(person));
    for (const other of [
      cookie.slice(0, -3),
      '__Host-rockola=x',
      cookie.replace('__Host-', ''),
      cookie.slice(0, 30) + (cookie[30] === 'x' ? 'y' : 'x') + cookie.slice(31),
    ])
      expect((await page(formPaths.signOut, { Cookie: other })).status).toBe(303);
    expect((await page(formPaths.signOut, { Cookie: cookie })).status).toBe(200);
  });
});

describe('a sign-in', () => {
  test('is always a new login, and ends the login that the browser had', async () => {
    const first = cookieOf(await signIn(person));
    const second = cookieOf(await signIn(person, first));
    expect(second).not.toBe(first);
    expect((await page(formPaths.signOut, { Cookie: first })).status).toBe(303);
    expect((await page(formPaths.signOut, { Cookie: second })).status).toBe(200);
  });

  test('does not adopt a cookie that somebody else planted', async () => {
    const stranger = await rockola.person('Stranger');
    const planted = cookieOf(await signIn(stranger));
    const own = cookieOf(await signIn(person, planted));
    expect(own).not.toBe(planted);
    expect(await (await page(formPaths.signOut, { Cookie: own })).text()).toContain('Luis');
  });

  test('that fails says no more than the API, keeps the address, and never shows the password', async () => {
    const wrong = { email: person.email, password: 'not-the-password"><b>' };
    const [known, unknown] = [await signIn(wrong), await signIn({ ...wrong, email: 'nobody@example.org' })];
    for (const answer of [known, unknown]) {
      expect([answer.status, answer.headers.has('set-cookie')]).toEqual([401, false]);
      expect(answer.text).toContain('The e-mail address or the password is wrong.');
      expect(answer.text).not.toContain('not-the-password');
    }
    expect(known.text).toContain(`value="${person.email}"`);
  });

  test('is not offered if the browser would drop its cookie', async () => {
    const plain = await page(formPaths.signIn, { Host: 'rock.example.org' });
    expect(await plain.text()).not.toContain('type="password"');
    const safe: Record<string, string>[] = [{ Host: 'localhost:3000' }, { Host: 'rock.example.org', 'Sec-Fetch-Site': 'none' }];
    for (const headers of safe) expect(await (await page(formPaths.signIn, headers)).text()).toContain('type="password"');
  });
});

describe('a failure of the store is not shown as something missing', () => {
  let failing: Rockola;
  let former: string;
  beforeAll(async () => {
    failing = await startRockola({ ROCKOLA_STARTER: 'off' }, { expectErrors: Array(6).fill(/no ending|no such table/) });
    const { email, password } = await failing.person('Editor');
    await failing.sql(`update "user" set role = 'editor'`);
    former = cookieOf(await formSender(failing)(formPaths.signIn, { email, password }));
  });
  afterAll(() => failing.stop());

  const opens = async (cookie: string) =>
    (await fetch(failing.url + formPaths.account, { redirect: 'manual', headers: { Cookie: cookie } })).status;

  test('a browser whose former login cannot be ended is neither signed in nor out', async () => {
    const { email, password } = await failing.person('Other');
    const [send, newAccount] = [formSender(failing), { name: 'New', email: 'new@example.org', password, repeat: password }];
    await failing.sql(`create trigger no_ending before update of ended_at on session begin select raise(abort, 'no ending'); end`);
    for (const [path, fields] of [
      [formPaths.signIn, { email, password }],
      [formPaths.signUp, newAccount],
      [formPaths.signOut, {}],
    ] as const) {
      const { status, headers } = await send(path, fields, { cookie: former });
      expect([path, status, headers.get('set-cookie'), await opens(former)]).toEqual([path, 500, null, 200]);
    }
    await failing.sql(`drop trigger no_ending`);
    expect((await send(formPaths.signIn, { email, password }, { cookie: former })).status).toBe(303);
    expect(await opens(former)).toBe(303);
  });

  test('a sign-up ends the former login of the browser', async () => {
    const { email, password } = await failing.person('Former');
    const [send, newAccount] = [formSender(failing), { name: 'Newer', email: 'newer@example.org', password, repeat: password }];
    const cookie = cookieOf(await send(formPaths.signIn, { email, password }));
    const answer = await send(formPaths.signUp, newAccount, { cookie });
    expect([answer.status, await opens(cookie), await opens(cookieOf(answer))]).toEqual([303, 303, 200]);
  });

  test('a record that cannot be read is not shown as deleted', async () => {
    const { id } = (await failing.send('POST', '/artists', { name: 'Aquelarre' })).json;
    const { email, password } = await failing.person('Editora');
    const cookie = cookieOf(await formSender(failing)(formPaths.signIn, { email, password }));
    const undo = () => fetch(`${failing.url}/artists/${id}/undo?version=1`, { headers: { Cookie: cookie, Accept: 'text/html' } });
    expect((await undo()).status).toBe(200);
    await failing.sql('alter table artist rename to hidden');
    expect((await undo()).status).toBe(500);
    await failing.sql('alter table hidden rename to artist');
  });
});

describe('a sign-out', () => {
  test('ends the login itself, so a copy of the cookie opens nothing', async () => {
    const cookie = cookieOf(await signIn(person));
    const answer = await send(formPaths.signOut, {}, { cookie });
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([303, expect.stringContaining('Max-Age=0')]);
    expect((await page(formPaths.signOut, { Cookie: cookie })).status).toBe(303);
    expect((await send(formPaths.signOut, {}, { cookie })).status).toBe(303);
  });

  test('also happens when the operator suspends the account', async () => {
    const other = await rockola.person();
    const cookie = cookieOf(await signIn(other));
    await rockola.cli(['account', 'suspend', other.email]);
    expect((await page(formPaths.signOut, { Cookie: cookie })).status).toBe(303);
  });
});

describe('every form', () => {
  const sent = Object.entries(formPaths).filter(([name]) => forms[name as FormPage].onSubmit);
  const paths = sent.map(([, path]) => path.replaceAll(/:\w+/g, '1055'));
  const tokenPaths = sent.filter(([name]) => forms[name as FormPage].tokenIsCredential).map(([, path]) => path);

  test('is accepted from our own pages only; a missing or "null" origin is accepted only for forms whose token is the credential', async () => {
    const cookie = cookieOf(await signIn(person));
    const silent: Record<string, string>[] = [{}, { Origin: 'null' }, { 'Sec-Fetch-Site': 'none' }];
    const refused: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: `${rockola.url}.evil.example` },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
      { 'Sec-Fetch-Site': '' },
      { 'Sec-Fetch-Site': 'cross-site', Origin: rockola.url },
      { 'Sec-Fetch-Site': 'same-origin, cross-site' },
    ];
    for (const path of paths)
      for (const headers of [...refused, ...silent]) {
        const { status, text } = await send(path, { look: 'on' }, { cookie, site: null, headers });
        const accepted = tokenPaths.includes(path) && silent.includes(headers);
        expect([path, headers, status]).toEqual([path, headers, accepted ? 200 : 403]);
        // The form is then handled as if it had no cookie.
        if (accepted) expect(text).toContain(`href="${formPaths.signIn}"`);
      }
    expect((await page(formPaths.signOut, { Cookie: cookie })).status).toBe(200);
    const own = await send(formPaths.signOut, {}, { cookie, site: null, headers: { Origin: rockola.url } });
    expect(own.status).toBe(303);
  });

  test('has a bounded size and number of fields, and no other content type', async () => {
    const admin = await rockola.person('Admin');
    await rockola.cli(['account', 'role', admin.email, 'admin']);
    const cookie = cookieOf(await signIn(admin));
    for (const path of paths) {
      expect((await send(path, 'x'.repeat(1024 * 1024 + 1))).status).toBe(413);
      // A visitor who may use the form gets it again with 400, or gets 404 if its record does not exist.
      const many = await Promise.all(['', cookie].map((as) => send(path, 'a&'.repeat(1_000), { cookie: as })));
      expect([path, many.some(({ status }) => status === 400 || status === 404)]).toEqual([path, true]);
      expect((await send(path, '{}', { headers: { 'Content-Type': 'application/json' } })).status).toBe(415);
      const put = await fetch(rockola.url + path, { method: 'PUT' });
      expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS']);
    }
  });

  test('is cached nowhere', async () => {
    for (const path of paths) expect((await page(path)).headers.get('cache-control')).toBe('no-store');
  });
});

describe('the pages of the catalogue', () => {
  const pages = [sitePaths.front, sitePaths.artists, sitePaths.bands, '/artists/1055-charly-garcia', sitePaths.changes, '/nowhere'];

  test('are cached nowhere and have no ETag for a signed-in visitor', async () => {
    const cookie = cookieOf(await signIn(person));
    for (const path of pages) {
      const { headers } = await page(path, { Cookie: cookie });
      expect([path, headers.get('cache-control'), headers.get('etag')]).toEqual([path, 'no-store', null]);
    }
  });

  test('are sent in full to a signed-in visitor, even if the browser has the copy of a visitor who is not signed in', async () => {
    const cookie = cookieOf(await signIn(person));
    for (const path of pages.slice(0, -1)) {
      const visitors = await page(path);
      expect([path, visitors.headers.get('cache-control'), visitors.headers.get('vary')]).toEqual([
        path,
        'no-cache',
        expect.stringMatching(/\bCookie\b/),
      ]);
      const etag = visitors.headers.get('etag') ?? '';
      expect((await page(path, { 'If-None-Match': etag })).status).toBe(304);
      const own = await page(path, { Cookie: cookie, 'If-None-Match': etag });
      expect([path, own.status]).toEqual([path, 200]);
      expect(await own.text()).toContain('Luis');
    }
  });
});
