import type { Page } from 'playwright-core';
import { type FactKind, factKinds, isSingle, kindRows, parentOf } from '../../src/model/record.ts';
import { examples } from '../support/facts.ts';
import type { Person, Rockola } from '../support/harness.ts';

/** The steps that bring a page into each state, by the name of its screenshot. */
export type MemberStates = Record<string, (page: Page) => Promise<unknown>>;

/** An account with all rights of pages except administration. */
export async function makeEditor({ call, person, adminKey: key }: Rockola, name = 'Edu', role = 'editor'): Promise<Person> {
  const editor = await person(name);
  await call('PATCH', `/api/v1/user/accounts/${editor.id}`, { body: { role }, key });
  return editor;
}

const press = (page: Page) => page.locator('main .send button').first().click();

/** The forms of the catalogue, for an editor who is signed in. */
export async function memberStatesOf({ url, call, adminKey: key }: Rockola, vandal: Person): Promise<MemberStates> {
  const add = async (body: object) => (await call('POST', '/api/v1/artists', { body, key })).json.id as bigint;
  const patch = (id: bigint, body: object, apiKey = key) => call('PATCH', `/api/v1/artists/${id}`, { body, key: apiKey });
  const description = 'Nació en Caballito. Fundó **Almendra** con amigos de la escuela.\n\nDespués vinieron otras bandas.';
  const edited = await add({ name: 'Luis Alberto', band: 'Almendra', description });
  await patch(edited, { band: 'Invisible' }, vandal.key);
  await patch(edited, { description: `${description}\n\nY muchos discos.` });
  const broken = await add({ name: 'Roto', description });
  await patch(broken, { description: 'Nada.' }, vandal.key);
  const gone = await add({ name: 'Ya No Está' });
  const album = `/artists/${edited}/albums/${(await call('POST', `/api/v1/artists/${edited}/albums`, { body: { name: 'Artaud', year: 1974 }, key })).json.id}`;
  await call('PATCH', `/api/v1${album}`, { body: { year: 1973 }, key });
  await call('DELETE', `/api/v1/artists/${gone}`, { key });
  const [change] = (await call('GET', `/api/v1/changes?artist=${edited}&limit=1`)).json.data;
  const ofGroup = await factStates({ url, call, adminKey: key });
  const open = (path: string) => (page: Page) => page.goto(url + path);
  return {
    add: open('/artists/new'),
    async addRefused(page) {
      await page.goto(`${url}/artists/new`);
      for (const summary of await page.locator('form .further summary').all()) await summary.click();
      await page.locator('#image').fill('no es una dirección');
      await page.locator('#album-0-name').fill('Un disco');
      await page.locator('#album-0-year').fill('1873');
      await page.locator('#source').fill('x');
      await press(page);
    },
    async duplicates(page) {
      await page.goto(`${url}/artists/new`);
      await page.locator('#name').fill('Charly Garcia');
      await press(page);
    },
    addAlbums: open(`/artists/${edited}/albums`),
    edit: open(`/artists/${edited}/edit`),
    async clash(page) {
      const id = await add({ name: 'Los Dos', band: 'Uno', description, image: '' });
      await page.goto(`${url}/artists/${id}/edit`);
      await patch(id, { band: 'La de otra persona', description: description.replace('Caballito', 'Belgrano'), name: 'Los Dos Juntos' });
      await page.locator('#band').fill('La que escribí');
      await page.locator('#description').fill(description.replace('Caballito', 'Núñez'));
      await press(page);
    },
    ...ofGroup,
    remove: open(`/artists/${edited}/delete`),
    editAlbum: open(`${album}/edit`),
    removeAlbum: open(`${album}/delete`),
    redactAlbum: open(`${album}/redact?version=1`),
    undoAlbum: open(`${album}/undo?version=2&how=this`),
    albumHistory: open(`${album}/history`),
    memberHistory: open(`/artists/${edited}/history`),
    goneHistory: open(`/artists/${gone}/history`),
    forbidden: open('/admin'),
    gone: (page) => page.goto(`${url}/artists/${gone}`),
    async removed(page) {
      await page.goto(`${url}/artists/${await add({ name: 'De Paso' })}/delete`);
      await press(page);
    },
    redact: open(`/artists/${edited}/redact?version=2`),
    async redactRefused(page) {
      await page.goto(`${url}/artists/${broken}/redact?version=2`);
      await press(page);
    },
    hide: open(`/changes/${change.seq}/hide`),
    ...importStates(url),
    undo: open(`/artists/${edited}/undo?version=2&how=this`),
    accountChanges: open(`/accounts/${vandal.id}/changes`),
    undoAccount: open(`/accounts/${vandal.id}/undo`),
    async undoPlan(page) {
      await page.goto(`${url}/accounts/${vandal.id}/undo`);
      await press(page);
    },
    async done(page) {
      const id = await add({ name: 'Recién Guardado', band: 'Uno' });
      await page.goto(`${url}/artists/${id}/edit`);
      await page.locator('#band').fill('Dos');
      await press(page);
    },
  };
}

/** The page of an import after each of its steps. It reloads itself until a step is done. */
function importStates(url: string): MemberStates {
  let files = 0;
  const plan = async (page: Page) => {
    // Each file has a new artist: a file that was applied before would change nothing.
    const text = `artista;disco;año;Qué más\nLos Del Plan ${files++};Uno;1971;x\nCharly García;Dos;mil;y\n`;
    await page.goto(`${url}/import`);
    await page.locator('#file').setInputFiles({ name: 'planilla de la radio.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await press(page);
    await page.locator('[name=apply]').waitFor();
  };
  const apply = async (page: Page) => {
    await plan(page);
    await page.locator('[name=apply]').click();
    await page.locator('main details').waitFor();
  };
  return {
    import: (page) => page.goto(`${url}/import`),
    async importRefused(page) {
      await page.goto(`${url}/import`);
      await press(page);
    },
    importPlan: plan,
    importApplied: apply,
    async importUndone(page) {
      await apply(page);
      await page.locator('main details summary').click();
      await page.locator('[name=undo]').click();
      await page.locator('main .figures div:nth-child(2):last-child').waitFor();
    },
  };
}

/** The forms for facts of a group and of its album. */
async function factStates({ url, call, adminKey: key }: Pick<Rockola, 'url' | 'call' | 'adminKey'>): Promise<MemberStates> {
  const send = async (method: string, path: string, body: object) => (await call(method, `/api/v1/artists${path}`, { body, key })).json;
  const group = `/${(await send('POST', '', { name: 'Los Dos Períodos' })).id}`;
  const album = `${group}/albums/${(await send('POST', `${group}/albums`, { name: 'Uno', year: 1971 })).id}`;
  const states: MemberStates = { detailsBegin: (page) => page.goto(`${url}/artists/1055/details/edit`) };
  // Texts of a usual length, and changes of lists and of a date; the other kinds have shorter texts.
  const texts: { [K in FactKind]?: [record: object, change: object] } = {
    artist_details: [
      { type: 'group', genres: ['rock'] },
      { from: '1971', genres: ['rock', 'progressive-rock'] },
    ],
    membership: [
      { credited: 'Nito Mestre', from: '1972', to: '1975~' },
      { roles: ['vocals', 'keyboards'], ended: true },
    ],
    credit: [
      { credited: 'Nito Mestre', role: 'guest' },
      { role: 'author', artist: 1055 },
    ],
    track: [{ position: 1, title: 'Confesiones de Invierno', length: '4:10' }, { featuring: 'Nito Mestre' }],
    artist_identifier: [{ scheme: 'discogs', value: '987654321' }, { value: '987654322' }],
  };
  for (const kind of factKinds) {
    const [record, change] = texts[kind] ?? [examples[kind].whole(), examples[kind].change()];
    const list = `${parentOf(kind) === 'album' ? album : group}/${kindRows[kind].segment}`;
    const { id } = await send(isSingle(kind) ? 'PUT' : 'POST', list, record);
    const path = isSingle(kind) ? list : `${list}/${id}`;
    await send('PATCH', path, change);
    const forms = { Edit: '/edit', Delete: '/delete', Undo: '/undo?version=2&how=this', History: '/history', Redact: '/redact?version=1' };
    for (const [form, suffix] of Object.entries(forms)) states[kind + form] = (page) => page.goto(`${url}/artists${path}${suffix}`);
    if (!isSingle(kind)) states[kind] = (page) => page.goto(`${url}/artists${list}`);
  }
  states.membersRefused = async (page) => {
    await page.goto(`${url}/artists${group}/members`);
    await page.locator('#membership-0-credited').fill('Nito Mestre');
    await page.locator('#membership-0-from').fill('1972');
    await page.locator('#membership-1-from').fill('73');
    await press(page);
  };
  states.identifiersTaken = async (page) => {
    await page.goto(`${url}/artists/1055/identifiers`);
    await page.locator('#artist_identifier-0-scheme').selectOption('Discogs');
    await page.locator('#artist_identifier-0-value').fill('https://www.discogs.com/artist/987654322-Los-Dos');
    await press(page);
  };
  let year = 1970;
  states.membersClash = async (page) => {
    // Several pages run this at once, and a group refuses a second membership of the same name with the same first year.
    const from = year++;
    const { id } = await send('POST', `${group}/members`, { credited: 'Los Que Chocan', from: `${from}`, roles: ['bass'] });
    await page.goto(`${url}/artists${group}/members/${id}/edit`);
    await send('PATCH', `${group}/members/${id}`, { from: `${from}-05`, roles: ['drums', 'percussion'], person: 1055 });
    await page.locator('#from').fill(`${from}~`);
    await page.locator('[value=guitar]').check();
    await page.locator('#person').fill('Nadie Se Llama Así');
    await press(page);
    await page.locator('#person').fill('Fito Páez');
    await press(page);
  };
  return states;
}
