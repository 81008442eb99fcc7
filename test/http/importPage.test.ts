import { afterAll, expect, test } from 'bun:test';
import { until } from '../faults/until.ts';
import { cookieOf, formSender } from '../support/forms.ts';
import { type Person, startRockola } from '../support/harness.ts';
import { formsIn } from '../support/pageForms.ts';

/** An import by the pages alone, as a browser without scripts sends their forms. */
const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
afterAll(() => rockola.stop());
const send = formSender(rockola);

async function signedIn(role?: string): Promise<{ cookie: string; person: Person }> {
  const person = await rockola.person(role);
  if (role) expect((await rockola.send('PATCH', `/user/accounts/${person.id}`, { role })).status).toBe(200);
  return { cookie: cookieOf(await send('/sign-in', person as never)), person };
}

const { cookie } = await signedIn('editor');

async function upload(file: File | undefined, fields: Record<string, string> = {}, headers: Record<string, string> = { Cookie: cookie }) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ match: '', format: '', encoding: '', ...fields })) form.append(name, value);
  form.append('file', file ?? new File([], ''));
  const answer = await fetch(`${rockola.url}/import`, {
    method: 'POST',
    redirect: 'manual',
    body: form,
    headers: { Accept: 'text/html', 'Accept-Language': 'es', 'Sec-Fetch-Site': 'same-origin', ...headers },
  });
  return { status: answer.status, path: answer.headers.get('location') ?? '', text: await answer.text() };
}

async function open(path: string, language = 'es') {
  const answer = await fetch(rockola.url + path, { headers: { Accept: 'text/html', 'Accept-Language': language, Cookie: cookie } });
  return { status: answer.status, refreshes: answer.headers.has('refresh'), text: await answer.text() };
}

/** The page of a job that has ended: it refreshes itself until then. */
async function ended(path: string, language?: string): Promise<string> {
  let page = await open(path, language);
  await until(async () => {
    page = await open(path, language);
    return !page.refreshes;
  }, `${path} does not end`);
  return page.text;
}

/** Presses a button, once the job has ended and the page has this button. */
async function press(path: string, button: string): Promise<string> {
  const buttons = formsIn(await ended(path)).flatMap((form) => form.buttons.map(([name]) => name));
  expect(buttons).toContain(button);
  const { status, headers } = await send(path, { [button]: 'on' }, { cookie });
  expect([status, headers.get('location')]).toEqual([303, path]);
  return ended(path);
}

const exported = async () => {
  const text = await (await fetch(`${rockola.url}/api/v1/export`)).text();
  return text.slice(text.indexOf('\n') + 1);
};
const figures = (html: string) =>
  Object.fromEntries([...html.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)].map(([, name, count]) => [name, count]));
const csv = (text: string | Uint8Array<ArrayBuffer>, name = 'radio.csv') => new File([text], name, { type: 'text/csv' });

test('a table of 300 lines is imported by the pages alone, and undone', async () => {
  const before = await exported();
  expect((await open('/account')).text).toContain('href="/import"');
  const lines = Array.from({ length: 300 }, (_, i) => `Banda ${i};Disco ñandú ${i};${i === 7 ? 'x' : 1970}\r\n`);
  const { status, path } = await upload(csv(Buffer.from(`Artista;Disco;Año\r\n${lines.join('')}`, 'latin1')));
  expect([status, path]).toEqual([303, expect.stringMatching(/^\/import\/\d+$/)]);
  const plan = await ended(path);
  expect(figures(plan)).toEqual({ Nuevos: '599', Cambian: '0', 'Ya están igual': '0', Conflictos: '0', Errores: '1' });
  for (const text of [
    'WINDOWS-1252',
    'punto y coma',
    'Línea 9, disco: <bdi>columna “Año”: Tiene que ser un número entero. Título: Disco ñandú 7 · Año: x',
    'Nombre: Banda 0',
  ])
    expect(plan).toContain(text);
  expect(await exported()).toBe(before);
  expect(figures(await press(path, 'apply'))).toMatchObject({ Nuevos: '599', Conflictos: '0' });
  expect((await exported()).split('\n').length).toBe(before.split('\n').length + 599);
  expect(figures(await press(path, 'undo'))).toEqual({ Deshechos: '599', 'Quedan como están': '0' });
  expect(await exported()).toBe(before);
  expect((await open('/import')).text).toContain(`href="${path}"`);
});

test('the page offers all rows of the last step as a file, with errors in its language', async () => {
  const lines = Array.from({ length: 1_500 }, (_, i) => `Fila ${i},Disco,${i % 10 === 0 ? 'x' : 1970}\n`);
  const { path } = await upload(csv(`artista,disco,año\n${lines.join('')}`));
  const plan = await rowsOf(path);
  const errors = plan.filter(({ action }) => action === 'error').map(({ errors }) => errors[0]);
  expect([plan.length, errors.length]).toEqual([3_000, 150]);
  expect(errors[0]).toMatchObject({ column: 'año', member: 'year', code: 'integer' });
  const detailsIn = async (language: string) =>
    new Set((await rowsOf(path, language)).flatMap(({ errors = [] }) => errors[0]?.detail ?? []));
  expect([...(await detailsIn('es')), ...(await detailsIn('en'))]).toEqual([
    'Tiene que ser un número entero.',
    'It must be a whole number.',
  ]);
  await press(path, 'apply');
  expect((await rowsOf(path)).every(({ action, id }) => action === 'create' && id > 0)).toBe(true);
  const statusFor = async (Cookie: string) =>
    (await fetch(`${rockola.url}${path}?rows`, { redirect: 'manual', headers: { Cookie } })).status;
  const others = [(await signedIn()).cookie, (await signedIn('admin')).cookie, ''];
  expect(await Promise.all(others.map(statusFor))).toEqual([403, 404, 303]);
});

async function rowsOf(path: string, language = 'es') {
  const [, link = ''] = /href="(\/import\/\d+\?rows)"/.exec(await ended(path, language)) ?? [];
  const headers = { Accept: 'text/html', 'Accept-Language': language, Cookie: cookie };
  const answer = await fetch(rockola.url + link, { headers });
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="import-/),
  ]);
  return (await answer.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('an unknown column is mapped on the page', async () => {
  const { path } = await upload(csv('Grupo,Disco,Sin uso,Año\nUno,Dos,x,1970\n'));
  const failed = await ended(path);
  expect(failed).toContain('No se terminó de leer el archivo. No se cambió nada.');
  const [form] = formsIn(failed).filter(({ fields }) => fields.length > 0);
  expect(form?.fields.map(([name]) => name)).toEqual(['signed-in', 'column-0', 'column-2']);
  expect((await send(path, { 'column-0': '', 'column-2': '' }, { cookie })).status).toBe(400);
  expect((await send(path, { 'column-0': 'artist.nothing' }, { cookie })).status).toBe(400);
  expect((await send(path, { 'column-0': 'artist.name', 'column-2': '' }, { cookie })).status).toBe(303);
  const plan = await ended(path, 'en');
  expect([figures(plan).New, plan.includes('<bdi>Sin uso</bdi> = not imported')]).toEqual(['2', true]);
});

test('the format of a file is chosen on the page where its name does not say it', async () => {
  const { text } = await open('/import');
  for (const label of ['Discogs (XML o CSV)', 'MusicBrainz (JSON)']) expect(text).toContain(label);
  const answer = { artists: [{ id: '0f000001-1111-4222-8333-444455556666', name: 'Serú Girán', 'sort-name': 'Serú Girán' }] };
  const { status, path } = await upload(csv(JSON.stringify(answer), 'seru.txt'), { format: 'musicbrainz' });
  expect([status, figures(await ended(path)).Nuevos]).toEqual([303, '2']);
  expect((await upload(csv(''), { format: 'luck' })).status).toBe(400);
});

test('the page says in its language why it refuses a file as a whole', async () => {
  const cut = '{"rockola":"1"}\n{"kind":"artist","record":{"id":1,"name":"Uno"}}\n';
  for (const [content, name, spanish, english] of [
    ['', 'a.csv', 'El archivo está vacío.', 'It is empty.'],
    ['Grupo\nUno\n', 'a.csv', 'Ninguna columna tiene el nombre del artista. Las columnas son Grupo.', 'It has no column for artist.name;'],
    ['artista,nombre\nUno,Dos\n', 'a.csv', 'Varias columnas tienen el mismo dato: artist.name.', 'It has several columns for artist.name'],
    [`artista${',x'.repeat(200)}\n`, 'a.csv', 'Tiene 201 columnas; el máximo es 200.', 'It has 201 columns'],
    [cut, 'a.ndjson', 'A la exportación le falta la última línea.', 'It is an export without its last line'],
    [
      `${cut}{"complete":true,"records":9}\n`,
      'a.ndjson',
      'La exportación está incompleta: tiene 1 registros.',
      'It is an incomplete export',
    ],
  ] as const) {
    const { status, path } = await upload(csv(content, name));
    expect([name, status]).toEqual([name, 303]);
    const saidIn = async (language: string) => /role="status">.*?<\/p><p>([^<]*)/s.exec(await ended(path, language))?.[1];
    expect([await saidIn('es'), await saidIn('en')]).toEqual([expect.stringContaining(spanish), expect.stringContaining(english)]);
  }
});

test('an import needs an editor, a form of this site, and a file', async () => {
  const file = csv('artista\nUno\n');
  const member = await signedIn();
  const none = await upload(undefined);
  expect([none.status, none.text.includes('Completá este campo.')]).toEqual([400, true]);
  expect([
    (await upload(file, {}, { Cookie: member.cookie })).status,
    (await upload(file, {}, { Cookie: cookie, 'Sec-Fetch-Site': 'cross-site' })).status,
    (await upload(file, { match: 'luck' })).status,
    (await send('/import', { match: '' }, { cookie })).status,
    (await upload(file, {}, {})).path,
  ]).toEqual([403, 403, 400, 415, '/sign-in?next=%2Fimport']);
  const mine = (await upload(file)).path;
  await ended(mine);
  const early = await send(mine, { undo: 'on' }, { cookie });
  expect([early.status, early.text.includes('class="faults"')]).toEqual([412, true]);
  const foreign = await send(mine, { apply: 'on' }, { cookie: (await signedIn('admin')).cookie });
  expect(foreign.status).toBe(404);
  const page = await fetch(`${rockola.url}/account`, { headers: { Cookie: member.cookie, Accept: 'text/html' } });
  expect(await page.text()).not.toContain('href="/import"');
});

test('the name of a file loses its control characters, since changes have it as their comment', async () => {
  const { path } = await upload(csv('artista\nControl\n', 'a\0b\nc.csv'));
  await ended(path);
  await press(path, 'apply');
  const [change] = (await rockola.send('GET', '/changes?order=desc&limit=1')).json.data;
  expect(change.comment).toBe('import a b c.csv');
});

test('the file of a form arrives byte by byte as it was sent', async () => {
  const bytes = Buffer.from(`artista\r\n"--frontera\r\n--front"\r\n${'x\r\n-'.repeat(50)}`);
  const head = '--frontera\r\nContent-Disposition: form-data; name="file"; filename="a%22b.csv"\r\n\r\n';
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--frontera--\r\n')]);
  const stream = new ReadableStream({
    async start(controller) {
      for (const byte of body) controller.enqueue(new Uint8Array([byte]));
      controller.close();
    },
  });
  const headers = {
    Cookie: cookie,
    'Sec-Fetch-Site': 'same-origin',
    Accept: 'text/html',
    'Content-Type': 'multipart/form-data; boundary=frontera',
  };
  const answer = await fetch(`${rockola.url}/import`, { method: 'POST', redirect: 'manual', body: stream, headers });
  const path = answer.headers.get('location') ?? '';
  expect(await ended(path)).toContain('a&quot;b.csv');
  const [chunk] = await rockola.sql(`select bytes from job_chunk where name = 'input' and job_id = ${path.split('/').at(-1)}`);
  expect(Buffer.from(String(chunk?.bytes), 'base64').toString()).toBe(bytes.toString());
});
