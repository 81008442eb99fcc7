import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import type { BrowserContextOptions } from 'playwright-core';
import { startRockola } from '../support/harness.ts';
import { mailThrough, startMailServer, tokenIn } from '../support/mailServer.ts';
import { follow, openBrowser, type Visit } from './browser.ts';

const mail = await startMailServer();
const [browser, rockola] = await Promise.all([openBrowser(), startRockola(mailThrough(mail.url))]);
afterAll(() => Promise.all([browser.close(), rockola.stop(), mail.stop()]));
afterEach(() => browser.closePages());

const visit = (url: string, options: BrowserContextOptions = {}) =>
  browser.visit(url, { javaScriptEnabled: false, locale: 'en-GB', ...options });

/** Opens a link of a mail without script, and pastes it into the field of the page. */
async function open(link: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const visited = await visit(link, options);
  await visited.page.locator('#token').fill(link);
  await follow(visited.page, visited.page.locator('main form button'));
  return visited;
}

/** Sends the token of a link as the page's script does, and gets the form. */
const openForm = (link: string) => {
  const [url = '', fragment] = link.split('#');
  return fetch(url, { method: 'POST', body: new URLSearchParams(`${fragment}&look=on`) });
};

const logIn = async (email: string, password: string) =>
  (await rockola.call('POST', '/api/v1/user/login', { body: { email, password } })).status;
/** The link of a mail, with the address of the test's server, since there is no proxy here. */
const linkIn = (text: string) => rockola.url + (/^https:\/\/rock\.example\.org(\/\S+#token=\S+)$/m.exec(text)?.[1] ?? '');

async function verifyLink() {
  const { email } = await rockola.person();
  return { email, link: linkIn((await mail.next(email)).text) };
}

async function resetLink() {
  const { email } = await verifyLink();
  await rockola.call('POST', '/api/v1/user/password-reset-requests', { body: { email } });
  return { email, link: linkIn((await mail.next(email)).text) };
}

const isVerified = async (email: string) =>
  (await rockola.sql(`select verified_at from "user" where email = '${email}'`))[0]?.verified_at !== null;

describe('the page to confirm an address', () => {
  test('changes nothing when it is opened, and confirms when its button is pressed, without script', async () => {
    const { email, link } = await verifyLink();
    const { page, faults } = await open(link);
    expect(await page.locator('.address').innerText()).toBe(email);
    expect(await isVerified(email)).toBe(false);
    await page.getByRole('button', { name: 'Confirm' }).click();
    expect(await page.locator('h1').textContent()).toBe('Address confirmed');
    expect(await isVerified(email)).toBe(true);
    expect(page.url()).toBe(`${rockola.url}/account/verify`);
    expect(faults).toEqual([]);
    const again = await open(link);
    expect(await again.page.locator('h1').textContent()).toBe('This link does not work');
  });

  test('is in the language of the browser', async () => {
    const { link } = await verifyLink();
    const { page } = await open(link, { locale: 'es-AR' });
    expect([await page.locator('html').getAttribute('lang'), await page.locator('h1').textContent()]).toEqual(['es', 'Confirmá tu correo']);
  });
});

describe('the page for a new password', () => {
  test('sets the password, without script, and asks its owner to sign in', async () => {
    const { email, link } = await resetLink();
    const { page, faults } = await open(link);
    for (const id of ['#password', '#repeat']) await page.locator(id).fill('another-day');
    await page.getByRole('button', { name: 'Save the password' }).click();
    expect(await page.locator('h1').textContent()).toBe('Password saved');
    expect(await page.locator('.lead').innerText()).toContain('Sign in');
    expect([await logIn(email, 'another-day'), await logIn(email, 'rock-n-roll')]).toEqual([200, 401]);
    expect(faults).toEqual([]);
  });

  test('shows the fault of a password next to its field, and accepts another password', async () => {
    const { email, link } = await resetLink();
    const { page } = await open(link);
    const tries: [string, string, string, string][] = [
      ['short', 'short', 'password', 'It is 5 characters long; at least 8 are needed.'],
      ['password1', 'password1', 'password', 'It is one of the most common passwords'],
      [email, email, 'password', 'It must not be your e-mail address'],
      ['another-day', 'another-dya', 'repeat', 'It must be the same as the password.'],
      ['x'.repeat(257), 'x', 'password', 'It is 257 characters long'],
    ];
    for (const [password, repeat, field, message] of tries) {
      await page.locator('#password').fill(password);
      await page.locator('#repeat').fill(repeat);
      await page.getByRole('button', { name: 'Save the password' }).click();
      const input = page.locator(`#${field}`);
      expect(await input.getAttribute('aria-invalid')).toBe('true');
      expect(await input.getAttribute('aria-describedby')).toContain(`${field}-fault`);
      expect(await page.locator(`#${field}-fault`).innerText()).toStartWith(message);
      // A browser sets the focus when it first draws the page.
      await page.locator(`#${field}:focus`).waitFor();
      expect(await page.content()).not.toMatch(/<input[^>]* type="password"[^>]* value/);
    }
    expect(await logIn(email, 'rock-n-roll')).toBe(200);
    for (const id of ['#password', '#repeat']) await page.locator(id).fill('another-day');
    await page.getByRole('button', { name: 'Save the password' }).click();
    expect(await logIn(email, 'another-day')).toBe(200);
  });

  test('marks the account and the new password for password managers', async () => {
    const { email, link } = await resetLink();
    const { page } = await open(link);
    expect(await page.locator('[autocomplete=username]').inputValue()).toBe(email);
    expect(await page.locator('[type=password][autocomplete=new-password]').count()).toBe(2);
  });
});

describe('both pages', () => {
  test.each([390, 1280])('fit at a width of %i', async (width) => {
    for (const { link } of [await verifyLink(), await resetLink(), { link: `${rockola.url}/account/reset#token=x` }]) {
      const { page } = await visit(link, { javaScriptEnabled: true, viewport: { width, height: 844 } });
      await page.locator('#token').waitFor({ state: 'detached' });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
  });

  test('are not cached, send no referrer, and cannot be framed', async () => {
    for (const { link } of [await verifyLink(), await resetLink()]) {
      const { status, headers } = await openForm(link);
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('access-control-allow-origin')).toBe(null);
      for (const part of ["default-src 'none'", "form-action 'self'", "frame-ancestors 'none'", "base-uri 'none'"])
        expect(headers.get('content-security-policy')).toContain(part);
    }
  });

  test('refuse malformed tokens', async () => {
    for (const path of ['/account/verify', '/account/reset']) {
      for (const form of ['token=', 'token=a&token=b', 'token=%00', 'token=%3Cscript%3E', `token=${'x'.repeat(5_000)}`]) {
        const answer = await fetch(rockola.url + path, { method: 'POST', body: new URLSearchParams(form) });
        expect([form, answer.status]).toEqual([form, 400]);
        expect(await answer.text()).not.toContain('<script>');
      }
    }
  });

  test('remove the token from the address, and send it in no URL or header', async () => {
    for (const [{ link }, button] of [
      [await verifyLink(), 'Confirm'],
      [await resetLink(), 'Save the password'],
    ] as const) {
      const { page } = await visit('about:blank', { javaScriptEnabled: true });
      const requested: string[] = [];
      page.on('request', (request) => requested.push(request.url(), JSON.stringify(request.headers())));
      await page.goto(link);
      await page.getByRole('button', { name: button }).waitFor();
      expect(requested.length).toBeGreaterThan(4);
      const token = tokenIn({ text: link } as Parameters<typeof tokenIn>[0]);
      for (const text of [...requested, page.url()]) expect(text.replace(/#.*/, '')).not.toContain(token);
      expect(page.url()).toBe(link.split('#')[0] as string);
      expect(rockola.output()).not.toContain(token);
    }
  });

  test('ignore a token in the query, which a log may contain', async () => {
    const { link } = await verifyLink();
    const { page } = await visit(link.replace('#', '?'));
    expect(await page.locator('#token').inputValue()).toBe('');
    expect(await page.locator('h1').textContent()).toBe('Confirm your address');
  });
});
