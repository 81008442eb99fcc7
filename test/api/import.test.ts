import { afterAll, expect, test } from 'bun:test';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../src/model/json.ts';
import { factKinds, kinds } from '../../src/model/record.ts';
import { until } from '../faults/until.ts';
import { engine } from '../support/databases.ts';
import { addFact } from '../support/facts.ts';
import { commandOf, type Rockola, startRockola } from '../support/harness.ts';
import { tables } from '../support/tables.ts';

const open: Rockola[] = [];
afterAll(async () => {
  for (const rockola of open) await rockola.stop();
});

async function start(options: Parameters<typeof startRockola>[1] = {}): Promise<Rockola> {
  const rockola = await startRockola({ ROCKOLA_STARTER: 'off' }, options);
  open.push(rockola);
  return rockola;
}

const rockola = await start();

function write(name: string, content: string | Uint8Array, { folder } = rockola): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const reportRows = (file: string) =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1, -1)
    // biome-ignore lint/suspicious/noExplicitAny: lines of several shapes
    .map((line) => parseJson(line).value as any);

/** An export without its head, which names the newest change of its store. */
async function exportText(node: Rockola, kind = ''): Promise<string> {
  const text = await (await fetch(`${node.url}/api/v1/export${kind && `?format=csv&kind=${kind}`}`)).text();
  return kind ? text : text.slice(text.indexOf('\n') + 1);
}

const fullExport = async (node: Rockola) => (await fetch(`${node.url}/api/v1/export`)).text();

test('a catalogue that was imported from an export has the same export byte for byte, on either engine', async () => {
  const from = await start();
  const ids = ['9223372036854775807', '9007199254740993', '5'];
  for (const id of ids) {
    const name = `x"\\,;\n=\t ${id} 🎸 `;
    const { json: artist } = await from.send('POST', '/artists', `{"id":${id},"name":${JSON.stringify(name)},"description":"null"}`);
    const { json: album } = await from.send('POST', `/artists/${artist.id}/albums`, { name, year: 1970 });
    for (const kind of factKinds) await addFact(from.send, kind, { artistId: artist.id, albumId: album.id });
    if (id === ids[0]) continue;
    const member = await from.add(`/artists/${id}/members`, {
      person: 9223372036854775807n,
      credited: name,
      ended: false,
      roles: ['bass', 'drums'],
    });
    await from.add(`/artists/${id}/sources`, { about: 'membership', record: member, supports: '/credited', text: 'x' });
    await from.add(`/artists/${id}/sources`, { about: 'artist_details', record: null, supports: '/place', text: 'x' });
  }
  const to = [await start(), ...(engine === 'postgres' ? [await start({ engine: 'sqlite' })] : [])];
  for (const node of to) {
    const file = write('all.ndjson', await fullExport(from), node);
    const { code, out, err } = await node.cli(['import', file]);
    expect([code, err.includes(':'), out]).toEqual([0, false, expect.stringContaining('album source create: 3')]);
    expect(await exportText(node)).toBe(await exportText(from));
    const again = await node.cli(['import', file]);
    expect([again.code, again.out.includes('create')]).toEqual([0, false]);
    expect(reportRows(join(node.folder, 'all.ndjson.report.ndjson')).every(({ action }) => action === 'unchanged')).toBe(true);
    expect((await node.cli(['check'])).code).toBe(0);
  }
  expect(new Set(reportRows(join(to[0]?.folder ?? '', 'all.ndjson.report.ndjson')).map(({ kind }) => kind)).size).toBe(kinds.length);
});

test('if records are matched by name or identifier, the ids of a file only connect its records', async () => {
  const node = await start();
  for (const id of [5, 6]) await node.add('/artists', { id, name: `Mine ${id}` });
  const text = await fullExport(open[1] as Rockola);
  const counts = async () =>
    Promise.all(kinds.map(async (kind) => Number((await node.sql(`select count(*) as records from ${kind}`))[0]?.records)));
  const lines = text.split('\n');
  const wanted = kinds.map((kind) => lines.filter((line) => line.startsWith(`{"kind":"${kind}"`)).length + (kind === 'artist' ? 2 : 0));
  for (const [i, match] of ['name', 'name', 'identifier'].entries()) {
    const { code, out, err } = await node.cli(['import', write('all.ndjson', text, node), '--match', match]);
    expect([code, err.includes('line'), out.includes('create'), await counts()]).toEqual([0, false, i === 0, wanted]);
  }
  expect((await node.send('GET', '/artists/5')).json.name).toBe('Mine 5');
  expect((await node.cli(['check'])).code).toBe(0);
});

test('each kind can be imported from its CSV export without a difference', async () => {
  const from = open[1] as Rockola;
  const to = await start();
  for (const kind of kinds) {
    const csv = await exportText(from, kind);
    const { code, err, out } = await to.cli(['import', write(`${kind}.csv`, csv, to)]);
    expect([kind, code, err.includes('line'), out]).toEqual([kind, 0, false, expect.stringContaining('with commas')]);
    expect(await exportText(to, kind)).toBe(csv);
  }
});

test('a table of any kind is matched by name and its encoding and separator are printed; a second import changes nothing', async () => {
  const node = await start();
  await node.add('/artists', { id: 7, name: 'LOS GATOS', description: 'mine' });
  for (const [i, [encoding, separator, bytes]] of [tables[0], tables[4]].entries() as ArrayIterator<[number, (typeof tables)[0]]>) {
    const { code, out, err } = await node.cli(['import', write('lista.csv', bytes, node)]);
    expect([code, err.includes('line'), out]).toEqual([0, false, expect.stringContaining(`read as ${encoding}`)]);
    expect(out).toContain(`with ${separator} between`);
    expect(out).toContain('not used: Estante');
    expect([i, out.includes('create')]).toEqual([i, i === 0]);
  }
  const { json } = await node.send('GET', '/artists?sort=id');
  expect(json.data.map(({ name }: { name: string }) => name).toSorted()).toEqual(['LOS GATOS', 'Virus', 'Virus (2)']);
  expect(await node.sql(`select name, year from album order by year`)).toEqual(
    [
      ['Wadu Wadu', 1981],
      ['Recrudece', 1982],
      ['El "primero"', 1990],
    ].map(([name, year]) => ({ name, year: expect.anything() && year })) as never,
  );
  expect((await node.send('GET', '/artists/7')).json).toMatchObject({ name: 'LOS GATOS', description: 'mine' });
  const mapped = write('otra.csv', 'Wer;Was\nVirus;x\n', node);
  const { code, out } = await node.cli(['import', mapped, '--map', 'Wer=artist.name', '--map', 'Was=artist.band']);
  expect([code, out]).toEqual([0, expect.stringContaining('artist update: 1')]);
  const columns = write('columns.txt', '\ufeffWer=artist.name\r\n\r\nWas=artist.description\r\n', node);
  const byFile = await node.cli([
    'import',
    write('más.csv', 'Wer;Was\nVirus;y\n', node),
    '--map-file',
    columns,
    '--map',
    'Was=artist.band',
  ]);
  expect([byFile.code, (await node.send('GET', '/artists?q=Virus')).json.data[0].band]).toEqual([0, 'y']);
  const bad = await node.cli(['import', mapped, '--map-file', write('bad.txt', 'Wer\n', node)]);
  expect([bad.code, bad.err]).toEqual([1, expect.stringContaining('must be a column and a member')]);
});

const record = (kind: string, above: object, record: object) =>
  `${JSON.stringify({ kind, artist_id: null, album_id: null, ...above, record })}\n`;
const artist = (id: number, name: string) => record('artist', {}, { id, name });

test('a plan changes nothing until it is applied; a record that changed since then is a conflict and stays', async () => {
  const node = await start();
  for (const id of [1, 2, 3]) await node.add('/artists', { id, name: `Uno ${id}` });
  await node.send('DELETE', '/artists/3');
  const file = write(
    'p.ndjson',
    [1, 2, 3, 4, 5].map((id) => artist(id, `Otro ${id}`)).join('') +
      record('album', { artist_id: 4 }, { id: 9, name: 'Disco', year: 1970 }),
    node,
  );
  const plan = join(node.folder, 'plan.ndjson');
  const before = await exportText(node);
  const planned = await node.cli(['import', file, '--plan', plan]);
  expect([planned.code, await exportText(node)]).toEqual([0, before]);
  expect(reportRows(plan).map(({ line, action, errors }) => [Number(line), action, errors?.[0].code])).toEqual([
    [1, 'update', undefined],
    [2, 'update', undefined],
    [3, 'conflict', 'deletedRecord'],
    [4, 'create', undefined],
    [5, 'create', undefined],
    [6, 'create', undefined],
  ]);
  await node.send('PATCH', '/artists/2', { name: 'Mientras' });
  await node.add('/artists', { id: 5, name: 'Mientras 5' });
  const refused = await node.cli(['import', '--apply', plan]);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('--skip-errors')]);
  const applied = await node.cli(['import', '--apply', plan, '--skip-errors', '--comment', 'de la radio']);
  expect([applied.code, applied.err]).toEqual([1, expect.stringContaining('line 2')]);
  const names = await node.sql('select id, name from artist order by id');
  expect(names.map(({ name }) => name)).toEqual(['Otro 1', 'Mientras', 'Otro 4', 'Mientras 5']);
  expect(reportRows(join(node.folder, 'plan.report.ndjson')).map(({ action }) => action)).toEqual([
    'update',
    'conflict',
    'conflict',
    'create',
    'conflict',
    'create',
  ]);
  const { json } = await node.send('GET', '/artists/4/albums/9/revisions');
  expect(json.data[0]).toMatchObject({ comment: 'de la radio', version: 1n });
  // A plan that is applied again changes nothing.
  const again = await node.cli(['import', '--apply', plan, '--skip-errors', '--comment', 'de la radio']);
  expect([again.code, again.out.includes('create')]).toEqual([1, false]);
  const text = readFileSync(plan, 'utf8');
  const changed = await node.cli(['import', '--apply', write('changed.ndjson', text.replace('Otro 4', 'Otro'), node), '--skip-errors']);
  expect([changed.code, changed.err]).toEqual([1, expect.stringContaining('was changed after')]);
  const cut = await node.cli(['import', '--apply', write('cut.ndjson', text.slice(0, text.lastIndexOf('{')), node), '--skip-errors']);
  expect([cut.code, cut.err]).toEqual([1, expect.stringContaining('was cut')]);
});

test('bad lines are reported by number, bad files are refused, and nothing is imported', async () => {
  const before = await exportText(rockola);
  const id = (n: number, artist_id: number) => record('artist_identifier', { artist_id }, { id: n, scheme: 'discogs', value: '82730' });
  const lines = [
    [artist(1, 'Uno')],
    [`{"kind":"artist","record":{"name":"${'x'.repeat(3 << 20)}"}}\n`, 'longRecord'],
    ['{"kind":"artist","record":{"id":2,"name":"a\\u0000"}}\n', 'nullCharacter'],
    ['{"kind":"artist","record":{"id":2,"name":"\\ud800"}}\n', 'loneSurrogate'],
    [record('artist', {}, Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`m${i}`, 1]))), 'noJson'],
    ['nonsense\n', 'noJson'],
    [record('album', { artist_id: 99 }, { id: 3, name: 'x', year: 1970 }), 'notThere'],
    [record('album', { artist_id: 1 }, { id: 4, name: 'x', year: 3 }), 'between'],
    [record('track', { artist_id: 1, album_id: 4 }, { position: 1, title: 'x' }), 'notImported'],
    [artist(1, 'Otro'), 'inEarlierLine'],
    [id(1, 1)],
    [id(2, 1), 'inEarlierLine'],
    [record('membership', { artist_id: 1 }, { id: 1, person: 98, credited: 'x' }), 'notThere'],
    [record('membership', { artist_id: 1 }, { id: 2, person: 1, credited: 'x' }), 'itself'],
    [record('artist', {}, { id: 5, name: 'x', nombre: 'x' }), 'notKnown'],
    [Buffer.from([0x7b, 0xff, 0x0a]).toString('latin1'), 'notUtf8'],
  ] as [string, string?][];
  const file = write('bad.ndjson', Buffer.concat(lines.map(([line]) => Buffer.from(line, 'latin1'))));
  const { code, err } = await rockola.cli(['import', file]);
  expect([code, err]).toEqual([1, expect.stringContaining('14 errors and 0 conflicts')]);
  const codes = new Map(
    reportRows(join(rockola.folder, 'bad.ndjson.report.ndjson')).map(({ line, errors }) => [Number(line), errors?.[0].code]),
  );
  expect(lines.map((_, i) => codes.get(i + 1))).toEqual(lines.map(([, code]) => code));
  for (const args of [['nowhere.csv'], ['.'], ['--apply', 'nowhere.ndjson']])
    expect(await rockola.cli(['import', ...args])).toEqual({
      code: 1,
      out: '',
      err: `${args.at(-1)} is no file. Name an export or a table, or a plan with --apply.\n`,
    });
  const nul = await rockola.cli(['import', write('nul.csv', 'artista;disco;año\nU\0no;;\nDos;x;1970;zu viel\n')]);
  expect([nul.code, nul.err]).toEqual([1, expect.stringMatching(/line 2, column "artista": has the character.*\nline 3: has 4 cells/)]);
  expect(await exportText(rockola)).toBe(before);
  expect(readdirSync(rockola.folder).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('with --skip-errors a table with a bad album is imported, except that album and its label', async () => {
  const file = write('skip.csv', 'artista;disco;año;sello\nUno;Dos;x;CBS\nTres;Cuatro;1970;CBS\n');
  const { code, out } = await rockola.cli(['import', file, '--skip-errors']);
  expect([code, out]).toEqual([0, expect.stringContaining('album details error: 1')]);
  expect((await rockola.sql('select name from album')).map(({ name }) => name)).toEqual(['Cuatro']);
});

test('an import that is killed again and again applies each row once', async () => {
  const node = await start();
  const count = 1_500;
  const file = write(
    'many.csv',
    `artista;disco;año;discogs\n${Array.from({ length: count }, (_, i) => `Banda ${i};Disco ${i};1970;${i + 1}\n`).join('')}`,
    node,
  );
  const plan = join(node.folder, 'many.plan.ndjson');
  expect((await node.cli(['import', file, '--match', 'none', '--plan', plan])).code).toBe(0);
  const countRevisions = async () => Number((await node.sql('select count(*) as records from revision'))[0]?.records);
  for (let before = await countRevisions(), kills = 0; kills < 2; kills++) {
    const child = Bun.spawn(commandOf('import', '--apply', plan), { env: node.env, stdout: 'ignore', stderr: 'ignore' });
    const enough = before + 300 + Math.floor(Math.random() * 600);
    await until(async () => (await countRevisions()) > enough || child.exitCode !== null, 'nothing is imported');
    child.kill('SIGKILL');
    await child.exited;
    if (kills === 0) await node.restart('SIGKILL');
    before = await countRevisions();
  }
  const { code, err, out } = await node.cli(['import', '--apply', plan]);
  expect([code, err.includes('line'), out]).toEqual([0, false, expect.stringContaining('artist unchanged')]);
  const report = reportRows(join(node.folder, 'many.report.ndjson'));
  expect([report.length, report.filter(({ action }) => action !== 'create' && action !== 'unchanged').length]).toEqual([3 * count, 0]);
  const names = (kind: string) => node.sql(`select count(*) as records, count(distinct name) as names from ${kind}`);
  for (const kind of ['artist', 'album'])
    expect((await names(kind)).map(({ records, names }) => [Number(records), Number(names)])).toEqual([[count, count]]);
  const sets = await node.sql('select count(*) as records from revision group by changeset');
  expect(Math.max(...sets.map(({ records }) => Number(records)))).toBe(500);
  expect((await node.cli(['check'])).code).toBe(0);
});
