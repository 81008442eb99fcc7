import { afterAll, expect, test } from 'bun:test';
import { until } from '../faults/until.ts';
import { openStream } from '../support/eventStream.ts';
import { cookieOf, formSender, redirectOutcome } from '../support/forms.ts';
import { type CallOptions, startRockola } from '../support/harness.ts';
import { startHookTarget } from '../support/hookTarget.ts';
import { hooks, makeHook } from '../support/webhooks.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off', ROCKOLA_OUTBOUND: 'any' });
const vandal = await rockola.person();
afterAll(() => rockola.stop());

const editor = await rockola.person();
await rockola.cli(['account', 'role', editor.email, 'editor']);
const send = formSender(rockola);
const cookie = cookieOf(await send('/sign-in', { email: editor.email, password: editor.password }));

const asEditor: CallOptions = { key: rockola.adminKey };
const asVandal: CallOptions = { key: vandal.key };
const get = async (path: string, credentials: CallOptions = {}) => (await rockola.call('GET', path, credentials)).json;
const hide = (seq: bigint, hidden: string | null, credentials = asEditor) =>
  rockola.call('PATCH', `/api/v1/changes/${seq}`, { ...credentials, body: { hidden } });

/** The sequence numbers of a list of changes, once it has `count` of them. */
async function seqsOf(changes: string, count: number): Promise<bigint[]> {
  const read = async () => (await get(changes)).data as { seq: bigint }[];
  await until(async () => (await read()).length === count, 'the changes are not listed');
  return (await read()).map(({ seq }) => seq);
}

/** An artist whose second version, by a vandal, was reverted. `seq`: the change of the vandal; `newest`: the reversion. */
async function vandalised() {
  const path = `/api/v1/artists/${await rockola.add('/api/v1/artists', { name: 'Almendra', description: 'Banda' })}`;
  const headers = { 'Change-Comment': '"slander"', 'Change-Source': '"https://example.org/slander"' };
  const spoiled = await rockola.call('PATCH', path, { ...asVandal, body: { name: 'Slander', description: 'slander' }, headers });
  await Bun.sleep(5);
  await rockola.call('POST', `${path}/reversions`, { ...asEditor, body: { version: 1 } });
  const id = path.split('/').at(-1) as string;
  const changes = `/api/v1/changes?artist=${id}`;
  const at = new Date(Number.parseInt(spoiled.headers.get('etag')?.split('-')[1] ?? '', 36)).toISOString();
  const [, seq, newest] = await seqsOf(changes, 3);
  return { id, path, at, changes, seq: seq as bigint, newest: newest as bigint };
}

test('a hidden change appears only in the history that editors read, until it is shown again', async () => {
  const { id, path, at, changes, seq } = await vandalised();
  const page = `/artists/${id}-almendra/history`;
  const html = async (cookies = '') =>
    (await fetch(rockola.url + page, { headers: { Accept: 'text/html', 'Accept-Language': 'en', Cookie: cookies } })).text();
  const atom = async () => (await fetch(`${rockola.url}/artists/${id}/changes.atom`)).text();
  const feed = async () => {
    const stream = await openStream(rockola.url, `?artist=${id}&since=2020-01-01T00:00:00Z`);
    for (let i = 0; i < 3; i++) await stream.next();
    stream.close();
    return stream.text();
  };
  const paths = [`${path}/revisions`, `${path}/revisions/2`, `${path}/revisions/3`, changes, `${path}?at=${at}`];
  const placesWithSlander = async () => {
    const read = await Promise.all(paths.map(async (place) => [place, (await rockola.call('GET', place, asVandal)).text] as const));
    const all = [...read, ['page', await html()], ['atom', await atom()], ['stream', await feed()]];
    return all.filter(([, text]) => /slander/i.test(text ?? '')).map(([place]) => place);
  };
  const before = await placesWithSlander();
  expect(before).toEqual([...paths, 'page', 'atom', 'stream']);
  expect((await hide(seq, 'all', asVandal)).status).toBe(403);
  expect((await hide(seq, 'all')).status).toBe(204);
  expect(await placesWithSlander()).toEqual([]);
  expect(await html(cookie)).toMatch(/This change is hidden.*slander/s);
  const forOthers = { version: 2n, hidden: 'all', comment: null, source: null, changes: [], record: null };
  expect(await get(`${path}/revisions/2`)).toMatchObject(forOthers);
  const forEditors = { version: 2n, hidden: 'all', comment: 'slander', record: { name: 'Slander' } };
  expect(await get(`${path}/revisions/2`, asEditor)).toMatchObject(forEditors);
  expect((await get(`${path}/revisions`, asEditor)).data[1]).toMatchObject({ hidden: 'all', comment: 'slander' });
  expect((await get(`${path}?at=${at}`)).detail).toContain('hidden');
  const reverted = await rockola.call('POST', `${path}/reversions`, { ...asEditor, body: { version: 2 } });
  expect(reverted.json.errors).toEqual([{ pointer: '/version', detail: expect.stringContaining('hidden') }]);
  expect((await hide(seq, null)).status).toBe(204);
  expect(await placesWithSlander()).toEqual(before);
});

test('a comment is hidden without the values, and on every change of its request', async () => {
  const { id, path, changes, seq, newest } = await vandalised();
  expect((await hide(seq, 'comment')).status).toBe(204);
  const shown = { hidden: 'comment', comment: null, source: null, record: { name: 'Slander' } };
  expect(await get(`${path}/revisions/2`)).toMatchObject({ ...shown, changes: [{ to: 'Slander' }, { to: 'slander' }] });
  expect((await get(changes)).data[1]).toMatchObject(shown);
  expect((await hide(newest, 'comment')).status).toBe(204);
  await rockola.add(`${path}/albums`, { name: 'Uno', year: 1969 });
  await rockola.call('DELETE', path, { ...asEditor, headers: { 'Change-Comment': '"slander"' } });
  const seqs = await seqsOf(changes, 6);
  expect((await hide(seqs.at(-1) as bigint, 'comment')).status).toBe(204);
  expect((await get(changes)).data.slice(-2)).toMatchObject([{ comment: null }, { comment: null }]);
  expect(await get(`/api/v1/artists/${id}/revisions`, asEditor)).toMatchObject({
    data: [{ action: 'delete', comment: 'slander' }, {}, {}, {}],
  });
});

test('if a request changed several artists, its changes are hidden for one artist only', async () => {
  const { id, key } = await rockola.person();
  for (const name of ['Uno', 'Dos']) await rockola.call('POST', '/api/v1/artists', { key, body: { name } });
  const body = { since: '2020-01-01T00:00:00Z' };
  const { changeset } = (await rockola.call('POST', `/api/v1/user/accounts/${id}/reversions`, { ...asEditor, body })).json;
  const changes = `/api/v1/changes?changeset=${changeset}`;
  const [seq] = await seqsOf(changes, 2);
  expect((await hide(seq as bigint, 'all')).status).toBe(204);
  expect((await get(changes)).data).toMatchObject([{ hidden: 'all' }, { hidden: null }]);
});

test('the values that a record has now cannot be hidden, nor can an unknown change', async () => {
  const { path, changes, seq, newest } = await vandalised();
  const refused = await hide(newest, 'all');
  expect([refused.status, refused.json.type, refused.json.detail]).toEqual([
    409,
    expect.stringContaining('/still-current'),
    expect.stringContaining(path.split('/').at(-1) as string),
  ]);
  expect((await get(changes)).data[2]).toMatchObject({ hidden: null, record: { name: 'Almendra' } });
  const wrong = await hide(seq, 'everything');
  expect(wrong.json).toMatchObject({ status: 400n, errors: [{ pointer: '/hidden', detail: 'must be one of comment, all, null' }] });
  expect((await rockola.call('PATCH', `/api/v1/changes/${seq}`, { ...asEditor, body: {} })).json).toMatchObject({ status: 400n });
  expect((await hide(9_999_999n, 'all')).json).toMatchObject({ status: 404n, detail: expect.stringContaining('9999999') });
});

test('a hidden version can still be redacted, and the log stays whole', async () => {
  const { path, seq } = await vandalised();
  expect((await hide(seq, 'all')).status).toBe(204);
  const body = { hide: ['all'], reason: 'slander' };
  const redacted = await rockola.call('POST', `${path}/revisions/2/redactions`, { ...asEditor, body });
  expect(redacted.json).toMatchObject({ hidden: 'all', redacted: { hidden: ['name', 'description', 'comment', 'source'] } });
  const [row] = await rockola.sql(
    `select count(*) as n from revision where coalesce(members, '') like '%lander%' and id = ${path.split('/').at(-1)}`,
  );
  expect(Number(row?.n)).toBe(0);
  expect((await rockola.cli(['check'])).code).toBe(0);
});

test('the note of a redaction disappears from the redacted version too when the comment of the redaction is hidden', async () => {
  const { id, path, changes } = await vandalised();
  const body = { hide: ['description'], reason: 'slander', note: 'the address' };
  expect((await rockola.call('POST', `${path}/revisions/2/redactions`, { ...asEditor, body })).status).toBe(200);
  const seq = (await seqsOf(changes, 4)).at(-1) as bigint;
  const countsOfNote = async () => {
    const read = await Promise.all(
      [`${path}/revisions`, `${path}/revisions/2`, changes].map(async (target) => (await rockola.call('GET', target)).text),
    );
    const page = await (await fetch(`${rockola.url}/artists/${id}-almendra/history`, { headers: { Accept: 'text/html' } })).text();
    return [...read, page].map((text) => text.match(/the address/g)?.length ?? 0);
  };
  expect(await countsOfNote()).toEqual([2, 1, 2, 2]);
  expect((await hide(seq, 'comment')).status).toBe(204);
  expect(await countsOfNote()).toEqual([0, 0, 0, 0]);
  expect((await hide(seq, null)).status).toBe(204);
  expect(await countsOfNote()).toEqual([2, 1, 2, 2]);
});

test('a resumed stream does not send values that were hidden meanwhile', async () => {
  const stream = await openStream(rockola.url);
  const { seq } = await vandalised();
  const { id = '' } = (await stream.next()) ?? {};
  const resumedText = async () => {
    const again = await openStream(rockola.url, '', { 'Last-Event-ID': id });
    await again.next();
    again.close();
    return again.text();
  };
  expect(await resumedText()).toContain('slander');
  expect((await hide(seq, 'all')).status).toBe(204);
  await until(async () => !(await resumedText()).includes('slander'), 'the stream still sends what is hidden', 20_000);
  stream.close();
});

test('a webhook that gets a change again gets no hidden values; export and harvest do not change', async () => {
  const target = startHookTarget();
  const { changes, seq, id, path } = await vandalised();
  const { id: hook } = await makeHook(rockola, editor, { url: target.url, payload: 'full', artist: BigInt(id) });
  const [{ at }] = (await get(changes)).data;
  const first = `c${seq - 1n}-${Date.parse(at).toString(36)}`;
  const countsOfSlander = async () => {
    expect((await rockola.call('POST', `${hooks}/${hook}/resume`, { token: editor.token, body: { after: first } })).status).toBe(200);
    return [await target.next(), await target.next()].map(({ text }) => text.match(/slander/gi)?.length ?? 0);
  };
  const exportAndHarvest = async () => [
    await (await fetch(`${rockola.url}/api/v1/export`)).text(),
    (await (await fetch(`${rockola.url}/oai?verb=ListRecords&metadataPrefix=oai_dc`)).text()).replace(/<responseDate>.*?</, ''),
  ];
  const before = await exportAndHarvest();
  expect(await countsOfSlander()).toEqual([6, 2]);
  expect((await hide(seq, 'all')).status).toBe(204);
  expect(await countsOfSlander()).toEqual([0, 0]);
  expect([await exportAndHarvest(), before.join().includes(path)]).toEqual([before, true]);
  await target.stop();
});

test('undo restores no hidden values, neither of one record nor of a deleted artist with its albums', async () => {
  const eve = await rockola.person();
  const path = `/api/v1/artists/${await rockola.add('/api/v1/artists', { name: 'Almendra' })}`;
  const album = `${path}/albums/${await rockola.add(`${path}/albums`, { name: 'Uno', year: 1969 })}`;
  for (const { key } of [vandal, eve])
    for (const target of [path, album]) await rockola.call('PATCH', target, { key, body: { name: `Slander ${key === eve.key}` } });
  const changes = `/api/v1/changes?artist=${path.split('/').at(-1)}`;
  const [, , spoiled] = await seqsOf(changes, 6);
  expect((await hide(spoiled as bigint, 'all')).status).toBe(204);
  const body = { since: '2020-01-01T00:00:00Z' };
  const { undone, left } = (await rockola.call('POST', `/api/v1/user/accounts/${eve.id}/reversions`, { ...asEditor, body })).json;
  expect(undone).toMatchObject([{ kind: 'album' }]);
  expect(left).toMatchObject([{ kind: 'artist', reason: 'redacted', detail: expect.stringContaining('is hidden') }]);
  await rockola.call('DELETE', path, asEditor);
  for (const seq of (await seqsOf(changes, 9)).slice(5, 7)) expect((await hide(seq, 'all')).status).toBe(204);
  expect((await rockola.call('POST', `${path}/reversions`, { ...asEditor, body: { version: 1 } })).status).toBe(200);
  expect((await get(`${path}/albums`)).data).toEqual([]);
  expect((await rockola.cli(['check'])).code).toBe(0);
});

test('editors hide and show with a button of the history and of the list of changes', async () => {
  const { id, seq, newest } = await vandalised();
  const page = async (path: string, cookies = cookie) =>
    (await fetch(rockola.url + path, { headers: { Accept: 'text/html', 'Accept-Language': 'en', Cookie: cookies } })).text();
  const history = `/artists/${id}-almendra/history`;
  const list = `/changes?artist=${id}`;
  const offeredForms = async (path: string, cookies = cookie) =>
    [...(await page(path, cookies)).matchAll(/changes\/(\d+)\/hide|name="hidden" value="(\w*)"/g)].map(
      ([, change, value]) => value ?? BigInt(change ?? 0),
    );
  expect(await offeredForms(history)).toEqual([seq, 'comment', 'all', expect.anything(), 'all']);
  expect(await offeredForms(list)).toEqual([seq, 'comment']);
  const stranger = cookieOf(await send('/sign-in', { email: vandal.email, password: vandal.password }));
  for (const cookies of ['', stranger]) expect([await offeredForms(history, cookies), await offeredForms(list, cookies)]).toEqual([[], []]);
  const form = `/changes/${seq}/hide`;
  const press = async (hidden: string, path = form) => {
    const { status, headers } = await send(path, { hidden }, { cookie });
    return [status, redirectOutcome(headers)];
  };
  expect(await press('all')).toEqual([303, `/artists/${id}/history?after=v22#v2 hidden`]);
  expect([(await offeredForms(history)).slice(0, 2), await offeredForms(list)]).toEqual([expect.anything(), [seq, '']]);
  expect(await page(list)).toContain('This change is hidden.');
  expect(await press('')).toEqual([303, `/artists/${id}/history?after=v22#v2 shown`]);
  expect(await press('all', `/changes/${newest}/hide`)).toEqual([409, '']);
  expect((await send(form, { hidden: 'x' }, { cookie })).text).toContain('href="#hidden"');
  expect((await send(`/changes/9999999/hide`, { hidden: 'all' }, { cookie })).status).toBe(404);
  expect((await send(form, { hidden: 'all' }, { cookie: stranger })).status).toBe(403);
  expect(await page(form)).toMatch(/<option value="all" selected.*Show again/s);
});
