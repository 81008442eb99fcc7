import { afterAll, afterEach, expect, test } from 'bun:test';
import type { BrowserContextOptions } from 'playwright-core';
import { formPaths } from '../../src/web/paths.ts';
import { cookieOf, formSender } from '../support/forms.ts';
import { startRockola } from '../support/harness.ts';
import { signedIn } from './accountStates.ts';
import { openBrowser } from './browser.ts';

const [browser, rockola] = await Promise.all([openBrowser(), startRockola({ ROCKOLA_STARTER: 'off' })]);
afterAll(() => Promise.all([browser.close(), rockola.stop()]));
afterEach(() => browser.closePages());

const visit = (url: string, options: BrowserContextOptions = {}) => browser.visit(url, { locale: 'en-GB', ...options });

/** A new address for the first administrator. The program also prints one at its first start. */
const newLink = async () => (await rockola.cli(['account', 'admin-link'])).out.trim();
const tokenOf = (link: string) => link.split('token=')[1] ?? '';
const formOf = (token: string, email: string) => ({ token, name: 'Ana', email, password: 'del-63-al-2002', repeat: 'del-63-al-2002' });

test.each([
  ['with script, at once', true],
  ['without script, by pasting it', false],
])('whoever opens the address becomes an administrator and is signed in: %s', async (_, javaScriptEnabled) => {
  const link = await newLink();
  const { page, faults } = await visit(link, { javaScriptEnabled });
  if (!javaScriptEnabled) {
    await page.getByLabel('Address that the service showed').fill(link);
    await page.getByRole('button', { name: 'Continue' }).click();
  }
  await page.getByLabel('Name').fill('Ana');
  await page.getByLabel('E-mail address').fill(`ana-${javaScriptEnabled}@example.org`);
  for (const label of ['Password', 'Repeat the password']) await page.getByLabel(label, { exact: true }).fill('del-63-al-2002');
  expect(page.url()).not.toContain('rkl_');
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByRole('status').waitFor();
  expect(await page.locator('.particulars').innerText()).toContain('Administrator');
  await page.goto(`${rockola.url}${formPaths.admin}`);
  expect(await page.locator('.figures').innerText()).toContain('Accounts');
  expect(faults).toEqual([]);
  expect(rockola.output()).not.toContain(tokenOf(link));
});

test('the address works once, also for ten requests at the same moment, and a newer address replaces it', async () => {
  const send = formSender(rockola);
  const old = tokenOf(await newLink());
  const token = tokenOf(await newLink());
  expect((await send(formPaths.firstAdmin, formOf(old, 'old@example.org'))).status).toBe(400);
  const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => send(formPaths.firstAdmin, formOf(token, `ten${i}@example.org`))));
  const accepted = answers.filter((answer) => cookieOf(answer) !== '');
  expect([accepted.length, answers.filter(({ status }) => status === 303).length]).toEqual([1, 1]);
  expect((await send(formPaths.firstAdmin, formOf(token, 'late@example.org'))).status).toBe(400);
});

test('the token of the address resets no password, and the token of a password reset makes no administrator', async () => {
  const send = formSender(rockola);
  const token = tokenOf(await newLink());
  const reset = await rockola.call('POST', '/api/v1/user/password-resets', { body: { token, password: 'del-63-al-2002' } });
  expect(reset.status).toBe(400);
  const person = await rockola.person();
  const link = (await rockola.cli(['account', 'reset-link', person.email])).out.trim();
  expect((await send(formPaths.firstAdmin, formOf(tokenOf(link), 'other@example.org'))).status).toBe(400);
  expect((await rockola.sql(`select count(*) as n from "user" where email = 'other@example.org'`))[0]?.n).toEqual(0);
});

test('while the operator is suspended or no administrator, the address is refused and no new one is made', async () => {
  const admin = await rockola.person('Boss');
  await rockola.cli(['account', 'role', admin.email, 'admin']);
  for (const [revoke, restore] of [
    [['suspend'], ['reinstate']],
    [
      ['role', 'editor'],
      ['role', 'admin'],
    ],
  ] as const) {
    const commandOf = ([verb, ...rest]: readonly string[]) => ['account', verb as string, 'operator@localhost', ...rest];
    const token = tokenOf(await newLink());
    expect((await rockola.cli(commandOf(revoke))).code).toBe(0);
    expect((await formSender(rockola)(formPaths.firstAdmin, formOf(token, 'no@example.org'))).status).toBe(400);
    const { code, err } = await rockola.cli(['account', 'admin-link']);
    expect([code, err]).toEqual([1, expect.stringContaining('operator@localhost is no administrator any more')]);
    expect((await rockola.cli(commandOf(restore))).code).toBe(0);
  }
});

test('an administrator changes the role of an account, suspends and deletes it; others do not see these pages', async () => {
  const [admin, person] = [await rockola.person('Boss'), await rockola.person('Nito')];
  expect((await fetch(`${rockola.url}${formPaths.admin}`, { redirect: 'manual' })).status).toBe(303);
  const member = await visit(rockola.url + formPaths.adminAccounts, await signedIn(rockola, person));
  expect(await member.page.locator('h1').innerText()).not.toContain('ACCOUNTS');
  await rockola.cli(['account', 'role', admin.email, 'admin']);
  const { page } = await visit(`${rockola.url}${formPaths.adminAccounts}?search=nito`, await signedIn(rockola, admin));
  await page.getByRole('link', { name: 'Nito' }).click();
  await page.getByLabel('Role').selectOption('editor');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('status').waitFor();
  expect((await rockola.call('GET', '/api/v1/user', { token: person.token })).json.role).toBe('editor');
  await page.getByLabel('Status').selectOption('true');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForFunction('document.querySelector("[name=suspended-was]")?.value === "true"');
  expect((await rockola.call('GET', '/api/v1/user', { token: person.token })).status).toBe(401);
  await page.getByLabel('Yes, forever').check();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('**/admin/accounts');
  expect((await rockola.call('GET', `/api/v1/user/accounts/${person.id}`, { token: admin.token })).status).toBe(404);
});

test('the overview says when the last backup was made', async () => {
  const admin = await rockola.person('Boss');
  await rockola.cli(['account', 'role', admin.email, 'admin']);
  const { page } = await visit(rockola.url + formPaths.admin, await signedIn(rockola, admin));
  const backup = async () => (await page.locator('.figures div', { hasText: 'Last backup' }).innerText()).split('\n').at(-1);
  expect(await backup()).toBe('none');
  expect((await rockola.cli(['backup', `${rockola.folder}/copy.db`])).code).toBe(0);
  await page.reload();
  expect(await page.locator('.figures').innerText()).toContain('less than a day ago');
});
