import { afterAll, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { parseJson } from '../../src/model/json.ts';
import { until } from '../faults/until.ts';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off', ROCKOLA_MAX_IMPORT: '16MiB' });
const { send } = rockola;
afterAll(() => rockola.stop());
const key = { 'X-API-Key': rockola.adminKey };

// biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
type Answer = { status: number; json: any; headers: Headers };

async function upload(body: string | Uint8Array, query = '', type = 'text/csv', headers: Record<string, string> = key): Promise<Answer> {
  const response = await fetch(`${rockola.url}/api/v1/imports${query}`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': type },
    body,
  });
  return { status: response.status, json: parseJson(await response.text()).value, headers: response.headers };
}

async function endOf(id: bigint): Promise<Answer['json']> {
  let job: Answer['json'];
  await until(async () => {
    ({ json: job } = await send('GET', `/jobs/${id}`));
    return job.ended_at !== null;
  }, `job ${id} does not end`);
  return job;
}

async function plan(body: string | Uint8Array, query = '', type = 'text/csv'): Promise<Answer['json']> {
  const { status, json, headers } = await upload(body, query, type);
  expect([status, headers.get('location')]).toEqual([202, `/api/v1/jobs/${json.id}`]);
  return endOf(json.id);
}

async function runStep(id: bigint, name: 'apply' | 'undo'): Promise<Answer['json']> {
  const { status, json } = await send('POST', `/imports/${id}/${name}`);
  expect([status, json]).toEqual([202, expect.objectContaining({ id })]);
  return endOf(id);
}

async function rowsOf(id: bigint, name = 'plan'): Promise<Answer['json'][]> {
  const text = await (await fetch(`${rockola.url}/api/v1/imports/${id}/rows?step=${name}`, { headers: key })).text();
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => parseJson(line).value);
}

const exportText = async () => {
  const text = await (await fetch(`${rockola.url}/api/v1/export`)).text();
  return text.slice(text.indexOf('\n') + 1);
};

const table = `artista,disco,año\n${Array.from({ length: 300 }, (_, i) => `Banda ${i},Disco ${i},${1960 + (i % 60)}\n`).join('')}`;

test('a table is planned, applied only once, and undone as a whole', async () => {
  await rockola.add('/artists', { name: 'Banda 7' });
  const before = await exportText();
  const { id, state, outcome, done, total } = await plan(table, '?file=radio.csv');
  expect([done, total]).toEqual([600n, 600n]);
  expect([state, outcome]).toMatchObject(['done', { step: 'plan', match: 'name', counts: { create: 599n, unchanged: 1n, error: 0n } }]);
  expect(outcome.reading).toMatchObject({ encoding: 'utf-8', separator: ',' });
  expect([await exportText(), (await rowsOf(id)).length]).toEqual([before, 600]);
  const applied = await runStep(id, 'apply');
  expect([applied.state, applied.outcome]).toMatchObject(['done', { step: 'apply', counts: { create: 599n, conflict: 0n } }]);
  expect([applied.done, applied.total]).toEqual([599n, 599n]);
  const after = await exportText();
  expect((await runStep(id, 'apply')).outcome).toEqual(applied.outcome);
  expect(await exportText()).toBe(after);
  const sets = await rockola.sql('select count(*) as records from revision group by changeset');
  expect(Math.max(...sets.map(({ records }) => Number(records)))).toBe(500);
  expect((await rowsOf(id, 'apply')).every(({ action, id }) => action === 'create' && id > 0n)).toBe(true);
  // The undo must leave this record, which the same account made at the same time.
  const other = await rockola.add('/artists', { name: 'Aparte' });
  const undone = await runStep(id, 'undo');
  expect([undone.state, undone.outcome.counts]).toEqual(['done', { undone: 599n, left: 0n }]);
  expect((await send('DELETE', `/artists/${other}`)).status).toBe(204);
  expect(await exportText()).toBe(before);
  expect((await send('POST', `/imports/${id}/apply`)).status).toBe(412);
});

test('an import that is killed while it is applied or undone changes each record once', async () => {
  const before = await exportText();
  const { id, outcome } = await plan(table.replaceAll('Banda', 'Grupo'), '?match=none');
  expect(outcome.counts.create).toBe(600n);
  for (const name of ['apply', 'undo'] as const) {
    const countRevisions = async () => Number((await rockola.sql('select count(*) as records from revision'))[0]?.records);
    const countBefore = await countRevisions();
    expect((await send('POST', `/imports/${id}/${name}`)).status).toBe(202);
    await until(async () => (await countRevisions()) > countBefore + 60, `${name} does nothing`);
    await rockola.restart('SIGKILL');
    // On PostgreSQL the lease of the killed process would last 20 seconds.
    await rockola.sql(`update job set leased_until = 0 where id = ${id}`);
    const job = await endOf(id);
    expect([job.state, job.outcome.counts]).toMatchObject(['done', name === 'apply' ? { create: 600n } : { undone: 600n, left: 0n }]);
    expect(new Set((await rowsOf(id, name)).map((row) => `${row.kind} ${row.id}`)).size).toBe(600);
    expect((await countRevisions()) - countBefore).toBe(600);
    if (name === 'undo') expect(await exportText()).toBe(before);
  }
});

test('neither the application nor the undo of an import brings back values that were redacted after the plan', async () => {
  const [word, former, remark] = [1, 2, 3].map(() => `zz${crypto.randomUUID()}`) as [string, string, string];
  const id = await rockola.add('/artists', { name: 'Vox Dei', description: word });
  const other = await rockola.add('/artists', { name: 'Pescado', description: former });
  await send('PATCH', `/artists/${id}`, { description: '' });
  const redact = async (artist: bigint, version: number, hide: string[]) =>
    expect((await send('POST', `/artists/${artist}/revisions/${version}/redactions`, { hide, reason: 'slander' })).status).toBe(200);
  const file = `[{"id":${id},"name":"Vox Dei","description":"${word}"},{"id":${other},"name":"Pescado","description":"Trío"}]`;
  const { json } = await upload(file, '?match=id', 'application/json', { ...key, 'Change-Comment': `"${remark}"` });
  expect((await endOf(json.id)).outcome.counts).toMatchObject({ update: 2n });
  await redact(id, 1, ['description']);
  expect((await runStep(json.id, 'apply')).outcome.counts).toMatchObject({ update: 1n, conflict: 1n });
  await redact(other, 1, ['description']);
  await redact(other, 2, ['comment']);
  expect((await runStep(json.id, 'undo')).outcome.counts).toEqual({ undone: 0n, left: 1n });
  expect(await rowsOf(json.id, 'undo')).toMatchObject([{ id: other, reason: 'redacted' }]);
  const shown = [await exportText(), await rowsOf(json.id, 'apply'), await rowsOf(json.id, 'undo'), await send('GET', `/jobs/${json.id}`)];
  shown.push(await rockola.sql('select members, comment from revision'));
  for (const text of [word, former, remark]) expect(Bun.inspect(shown, { depth: 9 })).not.toContain(text);
});

test('once the comment of a running import is redacted, later changes do not have it, nor does the job', async () => {
  const file = `zz${crypto.randomUUID()}.csv`;
  await rockola.add('/artists', { name: 'Los Gatos' });
  const albums = Array.from({ length: 450 }, (_, i) => `Los Gatos,Simple ${i},1967\n`).join('');
  const { id } = await plan(`artista,disco,año\n${albums}`, `?file=${file}`);
  expect((await send('POST', `/imports/${id}/apply`)).status).toBe(202);
  const commented = () => rockola.sql(`select artist_id, id from revision where kind = 'album' and comment = 'import ${file}'`);
  await until(async () => (await commented()).length > 0, 'nothing is imported');
  const [{ artist_id: artist, id: album } = {}] = await commented();
  const path = `/artists/${artist}/albums/${album}/revisions/1/redactions`;
  expect((await send('POST', path, { hide: ['comment'], reason: 'slander' })).status).toBe(200);
  const job = await endOf(id);
  expect(job.outcome.counts).toMatchObject({ create: 450n });
  expect([await commented(), Bun.inspect(job).includes(file)]).toEqual([[], false]);
});

test('a cancelled import continues when it is applied again', async () => {
  const before = await exportText();
  const { id } = await plan(table.replaceAll('Banda', 'Conjunto'), '?match=none');
  await send('POST', `/imports/${id}/apply`);
  await send('POST', `/jobs/${id}/cancel`);
  expect(['cancelled', 'done']).toContain((await endOf(id)).state);
  const { state, outcome } = await runStep(id, 'apply');
  expect([state, outcome.counts]).toMatchObject(['done', { create: 600n, conflict: 0n }]);
  await runStep(id, 'undo');
  expect(await exportText()).toBe(before);
});

test('an import of an account that is demoted or suspended before it is applied changes nothing, and continues once the account has its rights again', async () => {
  const before = await exportText();
  const ana = await rockola.person();
  const account = `/user/accounts/${ana.id}`;
  const added: bigint[] = [];
  const apply = (id: bigint) => rockola.call('POST', `/api/v1/imports/${id}/apply`, { token: ana.token });
  for (const [change, undone] of [
    [{ role: 'member' }, { role: 'editor' }],
    [{ suspended: true }, { suspended: false }],
  ]) {
    await send('PATCH', account, { role: 'editor' });
    const { json } = await upload('artista\nAlmendra\n', '?match=none', 'text/csv', { Authorization: `Bearer ${ana.token}` });
    await endOf(json.id);
    // While this row says that another import runs, the application waits.
    await rockola.sql(
      `insert into job (kind, state, created_at, done, cancel, parameters, checkpoint, run, leased_until)
       values ('import', 'running', 1, 0, 0, '{}', '', 1, ${Date.now() + 3_600_000})`,
    );
    expect((await apply(json.id)).status).toBe(202);
    expect((await send('PATCH', account, change)).status).toBe(200);
    await rockola.sql(`delete from job where kind = 'import' and created_at = 1`);
    // On SQLite the service reads only what its own writer has committed.
    added.push(await rockola.add('/artists', { name: 'Aquelarre' }));
    expect([change, await endOf(json.id)]).toMatchObject([change, { state: 'failed', outcome: { code: 'forbidden' } }]);
    expect(await exportText()).not.toContain('Almendra');
    await send('PATCH', account, { ...undone });
    const { email, password } = ana;
    ana.token = (await rockola.call('POST', '/api/v1/user/login', { body: { email, password } })).json.token;
    expect((await apply(json.id)).status).toBe(202);
    expect(await endOf(json.id)).toMatchObject({ state: 'done', outcome: { counts: { create: 1n } } });
    await rockola.call('POST', `/api/v1/imports/${json.id}/undo`, { token: ana.token });
    expect((await endOf(json.id)).outcome.counts).toMatchObject({ undone: 1n });
  }
  for (const id of added) expect((await send('DELETE', `/artists/${id}`)).status).toBe(204);
  expect(await exportText()).toBe(before);
});

test('bad files are refused or reported by line, and change nothing', async () => {
  const before = await exportText();
  const { id, outcome } = await plan(
    'artista,año,disco\nUno\u0000,,\nDos,3,x\nTres,,,cuatro\n=1+1,,\nCinco,1970,x\ncinco,1970,y\n',
    '?match=none',
  );
  expect(outcome.counts).toMatchObject({ create: 5n, error: 3n });
  expect(
    (await rowsOf(id))
      .filter(({ action }) => action === 'error')
      .map(({ line, errors: [{ column, code }], record }) => [Number(line), column, code, record]),
  ).toEqual([
    [2, 'artista', 'nullCharacter', undefined],
    [4, null, 'cells', undefined],
    [3, 'año', 'between', { name: 'x', year: 3n }],
  ]);
  // test/unit/importSource.test.ts has the other bad files.
  const { state, outcome: refusal } = await plan(`artista\nUno\n"Dos\n${'x\n'.repeat(1 << 20)}`);
  expect([state, refusal]).toMatchObject(['failed', { code: 'invalid-input', detail: expect.stringContaining('after line 2') }]);
  expect(refusal.fault).toEqual(['noCsv', 2n]);
  const utf16 = await plan(Buffer.from(`\ufeffartista\nÑandú\n`, 'utf16le'));
  expect(utf16.outcome).toMatchObject({ reading: { encoding: 'utf-16le', why: 'byte order mark' }, counts: { create: 1n } });
  for (const [encoding, bytes] of [
    ['utf-16le', Buffer.from('artista\nÑandú\n', 'utf16le')],
    ['utf-16be', Buffer.from('artista\nÑandú\n', 'utf16le').swap16()],
  ] as const)
    expect((await plan(bytes)).outcome).toMatchObject({ reading: { encoding, why: 'zero bytes' }, counts: { create: 1n } });
  const { outcome: wrongEncoding } = await plan(Buffer.from('artista\nÑandú\n', 'latin1'), '?encoding=utf-8');
  expect(wrongEncoding.detail).toContain('is not utf-8 after line');
  expect(await exportText()).toBe(before);
});

test('the charset of a table is its encoding, unless the request names another', async () => {
  const bytes = (encoding: 'latin1' | 'utf16le') => Buffer.from('artista\nÑandú\n', encoding);
  for (const [type, body, query, reading] of [
    ['text/csv; charset=windows-1252; header=present', bytes('latin1'), '', ['windows-1252', 'chosen']],
    ['text/csv;charset="ISO-8859-1"', bytes('latin1'), '', ['windows-1252', 'chosen']],
    ['text/csv; charset=utf-16', bytes('utf16le').swap16(), '', ['utf-16be', 'zero bytes']],
    ['text/csv; charset=utf-16le', bytes('utf16le'), '', ['utf-16le', 'chosen']],
    ['text/csv; charset=utf-8', bytes('latin1'), '?encoding=windows-1252', ['windows-1252', 'chosen']],
  ] as const) {
    const { outcome } = await plan(body, query, type);
    expect([type, outcome.reading?.encoding, outcome.reading?.why, outcome.counts?.create]).toEqual([type, ...reading, 1n]);
  }
  expect((await plan(bytes('latin1'), '', 'text/csv; charset=utf-8')).outcome.detail).toContain('is not utf-8 after line');
  for (const type of ['text/csv; charset=koi8-r', 'text/csv; charset=', 'application/json; charset=windows-1252']) {
    const { status, json } = await upload(table, '', type);
    expect([status, json.detail]).toEqual([415, expect.stringMatching(/utf-16le.* windows-1252.*\?encoding=/)]);
  }
});

test('an export for a spreadsheet program changes nothing when it comes back in', async () => {
  const artist = await rockola.add('/artists', { name: '-5', description: 'Uno.\n\n- Dos\n- Tres', band: "'=x" });
  await rockola.add(`/artists/${artist}/aliases`, { name: '+5', kind: 'nickname' });
  const sheet = async (kind: string) => (await fetch(`${rockola.url}/api/v1/export?format=csv&kind=${kind}&for=spreadsheet`)).text();
  const csv = await sheet('artist');
  expect(csv).toContain(`,'-5,"Uno.\n\n'- Dos\n'- Tres"`);
  const counts = { create: 0n, update: 0n, conflict: 0n, error: 0n };
  for (const text of [csv, await sheet('alias')]) expect((await plan(text)).outcome).toMatchObject({ match: 'id', counts });
  const { id, outcome } = await plan(csv.replaceAll(',', ';').replace("'=x", "'=y"));
  expect(outcome.counts).toMatchObject({ ...counts, update: 1n });
  expect((await rowsOf(id)).find(({ action }) => action === 'update')?.record).toEqual({ band: "'=y" });
});

test('an import needs the rights of an editor, a known media type, and a file that is not too large', async () => {
  const { token } = await rockola.person();
  const statuses = [
    (await upload(table, '', 'text/csv', { Authorization: `Bearer ${token}` })).status,
    (await upload(table, '', 'application/zip')).status,
    (await upload(table, '?match=luck')).status,
    (await upload(table, '?map=x')).status,
    (await upload(table, '?file=a%0Ab')).status,
    (await upload(new Uint8Array((16 << 20) + 1))).status,
  ];
  expect(statuses).toEqual([403, 415, 400, 400, 400, 413]);
  const newest = async () => (await send('GET', '/jobs')).json.data[0];
  const first = await newest();
  expect([first.state, first.outcome.code]).toEqual(['failed', 'content-too-large']);
  const chunked = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(1 << 20));
      if (++sent > 17) controller.close();
    },
  });
  let sent = 0;
  const response = await fetch(`${rockola.url}/api/v1/imports`, {
    method: 'POST',
    headers: { ...key, 'Content-Type': 'text/csv' },
    body: chunked,
  });
  expect(response.status).toBe(413);
  expect((await newest()).id > first.id).toBe(true);
  expect((await newest()).state).toBe('failed');
});

test('an import whose file breaks off fails at once, and does not count towards the five that may be under way', async () => {
  const { hostname, port } = new URL(rockola.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/v1/imports HTTP/1.1\r\nHost: x\r\nX-API-Key: ${rockola.adminKey}\r\nContent-Type: text/csv\r\nContent-Length: 99\r\n\r\nUno\n`,
  );
  const newest = async () => (await send('GET', '/jobs')).json.data[0];
  await until(async () => (await newest())?.state === 'receiving', 'the upload does not begin');
  socket.destroy();
  await until(async () => (await newest()).state !== 'receiving', 'the job waits for its input');
  expect((await newest()).outcome).toEqual({ code: 'malformed-json', detail: 'The body ended before it was complete.' });
});

test('a record that another import created since the plan was made is not created again', async () => {
  const band = await rockola.add('/artists', { name: 'Los Encontrados' });
  const file = 'artista,disco,año\nLos Encontrados,Nuevo,1980\nOtra Más,Su Disco,1981\nMás Otra,,\n';
  const plans = [await plan(file), await plan(file.replace('Otra Más', 'otra mas').replace('Más Otra', 'Los Aparte'))];
  expect(plans.map(({ outcome }) => outcome.counts.create)).toEqual([4n, 4n]);
  expect((await runStep(plans[0].id, 'apply')).outcome.counts).toMatchObject({ create: 4n, conflict: 0n });
  expect((await runStep(plans[1].id, 'apply')).outcome.counts).toMatchObject({ create: 1n, conflict: 3n });
  const applied = (await rowsOf(plans[1].id, 'apply')).map(({ line, kind, errors: [error] = [{}] }) => [Number(line), kind, error.code]);
  expect(applied).toEqual([
    [3, 'artist', 'createdMeanwhile'],
    [4, 'artist', undefined],
    [2, 'album', 'createdMeanwhile'],
    [3, 'album', 'rowNotApplied'],
  ]);
  expect((await send('GET', `/artists/${band}/albums`)).json.meta.total).toBe(1n);
  expect((await exportText()).match(/"name":"otra m[aá]s"/gi)).toEqual(['"name":"Otra Más"']);
});

test('an artist is not created if another has got its identifier since the plan was made', async () => {
  const before = await exportText();
  const lines = Array.from({ length: 50 }, (_, i) => `Numerada ${i},${70_000_000 + i}\n`);
  const { id } = await plan(`artista,discogs\n${lines.join('')}`, '?match=identifier');
  const other = await rockola.add('/artists', { name: 'Otro nombre' });
  await rockola.add(`/artists/${other}/identifiers`, { scheme: 'discogs', value: '70000007' });
  expect((await runStep(id, 'apply')).outcome.counts).toMatchObject({ create: 98n, conflict: 2n });
  const refused = (await rowsOf(id, 'apply')).filter(({ action }) => action === 'conflict');
  expect(refused.map(({ line, kind, errors: [error] }) => [Number(line), kind, error.code, error.values[0]])).toEqual([
    [9, 'artist', 'createdMeanwhile', String(other)],
    [9, 'artist_identifier', 'rowNotApplied', expect.anything()],
  ]);
  expect((await runStep(id, 'undo')).outcome.counts).toMatchObject({ undone: 98n, left: 0n });
  expect((await send('DELETE', `/artists/${other}`)).status).toBe(204);
  expect(await exportText()).toBe(before);
});

test('an import creates artists whose names are similar, each once', async () => {
  const names = ['Los Pares', ...Array.from({ length: 120 }, (_, i) => `Relleno ${i}`), 'Pares'];
  const { id } = await plan(['artista', ...names].join('\n'));
  expect((await runStep(id, 'apply')).outcome.counts).toMatchObject({ create: 122n, conflict: 0n });
});
