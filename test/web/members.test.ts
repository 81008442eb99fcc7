import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { formPaths } from '../../src/web/paths.ts';
import { startRockola } from '../support/harness.ts';
import { signedIn } from './accountStates.ts';
import { openBrowser, press } from './browser.ts';
import { payloads } from './payloads.ts';

const [browser, rockola] = await Promise.all([openBrowser(), startRockola({ ROCKOLA_PICTURES: 'click' })]);
afterAll(() => Promise.all([browser.close(), rockola.stop()]));
afterEach(() => browser.closePages());

const visit = (path: string, options: BrowserContextOptions = {}) =>
  browser.visit(new URL(path, rockola.url).href, { locale: 'en-GB', ...options });

const messageOf = (page: Page, role: 'status' | 'alert') => page.getByRole(role).innerText();

describe.each([
  ['with script', true],
  ['without script', false],
])('%s', (_, javaScriptEnabled) => {
  test('somebody signs up, sees every error at its field, and loses nothing that they typed', async () => {
    const email = `ñandú${Number(javaScriptEnabled)}@example.org`;
    const { page } = await visit(formPaths.signUp, { javaScriptEnabled });
    await page.getByLabel('Name', { exact: true }).fill('Ana <b>María</b>');
    await page.getByLabel('E-mail address').fill('no address');
    await page.getByLabel('Password', { exact: true }).fill('password1');
    await page.getByLabel('Repeat the password').fill('password2');
    await press(page, 'Create the account');
    await page.getByRole('alert').waitFor();
    expect(await page.locator('.field .fault').allInnerTexts()).toEqual([
      'It must be an e-mail address such as name@example.org.',
      expect.stringContaining('most common'),
      'It must be the same as the password.',
    ]);
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Ana <b>María</b>');
    expect(await page.content()).not.toMatch(/password[12]/);
    await page.getByLabel('E-mail address').fill(email);
    for (const label of ['Password', 'Repeat the password']) await page.getByLabel(label, { exact: true }).fill('del-63-al-2002');
    await press(page, 'Create the account');
    await page.getByRole('status').waitFor();
    expect([await messageOf(page, 'status'), new URL(page.url()).pathname]).toEqual(['Your account is ready.', '/account']);
    expect(await page.getByRole('navigation', { name: 'Your account' }).first().innerText()).toContain('Ana <b>María</b>');
  });

  test('somebody makes a key, sees it once, and revokes it', async () => {
    const person = await rockola.person();
    const { page, faults } = await visit(formPaths.accountKeys, { javaScriptEnabled, ...(await signedIn(rockola, person)) });
    await page.getByLabel('What it is for').fill('radio');
    await page.getByLabel('change artists').check();
    await press(page, 'Create key');
    await page.locator('.key').waitFor();
    const key = await page.locator('.key').innerText();
    expect((await rockola.call('POST', '/api/v1/artists', { key, body: { name: 'By key' } })).status).toBe(201);
    expect((await rockola.call('GET', '/api/v1/user', { key })).status).toBe(403);
    const calls = page.locator('.calls pre');
    const url = `${rockola.url}/api/v1/artists?limit=3`;
    for (const call of await calls.allInnerTexts()) expect([call.includes(url), call.includes('ROCKOLA_KEY')]).toEqual([true, true]);
    const fill = page.getByRole('button', { name: 'Put the key into the examples' });
    expect(await fill.count()).toBe(Number(javaScriptEnabled));
    if (javaScriptEnabled) {
      await fill.click();
      for (const call of await calls.allInnerTexts()) expect([call.includes(key), call.includes('ROCKOLA_KEY')]).toEqual([true, false]);
      await page.evaluate('navigator.clipboard.writeText = async (text) => (globalThis.copied = text)');
      await page.getByRole('button', { name: 'Copy' }).first().click();
      await page.getByText('Copied.').waitFor();
      expect(await page.evaluate<string>('globalThis.copied')).toBe(key);
    }
    await page.getByRole('link', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Revoke: radio' }).click();
    await page.getByRole('status').waitFor();
    expect(await page.content()).not.toContain(key);
    expect((await rockola.call('POST', '/api/v1/artists', { key, body: { name: 'By key' } })).status).toBe(401);
    expect(faults).toEqual([]);
  });

  test('a session that ends while somebody types loses nothing: after a new sign-in the form still has the text', async () => {
    const person = await rockola.person();
    const { page } = await visit(formPaths.accountKeys, { javaScriptEnabled, ...(await signedIn(rockola, person)) });
    await page.getByLabel('What it is for').fill('radio "y" <b>más</b>');
    await page.getByLabel('change artists').check();
    await page.getByLabel('change albums').check();
    await rockola.call('DELETE', '/api/v1/user/sessions', { token: person.token });
    await press(page, 'Create key');
    await page.getByLabel('Password').waitFor();
    expect(await messageOf(page, 'alert')).toContain('what you typed is still here');
    await page.getByLabel('E-mail address').fill(person.email);
    await page.getByLabel('Password').fill('wrong');
    await press(page, 'Sign in');
    await page.getByText('is wrong').waitFor();
    await page.getByLabel('Password').fill(person.password);
    await press(page, 'Sign in');
    await press(page, 'Look at it first');
    await page.getByLabel('What it is for').waitFor();
    expect(await page.getByLabel('What it is for').inputValue()).toBe('radio "y" <b>más</b>');
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(2);
    await press(page, 'Create key');
    await page.locator('.key').waitFor();
  });
});

test('changing the password needs the current one, and ends the other sessions', async () => {
  const person = await rockola.person();
  const { page } = await visit(formPaths.accountPassword, { ...(await signedIn(rockola, person)) });
  const fill = async (current: string) => {
    await page.getByLabel('Current password').fill(current);
    for (const label of ['New password', 'Repeat the new password']) await page.getByLabel(label, { exact: true }).fill('another-day');
    await press(page, 'Change the password');
  };
  await fill('not mine');
  await page.getByRole('alert').waitFor();
  expect(await page.locator('#current_password-fault').innerText()).toBe('It is not the password of this account.');
  await fill(person.password);
  await page.getByRole('status').waitFor();
  expect((await rockola.call('GET', '/api/v1/user', { token: person.token })).status).toBe(401);
});

test('an account is deleted once its password is entered, and the browser is signed out', async () => {
  const person = await rockola.person();
  const { page } = await visit(formPaths.accountDeletion, { ...(await signedIn(rockola, person)) });
  await page.getByLabel('Current password').fill(person.password);
  await press(page, 'Delete my account');
  await page.waitForURL(`${rockola.url}/`);
  expect(await page.getByRole('status').innerText()).toStartWith('Your account is gone.');
  expect(await page.context().cookies()).toEqual([]);
  expect((await rockola.call('POST', '/api/v1/user/login', { body: person })).status).not.toBe(200);
});

test('no name of an account or a key runs as script', async () => {
  const names = payloads.filter((_, i) => i % 6 === 0).map((payload) => payload.slice(0, 200));
  const person = await rockola.person();
  const { token } = person;
  for (const name of names.slice(0, 90)) await rockola.call('POST', '/api/v1/user/keys', { token, body: { name, scopes: ['account'] } });
  const { page, faults } = await visit(formPaths.accountKeys, { ...(await signedIn(rockola, person)) });
  expect(await page.locator('.rows li').count()).toBeGreaterThan(40);
  expect(await page.locator('main script, main iframe, main svg, main style, main [onerror], main [onload]').count()).toBe(0);
  for (const name of names.slice(0, 15)) {
    await rockola.call('PATCH', '/api/v1/user', { token, body: { name } });
    await page.goto(`${rockola.url}${formPaths.account}?lang=en`);
    expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(name.replaceAll('\n', ''));
  }
  expect(faults).toEqual([]);
});
