import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { startRockola } from '../support/harness.ts';
import { signedIn } from './accountStates.ts';
import { follow, openBrowser, press } from './browser.ts';
import { makeEditor } from './memberStates.ts';

/** An editor enters the facts of an artist, and corrects them. */
const [browser, rockola] = await Promise.all([openBrowser(), startRockola()]);
const editor = await signedIn(rockola, await makeEditor(rockola));
afterAll(() => Promise.all([browser.close(), rockola.stop()]));
afterEach(() => browser.closePages());

const visit = (javaScriptEnabled: boolean, width: number) =>
  browser.visit(`${rockola.url}/robots.txt`, { ...editor, locale: 'en', javaScriptEnabled, viewport: { width, height: 844 } });

const followLink = (page: Page, name: string) => follow(page, page.getByRole('main').getByRole('link', { name, exact: true }));
const row = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const call = (method: string, path: string, body?: object) => rockola.send(method, `/artists${path}`, body);
const idOf = (page: Page) => Number(/artists\/(\d+)/.exec(page.url())?.[1]);
const withoutIds = (records: { id: bigint }[]) => records.map(({ id: _, ...record }) => record);

/** Roles in the order of the form. */
const members: [name: string, from: string, to: string, roles: string[]][] = [
  ['Charly Garcia', '1976', '1978', ['vocals', 'keyboards']],
  ['Pedro Aznar', '1976~', '', ['bass']],
  ['Una Baterista', '1976', '1977', ['drums']],
  ['Nadie Más', '', '', []],
  ['Charly Garcia', '1992', '1992?', ['keyboards']],
];
const names = ['Los Cuatro', 'The Four', 'cuatro'];
/** Identifiers as people copy them; the form finds the catalogue of each. @param width makes them different for each test */
const identifiers = (width: number) => ({
  discogs: `https://www.discogs.com/artist/${width}-Los-Que-Tocan`,
  musicbrainz: `https://musicbrainz.org/artist/00000000-0000-4000-8000-00000000${String(width).padStart(4, '0')}`,
  wikidata: `Q${width}`,
  viaf: `https://viaf.org/viaf/${width}/`,
  spotify: `https://open.spotify.com/artist/${String(width).padStart(22, 'a')}`,
});

describe.each([
  ['with script', true, 1280],
  ['without script, on a phone', false, 390],
])('%s', (_, script, width) => {
  const band = `Los Que Tocan ${width}`;

  test('somebody enters a band with its members, other names, identifiers and details', async () => {
    const { page, faults } = await visit(script, width);
    const pages: string[] = [];
    page.on('framenavigated', (frame) => pages.push(frame.url()));
    await page.goto(`${rockola.url}/artists/new`);
    await page.getByLabel('Name').fill(band);
    await press(page, 'Add');
    const addAnyway = page.getByRole('button', { name: 'It is a different one: add it anyway' });
    await page.locator('.done').or(addAnyway).first().waitFor();
    const wasAsked = (await addAnyway.count()) > 0;
    if (wasAsked) await addAnyway.click();
    await followLink(page, 'members');
    for (const [i, [name, from, to, roles]] of members.entries()) {
      const member = row(page, `Member ${i + 1}`);
      await member.getByLabel('Name').fill(name);
      await member.getByLabel('From').fill(from);
      await member.getByLabel('To').first().fill(to);
      await member.locator('summary').click();
      for (const role of roles) await member.getByLabel(role, { exact: true }).check();
    }
    await press(page, 'Add');
    expect(await page.locator('.done').innerText()).toBe('Added. Thank you.');
    await followLink(page, 'other names');
    for (const [i, name] of names.entries()) {
      await row(page, `Name ${i + 1}`)
        .getByLabel('Name')
        .fill(name);
      await row(page, `Name ${i + 1}`)
        .getByLabel('Type')
        .selectOption('short form');
    }
    await press(page, 'Add');
    await page.locator('.done').waitFor();
    await followLink(page, 'other catalogues');
    for (const [i, text] of Object.values(identifiers(width)).entries())
      await row(page, `Identifier ${i + 1}`)
        .getByLabel('Identifier')
        .fill(text);
    await press(page, 'Add');
    await page.locator('.done').waitFor();
    await followLink(page, 'details');
    await page.getByLabel('Person or group').selectOption('group');
    await page.getByLabel('From').fill('1976~');
    await page.getByLabel('City').fill('Rosario');
    await page.getByLabel('folk and acoustic rock').check();
    await press(page, 'Save');
    expect(await page.locator('.done').innerText()).toBe('Saved.');
    const id = idOf(page);
    const { id: _, ...details } = (await call('GET', `/${id}/details`)).json;
    expect(details).toEqual({ type: 'group', from: '1976~', to: null, ended: null, place: 'Rosario', genres: ['folk-rock'] });
    const found = withoutIds((await call('GET', `/${id}/members`)).json.data);
    const charly = (await call('GET', '?q=charly+garcia')).json.data[0].id;
    const aznar = (await call('GET', '?q=pedro+aznar')).json.data[0];
    const person = (name: string) => (name === 'Charly Garcia' ? charly : name === aznar?.name ? aznar.id : null);
    expect(found).toEqual(
      members.map(([credited, from, to, roles]) => ({
        ...{ person: person(credited), credited, roles, from: from || null, to: to || null },
        ...{ ended: null, note: '', sources: 0n },
      })),
    );
    const aliases = (await call('GET', `/${id}/aliases`)).json.data;
    expect(aliases.map(({ name, kind }: Record<string, string>) => `${name}, ${kind}`)).toEqual(names.map((name) => `${name}, short form`));
    const stored = (await call('GET', `/${id}/identifiers`)).json.data;
    expect(stored.map(({ scheme }: Record<string, string>) => scheme)).toEqual(Object.keys(identifiers(width)));
    // Each form is opened once and sent once.
    expect(pages.length).toBeLessThanOrEqual(wasAsked ? 12 : 11);
    for (const text of ['Una Baterista', 'The Four']) expect(await page.locator('main').innerText()).toContain(text);
    expect(faults.filter((fault) => !fault.includes('/duplicates?') && !fault.includes('/suggestions?'))).toEqual([]);
  });

  test('a refused row stays with its typed values, and the others are added once', async () => {
    const { page } = await visit(script, width);
    const { id } = (await call('POST', '', { name: `${band} de a poco` })).json;
    await page.goto(`${rockola.url}/artists/${id}/members`);
    const fill = async (number: number, name: string, from: string, to: string) => {
      const member = row(page, `Member ${number}`);
      await member.getByLabel('Name').fill(name);
      await member.getByLabel('From').fill(from);
      await member.getByLabel('To').first().fill(to);
    };
    await fill(1, 'Una', '1970', '');
    await fill(2, 'Otro', '1980', '1970');
    await row(page, 'Member 2').locator('summary').click();
    await row(page, 'Member 2').getByLabel('bass').check();
    await press(page, 'Add');
    expect(await page.locator('.faults').innerText()).toContain('1 was added. What is below is not added yet.');
    expect(await page.locator('#membership-1-from-fault').count()).toBe(1);
    const bass = row(page, 'Member 2').getByLabel('bass');
    expect([await bass.isChecked(), await bass.isVisible()]).toEqual([true, true]);
    expect(await row(page, 'Member 1').getByLabel('bass').isVisible()).toBe(false);
    expect(await row(page, 'Member 1').getByLabel('Name').inputValue()).toBe('');
    await fill(2, 'Una', '1970', '');
    await press(page, 'Add');
    // The fault of a second membership with the same first year is shown at the name.
    expect(await page.locator('#membership-1-credited-fault').count()).toBe(1);
    await fill(2, 'Otro', '1970', '1980');
    await press(page, 'Add');
    await page.locator('.done').waitFor();
    const { data } = (await call('GET', `/${id}/members`)).json;
    expect(data.map(({ credited }: { credited: string }) => credited)).toEqual(['Una', 'Otro']);
    expect(data[1].roles).toEqual(['bass']);
  });

  test("a member is linked to an artist, merged with another person's change, deleted and restored", async () => {
    const { page } = await visit(script, width);
    const { id } = (await call('POST', '', { name: `${band} editados` })).json;
    const body = { credited: 'Carlos G.', roles: ['vocals', 'bass'], from: '1970' };
    const { id: member } = (await call('POST', `/${id}/members`, body)).json;
    await page.goto(`${rockola.url}/artists/${id}/members`);
    await followLink(page, 'Edit');
    await call('PATCH', `/${id}/members/${member}`, { note: 'De otra persona', roles: ['bass', 'vocals'] });
    await page.getByLabel('Artist in the catalogue').fill('No Such Artist');
    await page.getByLabel('To', { exact: false }).first().fill('73');
    await press(page, 'Save');
    expect(await page.locator('#to-fault').count()).toBe(1);
    await page.locator('#to').fill('');
    expect(await page.locator('#person-fault').innerText()).toContain('It is the name of no artist');
    await page.getByLabel('Artist in the catalogue').fill('charly garcía');
    await page.getByLabel('Have they left?').selectOption('No');
    await press(page, 'Save');
    expect(await page.locator('.done').innerText()).toStartWith('Saved. While you were writing');
    const merged = (await call('GET', `/${id}/members/${member}`)).json;
    expect(merged).toMatchObject({ credited: 'Carlos G.', roles: ['bass', 'vocals'], note: 'De otra persona', ended: false });
    const { name } = (await call('GET', `/${merged.person}`)).json;
    expect(name).toBe('Charly García');

    await page.goto(`${rockola.url}/artists/${id}/members/${member}/edit`);
    expect(await page.getByLabel('Artist in the catalogue').inputValue()).toBe(`Charly García #${merged.person}`);
    await followLink(page, 'Delete');
    await press(page, 'Delete');
    expect(idOf(page)).toBe(Number(id));
    await page.goto(`${rockola.url}/changes`);
    await page.getByRole('main').getByRole('link', { name: 'deleted', exact: true }).first().click();
    expect(await page.getByRole('main').innerText()).toContain('Charly García');
    await press(page, 'Restore');
    expect(await page.locator('.done').innerText()).toBe('Back in the catalogue.');
    expect((await call('GET', `/${id}/members/${member}`)).json).toEqual(merged);
  });
});

test('fields that may name an artist suggest artists', async () => {
  const { page } = await visit(true, 1280);
  const { id } = (await call('POST', '', { name: 'Los Ofrecidos' })).json;
  await page.goto(`${rockola.url}/artists/${id}/members`);
  await page.locator('#membership-0-credited').pressSequentially('charly gar');
  await page.locator('#membership-0-credited-artists option[value="Charly García"]').waitFor({ state: 'attached' });
});
