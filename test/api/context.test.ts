import { afterAll, describe, expect, test } from 'bun:test';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
afterAll(() => rockola.stop());

const { send } = rockola;
const display = (text: string) => `%"${encodeURIComponent(text).replace(/%../g, (byte) => byte.toLowerCase())}"`;
const artists = '/api/v1/artists';

/** The rows of the log with a comment. */
const rowsOf = (comment: string) =>
  rockola.sql(`select kind, action, comment, source from revision where comment = '${comment}' order by kind, id`);

test('every operation that changes the catalogue stores the comment and source in each of its revisions', async () => {
  const source = 'https://example.org/a?b=c';
  const headersFor = (comment: string) => ({ 'Change-Comment': display(comment), 'Change-Source': `"${source}"` });
  const row = (kind: string, action: string, comment: string) => ({ kind, action, comment, source });
  const artist = `${artists}/${(await send('POST', artists, { name: 'Almendra' }, headersFor('año 1'))).json.id}`;
  const album = `${artist}/albums/${(await send('POST', `${artist}/albums`, { name: 'Uno', year: 1969 }, headersFor('año 2'))).json.id}`;
  await send('POST', `${artist}/albums`, { name: 'Dos', year: 1970 });
  await send('PUT', artist, { name: 'Almendra 2', description: '', image: '', band: '' }, headersFor('año 3'));
  await send('PATCH', artist, { name: 'Almendra 3' }, headersFor('año 4'));
  await send('PUT', album, { name: 'Tres', year: 1971, image: '' }, headersFor('año 5'));
  await send('PATCH', album, { year: 1972 }, headersFor('año 6'));
  await send('DELETE', album, undefined, headersFor('año 7'));
  await send('DELETE', artist, undefined, headersFor('año 8'));
  const expected: [kind: string, action: string][] = [
    ['artist', 'create'],
    ['album', 'create'],
    ['artist', 'update'],
    ['artist', 'update'],
    ['album', 'update'],
    ['album', 'update'],
    ['album', 'delete'],
  ];
  for (const [i, [kind, action]] of expected.entries()) expect(await rowsOf(`año ${i + 1}`)).toEqual([row(kind, action, `año ${i + 1}`)]);
  expect(await rowsOf('año 8')).toEqual([row('album', 'delete', 'año 8'), row('artist', 'delete', 'año 8')]);
});

test('each of many concurrent changes has its own comment and source', async () => {
  const comments = Array.from({ length: 40 }, (_, n) => `at once ${n}`);
  await Promise.all(
    comments.map((comment, n) => send('POST', artists, { name: comment }, n % 2 === 0 ? { 'Change-Comment': `"${comment}"` } : {})),
  );
  const rows = await rockola.sql(`select a.name, r.comment, r.source from artist a join revision r on r.kind = 'artist' and r.id = a.id
    where a.name like 'at once %'`);
  const wanted = comments.map((name, n) => ({ name, comment: n % 2 === 0 ? name : null, source: null }));
  const byName = (a: object, b: object) => JSON.stringify(a).localeCompare(JSON.stringify(b));
  expect(rows.sort(byName)).toEqual(wanted.sort(byName));
});

describe('a comment or a source is accepted', () => {
  const longest = '🎸'.repeat(500);
  const url = `https://example.org/${'a'.repeat(2_048 - 20)}`;
  test.each([
    ['a plain String', { 'Change-Comment': String.raw`"a \"b\" \\"` }, String.raw`a "b" \ `.trim(), null],
    ['500 characters of four bytes', { 'Change-Comment': display(longest) }, longest, null],
    ['an address of 2,048 characters', { 'Change-Source': `"${url}"` }, null, url],
    ['empty texts, which count as absent', { 'Change-Comment': '""', 'Change-Source': '""' }, null, null],
  ])('%s', async (_, headers, comment, source) => {
    const { status, json } = await send('POST', artists, { name: 'x' }, headers as Record<string, string>);
    expect(status).toBe(201);
    expect(await rockola.sql(`select comment, source from revision where kind = 'artist' and id = ${json.id}`)).toEqual([
      { comment, source },
    ]);
  });
});

describe('a malformed comment or source is refused together with all other errors, and nothing changes', () => {
  const [comment, source] = ['/Change-Comment', '/Change-Source'];
  test.each([
    ['no structured field', { 'Change-Comment': 'fixes' }, [comment]],
    ['two texts', { 'Change-Comment': '"a", "b"' }, [comment]],
    ['capitals in escapes', { 'Change-Comment': '%"a%C3%B1o"' }, [comment]],
    ['bytes that are not UTF-8', { 'Change-Comment': '%"%c3"' }, [comment]],
    ['501 characters', { 'Change-Comment': display('ñ'.repeat(501)) }, [comment]],
    ['a line break', { 'Change-Comment': '%"a%0ab"' }, [comment]],
    ['U+0000', { 'Change-Comment': '%"%00"' }, [comment]],
    ['a C1 control', { 'Change-Comment': '%"%c2%85"' }, [comment]],
    ['a bare address', { 'Change-Source': 'https://example.org' }, [source]],
    ['another scheme', { 'Change-Source': '"javascript:alert(1)"' }, [source]],
    ['user info', { 'Change-Source': '"https://a:b@example.org/"' }, [source]],
    ['2,049 characters', { 'Change-Source': `"https://example.org/${'a'.repeat(2_029)}"` }, [source]],
    ['a Display String as source', { 'Change-Source': '%"https://example.org"' }, [source]],
    ['all at once', { 'Change-Comment': 'a', 'Change-Source': 'b', 'If-Match': 'c' }, ['/If-Match', comment, source, '/name']],
  ])('%s', async (_, headers, pointers) => {
    const { location } = Object.fromEntries((await send('POST', artists, { name: 'Sumo' })).headers) as { location: string };
    const body = pointers.length > 1 ? { name: '' } : { name: 'Sumo 2' };
    const { status, json } = await send('PATCH', location, body, headers as Record<string, string>);
    expect([status, json.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([400, pointers]);
    for (const { detail } of json.errors.filter(({ pointer }: { pointer: string }) => pointer.startsWith('/Change')))
      expect(detail).toContain(' such as ');
    const { json: record, headers: headersNow } = await rockola.call('GET', location);
    expect([record.name, headersNow.get('etag')]).toEqual(['Sumo', expect.stringMatching(/^"1\./)]);
  });
});

test('operations that do not change the catalogue ignore Change-Comment', async () => {
  const { status } = await rockola.call('GET', artists, { headers: { 'Change-Comment': 'none' } });
  expect(status).toBe(200);
  const ana = await rockola.person();
  expect(
    (await rockola.call('PATCH', '/api/v1/user', { body: { name: 'B' }, key: ana.key, headers: { 'Change-Comment': 'x' } })).status,
  ).toBe(200);
});
