import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { type Person, type Rockola, startRockola } from '../support/harness.ts';
import { openBrowser, type TestBrowser, type Visit } from './browser.ts';

let browser: TestBrowser;
let rockola: Rockola;
let ana: Person;
let editor: Person;
beforeAll(async () => {
  [browser, rockola] = await Promise.all([openBrowser(), startRockola()]);
  [ana, editor] = await Promise.all([rockola.person('Ana'), rockola.person('Edu')]);
  await rockola.call('PATCH', `/api/v1/user/accounts/${editor.id}`, { body: { role: 'editor' }, key: rockola.adminKey });
}, 60_000);
afterAll(() => Promise.all([browser?.close(), rockola?.stop()]));

/** Opens a page as somebody, who signs in on the way. */
async function visit(path: string, who: Person, options: BrowserContextOptions = {}): Promise<Visit> {
  const visited = await browser.visit(`${rockola.url}/sign-in?next=${encodeURIComponent(path)}`, { locale: 'en', ...options });
  await signIn(visited.page, who);
  return visited;
}

async function signIn(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
}

const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click();
const add = async (body: object, key = rockola.adminKey) =>
  (await rockola.call('POST', '/api/v1/artists', { body, key })).json.id as bigint;
const read = async (id: bigint) => (await rockola.call('GET', `/api/v1/artists/${id}`)).json;
const idOf = (page: Page) => BigInt(/artists\/(\d+)/.exec(page.url())?.[1] ?? 0);

describe.each([true, false])('with script: %p', (javaScriptEnabled) => {
  const options = { javaScriptEnabled };

  test('somebody adds an artist with its records, and says why', async () => {
    const { page, faults, close } = await visit('/artists/new', ana, options);
    await page.getByLabel('Name').fill(`Los Nuevos ${javaScriptEnabled}`);
    await page.getByLabel('Band').fill('Los Nuevos');
    await page.getByLabel('Description').fill('\nDos líneas,\ny <b>nada</b> más.');
    await page.getByRole('group', { name: 'Record 1' }).getByLabel('Title').fill('Primero');
    await page.getByRole('group', { name: 'Record 1' }).getByLabel('Year').fill('1999');
    await press(page, 'More rows');
    await page.getByRole('group', { name: 'Record 8' }).getByLabel('Title').fill('Octavo');
    await page.getByRole('group', { name: 'Record 8' }).getByLabel('Year').fill('2001');
    await page.getByLabel('Why').fill('los oí ayer');
    await press(page, 'Add');
    expect(await page.getByRole('status').innerText()).toBe('Added. Thank you.');
    const id = idOf(page);
    expect(await read(id)).toMatchObject({ band: 'Los Nuevos', description: '\nDos líneas,\ny <b>nada</b> más.', image: '' });
    const { data } = (await rockola.call('GET', `/api/v1/artists/${id}/albums`)).json;
    expect(data.map(({ name, year }: { name: string; year: bigint }) => [name, year])).toEqual([
      ['Primero', 1999n],
      ['Octavo', 2001n],
    ]);
    const { json } = await rockola.call('GET', `/api/v1/artists/${id}/revisions`);
    expect(json.data[0]).toMatchObject({ user: ana.id, comment: 'los oí ayer' });
    expect(faults).toEqual([]);
    await close();
  });
});

test('two windows change one artist, and no change is lost', async () => {
  const id = await add({ name: 'De a Dos', band: 'Uno', description: 'Antes.' });
  const [first, second] = await Promise.all([visit(`/artists/${id}/edit`, ana), visit(`/artists/${id}/edit`, editor)]);
  await first.page.getByLabel('Band').fill('Dos');
  await press(first.page, 'Save');
  await first.page.getByText('Saved.').waitFor();
  await second.page.getByLabel('Description').fill('Después.');
  await press(second.page, 'Save');
  expect(await second.page.getByRole('status').innerText()).toStartWith('Saved. While you were writing');
  expect(await read(id)).toMatchObject({ band: 'Dos', description: 'Después.' });
  await Promise.all([first.close(), second.close()]);
});
