import type { BrowserContextOptions, Page } from 'playwright-core';
import { formPaths } from '../../src/web/paths.ts';
import { cookieOf, formSender } from '../support/forms.ts';
import type { Person, Rockola } from '../support/harness.ts';
import { addJob } from '../support/jobs.ts';

/** The state of a page. `act`: the steps that lead there from its address. `options`: of a browser that is signed in. */
export type AccountState = { url: string; act?(page: Page): Promise<void>; options?: BrowserContextOptions };

/** Options for a browser that is signed in from its first page on. */
export async function signedIn(rockola: Rockola, { email, password }: Pick<Person, 'email' | 'password'>): Promise<BrowserContextOptions> {
  const answer = await formSender(rockola)(formPaths.signIn, { email, password });
  const [name = '', value = ''] = cookieOf(answer).split('=');
  const { hostname: domain } = new URL(rockola.url);
  const cookie = { name, value, domain, path: '/', expires: -1, httpOnly: true, secure: true, sameSite: 'Lax' as const };
  return { storageState: { cookies: [cookie], origins: [] } };
}

const sendRefused = async (page: Page) => {
  await page.locator('main form:has(input:not([type=hidden])) button[type=submit]').first().click();
  await page.locator('.faults').waitFor();
};

/** The pages of accounts in every state with a different look, by the name of its picture. */
export async function accountStatesOf(rockola: Rockola): Promise<Record<string, AccountState>> {
  const person = await rockola.person('Luis');
  const { token } = person;
  await rockola.call('PATCH', '/api/v1/user', { token, body: { name: 'María de los Ángeles <b>Fernández</b> Etcheverry' } });
  for (const scopes of [['artists:write'], ['artists:read', 'account']])
    await rockola.call('POST', '/api/v1/user/keys', { token, body: { name: `clave de ${scopes[0]} ${'y otras '.repeat(8)}`, scopes } });
  for (let i = 0; i < 2; i++)
    await rockola.call('POST', '/api/v1/user/webhooks', { token, body: { url: `https://radio.example.org/${'gancho-'.repeat(20)}` } });
  await addJob(rockola, person.id);
  await rockola.cli(['account', 'role', person.email, 'admin']);
  const options = await signedIn(rockola, person);
  const states: Record<string, AccountState> = {};
  for (const [name, path] of Object.entries(formPaths).filter(
    ([, path]) => /^\/(?:account|sign|forgotten|first-admin|admin)/.test(path) && !path.includes(':'),
  )) {
    const visitors = ['signIn', 'signUp', 'forgotten', 'verify', 'reset', 'firstAdmin'].includes(name);
    states[name] = { url: rockola.url + path, ...(!visitors && { options }) };
  }
  for (const name of ['signIn', 'signUp', 'accountPassword', 'accountKeys', 'accountWebhooks', 'accountDeletion'])
    states[`${name}Refused`] = { ...(states[name] as AccountState), act: sendRefused };
  states.adminAccount = { url: `${rockola.url}/admin/accounts/1`, options };
  states.frontSignedIn = { url: `${rockola.url}/`, options };
  states.lost = { url: `${rockola.url}${formPaths.signIn}?back=on` };
  return states;
}
