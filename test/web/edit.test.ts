import { afterAll, afterEach, describe, expect, test as longToo } from 'bun:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { until } from '../faults/until.ts';
import { isLong, sampleOf } from '../support/amount.ts';
import { times } from '../support/each.ts';
import { cookieOf, formSender } from '../support/forms.ts';
import { startRockola } from '../support/harness.ts';
import { seed } from '../support/seed.ts';
import { signedIn } from './accountStates.ts';
import { openBrowser, press } from './browser.ts';
import { makeEditor } from './memberStates.ts';
import { payloads, unsafeIn } from './payloads.ts';

const [browser, rockola] = await Promise.all([openBrowser(), startRockola()]);
const [ana, editor] = await Promise.all([rockola.person('Ana'), makeEditor(rockola)]);
const [asAna, asEditor] = await Promise.all([signedIn(rockola, ana), signedIn(rockola, editor)]);
afterAll(() => Promise.all([browser.close(), rockola.stop()]));
afterEach(() => browser.closePages());

/** Opens a page as a signed-in user. */
const visit = (path: string, person = ana, options: BrowserContextOptions = {}) =>
  browser.visit(rockola.url + path, { locale: 'en', ...(person === ana ? asAna : asEditor), ...options });

const notice = (page: Page) => page.locator('.done').innerText();
const call = (method: string, path: string, body?: object, key = rockola.adminKey) =>
  rockola.call(method, `/api/v1${path}`, { key, ...(body && { body }) });
const add = async (body: object, key?: string) => (await call('POST', '/artists', body, key)).json.id as bigint;
const read = async (id: bigint) => (await call('GET', `/artists/${id}`)).json;
const versionOf = async (id: bigint) => (await call('GET', `/artists/${id}/revisions`)).json.data[0].version as bigint;
const idOf = (page: Page) => BigInt(/artists\/(\d+)/.exec(page.url())?.[1] ?? 0);

const test = longToo.skipIf(isLong);
describe.each([
  ['with script', true],
  ['without script', false],
])('%s', (_, javaScriptEnabled) => {
  const options = { javaScriptEnabled };

  test('somebody adds an artist with its records, and says why', async () => {
    const { page, faults } = await visit('/artists/new', ana, options);
    const description = '\nDos líneas,\ny <b>nada</b> más.';
    await page.getByLabel('Name').fill(`Los Nuevos ${javaScriptEnabled ? 'Uno' : 'Dos'}`);
    await page.getByLabel('Band').fill('Los Nuevos');
    await page.getByLabel('Description').fill(description);
    const row = (number: number) => page.getByRole('group', { name: `Album ${number}`, exact: true });
    await row(1).getByLabel('Title').fill('Primero');
    await row(1).getByLabel('Year').fill('1999');
    await press(page, 'More rows');
    await row(6).getByLabel('Title').fill('Octavo');
    await row(6).getByLabel('Year').fill('2001');
    await page.getByLabel('Why').fill('los oí ayer');
    await press(page, 'Add');
    // The other run of this test may have added an artist with a similar name.
    const addAnyway = page.getByRole('button', { name: 'It is a different one: add it anyway' });
    await page.locator('.done').or(addAnyway).first().waitFor();
    if (await addAnyway.count()) await addAnyway.click();
    expect(await notice(page)).toBe('Added. Thank you.');
    const id = idOf(page);
    expect(await read(id)).toMatchObject({ band: 'Los Nuevos', description, image: '' });
    const { data } = (await call('GET', `/artists/${id}/albums`)).json;
    const albums = data.map(({ name, year }: { name: string; year: bigint }) => `${name} ${year}`);
    expect(albums).toEqual(['Primero 1999', 'Octavo 2001']);
    const [addition] = (await call('GET', `/artists/${id}/revisions`)).json.data;
    expect(addition).toMatchObject({ user: ana.id, comment: 'los oí ayer' });
    // Leaving the page cancels a lookup of the name.
    expect(faults.filter((fault) => !/\/(?:duplicates|suggestions)\?/.test(fault))).toEqual([]);
  });

  test('each error is shown next to its field, and the typed text stays', async () => {
    const { page } = await visit('/artists/new', ana, options);
    const typed = {
      name: ' ',
      description: '"<i>\n\n&amp;',
      image: 'ftp://x',
      'album-1-name': 'Sin año',
      'album-1-year': '73',
      source: 'nope',
    };
    await press(page, 'More rows');
    for (const summary of await page.locator('form .further summary').all()) await summary.click();
    for (const [name, text] of Object.entries(typed)) await page.locator(`[name="${name}"]`).fill(text);
    await press(page, 'Add');
    for (const [name, text] of Object.entries(typed)) expect(await page.locator(`[name="${name}"]`).inputValue()).toBe(text);
    for (const name of ['name', 'image', 'album-1-year', 'source']) {
      const field = page.locator(`[name="${name}"]`);
      expect([name, await field.getAttribute('aria-invalid')]).toEqual([name, 'true']);
      expect(await field.getAttribute('aria-describedby')).toContain(`${name}-fault`);
      expect(await page.locator(`#${name}-fault`).innerText()).toStartWith('It ');
      expect(await page.locator('.faults').getByRole('link').filter({ hasText: /./ }).count()).toBe(4);
    }
    await page.locator('#name:focus').waitFor();
  });

  test('artists of nearly the same name are shown before another is added', async () => {
    const { page } = await visit('/artists/new', ana, options);
    await page.getByLabel('Name').fill('Fito Paes');
    if (javaScriptEnabled) await page.locator('.duplicates').getByRole('link', { name: 'Fito Páez' }).waitFor();
    await press(page, 'Add');
    await page.locator('.duplicates').getByRole('link', { name: 'Fito Páez' }).waitFor();
    const total = async () => (await call('GET', '/artists?limit=1')).json.meta.total;
    const before = await total();
    await press(page, 'It is a different one: add it anyway');
    expect(await notice(page)).toBe('Added. Thank you.');
    expect(await total()).toBe(before + 1n);
    await call('DELETE', `/artists/${idOf(page)}`);
  });

  test('two windows that change different members keep both changes', async () => {
    const id = await add({ name: 'De a Dos', band: 'Uno', description: 'Antes.' });
    const [first, second] = await Promise.all([visit(`/artists/${id}/edit`, ana, options), visit(`/artists/${id}/edit`, editor, options)]);
    await first.page.getByLabel('Band').fill('Dos');
    await press(first.page, 'Save');
    expect(await notice(first.page)).toBe('Saved.');
    await second.page.getByLabel('Description').fill('Después.');
    await press(second.page, 'Save');
    expect(await notice(second.page)).toStartWith('Saved. While you were writing');
    expect(await read(id)).toMatchObject({ name: 'De a Dos', band: 'Dos', description: 'Después.' });
  });

  test('two windows that change the same member lose neither text: the person who saves last chooses', async () => {
    const id = await add({ name: 'En Disputa', band: 'Uno', description: 'Antes.', image: '' });
    const { page } = await visit(`/artists/${id}/edit`, ana, options);
    await call('PATCH', `/artists/${id}`, { band: 'La de ellos', description: 'Lo de ellos.', image: 'https://example.org/x.png' });
    await page.getByLabel('Band').fill('La mía');
    await page.getByLabel('Description').fill('Lo mío.');
    await page.getByLabel('Name').fill('En Disputa y Más');
    await press(page, 'Save');
    expect((await read(id)).band).toBe('La de ellos');
    const group = (label: string) => page.locator(`.field:has(> label:has-text("${label}"))`);
    expect(await group('Band').locator('.now').innerText()).toBe('La de ellos');
    expect(await group('Description').locator('textarea[readonly]').inputValue()).toBe('Lo de ellos.');
    expect(await page.locator('#image').inputValue()).toBe('https://example.org/x.png');
    await press(page, 'Save my choices');
    expect(await page.locator('#band-fault').innerText()).toBe('Choose which one to keep.');
    await group('Band').getByLabel('Keep mine').check();
    await page.getByLabel('Band').fill('La mía, retocada');
    await group('Description').getByLabel('Keep theirs').check();
    await press(page, 'Save my choices');
    await page.locator('.done').waitFor();
    expect(await read(id)).toMatchObject({
      name: 'En Disputa y Más',
      band: 'La mía, retocada',
      description: 'Lo de ellos.',
      image: 'https://example.org/x.png',
    });
  });

  test('a session that ended while somebody typed loses nothing', async () => {
    const id = await add({ name: 'Sin Sesión', description: 'Antes.' });
    const { page } = await visit(`/artists/${id}/edit`, ana, options);
    await page.getByLabel('Description').fill('"Después",\n\n<b>y</b> más.');
    await page.context().clearCookies();
    await press(page, 'Save');
    await page.locator('[name=email]').fill(ana.email);
    await page.locator('[name=password]').fill(ana.password);
    await press(page, 'Sign in');
    await press(page, 'Send it now');
    expect(await notice(page)).toBe('Saved.');
    expect((await read(id)).description).toBe('"Después",\n\n<b>y</b> más.');
  });

  test('buttons of the history undo a change or return to a version; a change that cannot be undone alone is refused', async () => {
    const id = await add({ name: 'Deshacer', band: 'Uno', description: 'Antes.' });
    await call('PATCH', `/artists/${id}`, { band: 'Dos' });
    await call('PATCH', `/artists/${id}`, { description: 'Roto.' });
    const { page } = await visit(`/artists/${id}/history`, ana, options);
    await page.locator('#v2').getByRole('button', { name: 'Undo this change' }).click();
    expect(await notice(page)).toBe('Undone.');
    expect(await read(id)).toMatchObject({ band: 'Uno', description: 'Roto.' });
    await page.goto(`${rockola.url}/artists/${id}/history`);
    await page.locator('#v1').getByRole('button', { name: 'Go back to this version' }).click();
    expect(await notice(page)).toBe('Undone.');
    expect(await read(id)).toMatchObject({ band: 'Uno', description: 'Antes.' });
    await call('PATCH', `/artists/${id}`, { description: 'Otra vez.' });
    await page.goto(`${rockola.url}/artists/${id}/history`);
    await page.locator('#v3').getByRole('button', { name: 'Undo this change' }).click();
    expect(await page.getByRole('alert').innerText()).toContain('cannot be undone alone');
    expect(await read(id)).toMatchObject({ description: 'Otra vez.' });
  });

  test('an editor finds what a vandal did and undoes their twenty edits within a minute', async () => {
    const vandal = await rockola.person('Vandal');
    const ids = await Promise.all(Array.from({ length: 20 }, (_, i) => add({ name: `Cuidado ${i}`, description: 'Bien.' })));
    for (const id of ids) await call('PATCH', `/artists/${id}`, { description: 'Mal.' }, vandal.key);
    const { page } = await visit('/changes', editor, options);
    await page.locator('.changes .action').first().click();
    await page.locator(`.versions a[href$="/accounts/${vandal.id}/changes"]`).first().click();
    await page.getByRole('link', { name: 'Undo its changes' }).click();
    await press(page, 'See what would be undone');
    expect(await page.locator('.report h2').innerText()).toMatch(/changes to 20 entries would be undone/i);
    expect(await page.getByRole('main').getByRole('link', { name: 'Cuidado 7', exact: true }).count()).toBe(1);
    expect((await read(ids[0] as bigint)).description).toBe('Mal.');
    await page.getByLabel('Why').fill('vandalismo');
    await press(page, 'Undo all of this');
    expect(await page.locator('.report h2').innerText()).toMatch(/changes to 20 entries were undone/i);
    for (const id of ids) expect((await read(id)).description).toBe('Bien.');
  });
});

test('an editor deletes an artist with its records, and brings both back', async () => {
  const id = await add({ name: 'Ida y Vuelta' });
  await call('POST', `/artists/${id}/albums`, { name: 'Uno', year: 1980 });
  const { page } = await visit(`/artists/${id}/edit`, editor);
  await page.getByRole('link', { name: 'Delete' }).click();
  await page.getByLabel('Why').fill('por error');
  await press(page, 'Delete');
  expect(await notice(page)).toBe('You deleted Ida y Vuelta. Undo · History');
  expect((await rockola.call('GET', `/api/v1/artists/${id}`)).status).toBe(404);
  await page.goto(`${rockola.url}/artists/${id}/history`);
  await press(page, 'Restore');
  expect(await notice(page)).toBe('Back in the catalogue.');
  expect((await call('GET', `/artists/${id}/albums`)).json.data.length).toBe(1);
});

test('records are added, edited and deleted', async () => {
  const id = await add({ name: 'Con Discos' });
  const { page } = await visit(`/artists/${id}`, editor);
  await page.getByRole('link', { name: 'albums', exact: true }).click();
  await page.locator('#album-0-name').fill('Uno');
  await page.locator('#album-0-year').fill('1980');
  await press(page, 'Add');
  await page.getByRole('link', { name: 'Uno' }).click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Year').fill('1981');
  await press(page, 'Save');
  expect(await page.locator('.pill').innerText()).toBe('1981');
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('link', { name: 'Delete' }).click();
  await press(page, 'Delete');
  expect(await notice(page)).toBe('You deleted Uno. Undo · History');
  expect((await call('GET', `/artists/${id}/albums`)).json.data).toEqual([]);
});

test('a form that is sent again, by a double click, after Back or by eight requests at once, makes one change', async () => {
  const { page } = await visit('/artists/new', ana);
  await page.getByLabel('Name').fill('Doble Clic');
  await page.locator('#album-0-name').fill('Uno');
  await page.locator('#album-0-year').fill('1980');
  await page.getByRole('button', { name: 'Add', exact: true }).dblclick();
  expect(await notice(page)).toBe('Added. Thank you.');
  const id = idOf(page);
  await page.goBack();
  if ((await page.getByLabel('Name').inputValue()) === 'Doble Clic') {
    await press(page, 'Add');
    await page.waitForURL(`**/artists/${id}-doble-clic*`);
  }
  const send = formSender(rockola);
  const cookie = cookieOf(await send('/sign-in', { email: ana.email, password: ana.password }));
  const form = { once: crypto.randomUUID(), name: 'Muchas Veces', 'album-0-name': 'Uno', 'album-0-year': '1980' };
  const answers = await Promise.all(Array.from({ length: 8 }, () => send('/artists/new', form, { cookie })));
  const locations = new Set(answers.map(({ headers }) => headers.get('location')));
  expect([locations.size, answers.map(({ status }) => status)]).toEqual([1, Array(8).fill(303)]);
  const named = (name: string) => call('GET', `/artists/duplicates?name=${encodeURIComponent(name)}`);
  for (const name of ['Doble Clic', 'Muchas Veces']) {
    const { data } = (await named(name)).json;
    expect(data.length).toBe(1);
    expect((await call('GET', `/artists/${data[0].id}/albums`)).json.data.length).toBe(1);
  }
});

test('a form that is saved as it was opened changes nothing, whatever its texts contain', async () => {
  const texts = ['\n\nuno\r\ndos\rtres\n', '  a  ', '"\'<&>', '\t', '\u202eabc', '🎸\n'];
  const { page } = await visit('/', ana);
  for (const text of texts) {
    const id = await add({ name: `x${text}`, description: text, band: text });
    await page.goto(`${rockola.url}/artists/${id}/edit`);
    await press(page, 'Save');
    expect(await notice(page)).toBe('Saved.');
    expect([await versionOf(id), await read(id)]).toMatchObject([1n, { name: `x${text}`, description: text, band: text }]);
  }
});

test('the description of an artist with 300 albums can be edited up to 20,000 characters', async () => {
  const description = 'Un párrafo con **énfasis** y [enlaces](https://example.org).\n\n'.repeat(400).slice(0, 20_000);
  const id = await add({ name: 'Trescientos', description });
  await Promise.all(Array.from({ length: 300 }, (_, i) => call('POST', `/artists/${id}/albums`, { name: `Disco ${i}`, year: 1990 })));
  const { page } = await visit(`/artists/${id}/edit`, ana);
  expect(await page.getByLabel('Description').inputValue()).toBe(description);
  await page.getByLabel('Description').fill(`x${description}`);
  await press(page, 'Save');
  expect(await page.locator('#description-fault').innerText()).toContain('20001');
  await page.getByLabel('Description').fill(`${description.slice(0, -1)}!`);
  await press(page, 'Save');
  expect(await notice(page)).toBe('Saved.');
  expect((await read(id)).description).toBe(`${description.slice(0, -1)}!`);
});

test('after a refusal, Back and a reload show the form with the typed text, and the browser asks nothing', async () => {
  const { page } = await visit('/artists/new');
  const typed = () => Promise.all(['#band', '#album-5-name'].map((field) => page.locator(field).inputValue()));
  await page.getByLabel('Band').fill('Los Que Vuelven');
  await press(page, 'More rows');
  await page.locator('#album-5-name').fill('El octavo');
  await press(page, 'Add');
  await page.getByRole('alert').waitFor();
  // Once the page has loaded, its script lets Back show the refused form.
  await page.waitForLoadState('load');
  await page.locator('.brand').click();
  await page.waitForURL(`${rockola.url}/`);
  for (const way of ['goBack', 'reload'] as const) {
    await page[way]();
    await page.waitForFunction('document.querySelector("script[data-sent]") && document.readyState === "complete"');
    expect([way, ...(await typed())]).toEqual([way, 'Los Que Vuelven', 'El octavo']);
  }
});

test('the fields of a form have the bounds of their members, and rarely used fields are folded away', async () => {
  const { page } = await visit('/artists/new');
  const constraintsOf = (name: string) =>
    page.evaluate<unknown>(
      `(({ required, type, min, max, maxLength }) => [required, type, min, max, maxLength])(document.querySelector('[name="${name}"]'))`,
    );
  expect(await constraintsOf('name')).toEqual([true, 'text', '', '', 400]);
  for (const name of ['band', 'album-0-name']) expect([name, await constraintsOf(name)]).toEqual([name, [false, 'text', '', '', 400]]);
  expect(await constraintsOf('album-0-year')).toEqual([false, 'number', '1900', '', -1]);
  for (const name of ['image', 'album-0-image', 'source'])
    expect([name, await page.locator(`[name="${name}"]`).isVisible()]).toEqual([name, false]);
  expect(await page.locator('.row').count()).toBe(1);
});

test('the browser asks before somebody leaves a form with typed text, and at no other time', async () => {
  const { page, faults } = await visit('/artists/new');
  const leave = () => page.getByRole('link', { name: 'Cancel' }).click({ noWaitAfter: true });
  const asked = () => faults.filter((fault) => fault.startsWith('dialog')).length;
  await page.getByLabel('Band').fill('Los Que Dudan');
  await leave();
  await until(async () => asked() === 1, 'the browser does not ask');
  expect([page.url(), await page.getByLabel('Band').inputValue()]).toEqual([`${rockola.url}/artists/new`, 'Los Que Dudan']);
  await page.locator('#name').fill('Los Que Dudan');
  await press(page, 'Add');
  expect(await notice(page)).toBe('Added. Thank you.');
  await page.goto(`${rockola.url}/artists/new`);
  await leave();
  await page.waitForURL(`${rockola.url}/artists`);
  expect(asked()).toBe(1);
});

test('with the keyboard alone somebody signs in, adds an artist, edits it and undoes the change', async () => {
  const { page } = await browser.visit(`${rockola.url}/artists`, { locale: 'en' });
  /** Presses the Tab key until an element has the focus. */
  const reach = async (selector: string) => {
    for (let i = 0; i < 120; i++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate<boolean>(`document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`)) return;
    }
    throw new Error(`${selector} is not reached by the keyboard on ${page.url()}`);
  };
  const type = async (selector: string, text: string) => {
    await reach(selector);
    await page.keyboard.press('Control+A');
    await page.keyboard.type(text);
  };
  const enter = async (selector: string, nextUrl: string) => {
    await reach(selector);
    await page.keyboard.press('Enter');
    await page.waitForURL(nextUrl);
  };
  await enter('a[href$="/artists/new"]', '**/sign-in*');
  await page.locator('[name=email]:focus').waitFor();
  await page.keyboard.type(ana.email);
  await type('[name=password]', ana.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/artists/new*');
  await type('[name=name]', 'Solo Teclado');
  await type('[name=band]', 'Teclas');
  await page.keyboard.press('Enter');
  await page.waitForURL('**-solo-teclado');
  await enter('a[href$="/edit"]', '**/edit');
  await type('[name=band]', 'Otras Teclas');
  await page.keyboard.press('Enter');
  await page.waitForURL('**-solo-teclado');
  await enter('a[href$="/history"]', '**/history');
  await reach('.undo button');
  await page.keyboard.press('Space');
  await page.waitForURL('**-solo-teclado');
  expect((await read(idOf(page))).band).toBe('Teclas');
});

longToo('no text runs as script in refused forms, in conflicts, and on the pages that undo a change', async () => {
  const { page, faults } = await visit('/', editor);
  const found: unknown[] = [];
  const look = async (payload: string) => {
    const wrong = await page.evaluate<string[]>(unsafeIn('document'));
    const others = faults.splice(0).filter((fault) => !/ 4\d\d |^4\d\d |status of 4/.test(fault));
    if (wrong.length + others.length > 0) found.push([payload, page.url(), wrong, others]);
  };
  const submit = (values: Record<string, string>) =>
    Promise.all([
      page.waitForNavigation({ waitUntil: 'load' }),
      page.evaluate(`for (const [name, value] of Object.entries(${JSON.stringify(values)})) {
        const field = document.querySelector('form .field [name="' + name + '"]');
        if (field?.type === 'number') field.type = 'text';
        if (field) field.value = value;
      }
      document.querySelector('main .send button').click();`),
    ]);
  await page.goto(`${rockola.url}/artists/new`);
  const fields = ['name', 'band', 'description', 'image', 'comment', 'source', 'album-0-name', 'album-0-year', 'album-0-image'];
  // Each field gets a different payload, and a new run shifts them, so that over many runs every field gets all of them.
  const rounds = times(Math.ceil(payloads.length / fields.length)).map((round) => round * fields.length + (seed % fields.length));
  for (const start of sampleOf(rounds, 8)) {
    const values = fields.map((name, i): [string, string] => [name, payloads[(start + i) % payloads.length] as string]);
    await submit(Object.fromEntries(values));
    await look(values.join());
  }
  for (const payload of payloads.filter((_, i) => i % 40 === seed % 40)) {
    const text = payload.slice(0, 200);
    const id = await add({ name: text, band: text, description: payload });
    await page.goto(`${rockola.url}/artists/${id}/edit`);
    await call('PATCH', `/artists/${id}`, {
      name: `${text.slice(0, 190)} y`,
      band: `${text.slice(0, 190)} z`,
      description: `${payload} x`,
    });
    await submit({ name: `m ${text.slice(0, 190)}`, band: `n ${text.slice(0, 190)}`, description: `o ${payload}` });
    expect(await page.locator('.clash').count()).toBe(3);
    await look(payload);
    for (const path of ['history', 'undo?version=2', 'delete']) {
      await page.goto(`${rockola.url}/artists/${id}/${path}`);
      await look(payload);
    }
  }
  expect(found).toEqual([]);
});
