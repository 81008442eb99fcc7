import { afterAll, expect, test as longToo } from 'bun:test';
import { readTables } from '../../src/store/move/tables.ts';
import { isLong, repetitionsFor } from '../support/amount.ts';
import { openStream } from '../support/eventStream.ts';
import { addFact } from '../support/facts.ts';
import { type CallOptions, startRockola } from '../support/harness.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

const test = longToo.skipIf(isLong);
const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
const ana = await rockola.person();
afterAll(() => rockola.stop());

const asAdmin: CallOptions = { key: rockola.adminKey };
const asMember: CallOptions = { key: ana.key };
const withComment = (comment: string) => ({ headers: { 'Change-Comment': `"${comment}"` } });
const read = (path: string, credentials: CallOptions = asAdmin) => rockola.call('GET', path, credentials);
const patch = (path: string, body: object, options: CallOptions = {}) => rockola.call('PATCH', path, { ...asMember, ...options, body });
const redact = (path: string, version: number, hide: string[], more = {}) =>
  rockola.call('POST', `${path}/revisions/${version}/redactions`, { ...asAdmin, body: { hide, reason: 'slander', ...more } });
const revert = (path: string, version: number) => rockola.call('POST', `${path}/reversions`, { ...asAdmin, body: { version } });
const word = () => `zz${crypto.randomUUID().replaceAll('-', '')}`;
const idOf = (path: string) => BigInt(path.split('/').at(-1) as string);

async function add(path: string, body: object, options: CallOptions = {}): Promise<string> {
  const { headers } = await rockola.call('POST', path, { ...asMember, ...options, body });
  return headers.get('location') as string;
}
const addArtist = (members = {}, options: CallOptions = {}) => add('/api/v1/artists', { name: 'Almendra', ...members }, options);

const tables = readTables();

/** The tables that contain a word. */
async function tablesWith(text: string): Promise<string[]> {
  const names: string[] = [];
  for (const { name, columns } of tables) {
    const texts = columns.filter(({ type }) => type === 'text').map((column) => `coalesce("${column.name}", '')`);
    if (texts.length === 0) continue;
    const [row] = await rockola.sql(`select count(*) as n from "${name}" where ${texts.join(' || ')} like '%${text}%'`);
    if (Number(row?.n) > 0) names.push(name);
  }
  return names;
}

test('a redaction erases members, comment and source from all versions that have them, and the redacted version lists them', async () => {
  const [slander, remark] = [word(), word()];
  const source = `https://example.org/${word()}`;
  const artist = await addArtist({ description: 'Banda' });
  const headers = { 'Change-Comment': `"${remark}"`, 'Change-Source': `"${source}"`, 'Idempotency-Key': `"${word()}"` };
  await patch(artist, { description: `${slander} ${'x'.repeat(600)}` }, { headers });
  await patch(artist, { band: 'Invisible' });
  expect((await redact(artist, 2, ['description'])).json).toMatchObject({
    type: expect.stringContaining('/still-current'),
    detail: expect.stringContaining('description'),
  });
  await patch(artist, { description: 'Banda' });
  expect(await tablesWith(slander)).toEqual(['revision']);
  const done = await redact(artist, 3, ['description'], { note: 'an address' });
  expect(done.json).toMatchObject({
    version: 3n,
    record: null,
    changes: [{ member: 'band', from: '', to: 'Invisible' }],
    redacted: { hidden: ['description'], note: 'an address', user: 1n },
  });
  await redact(artist, 2, ['comment', 'source']);
  for (const sought of [slander, remark, source]) expect([sought, await tablesWith(sought)]).toEqual([sought, []]);
  const { data } = (await read(`${artist}/revisions`)).json;
  expect(data.map(({ version, action, redacts }: never) => [Number(version), action, redacts && Number(redacts)])).toEqual([
    [6, 'redact', 2],
    [5, 'redact', 3],
    [4, 'update', null],
    [3, 'update', null],
    [2, 'update', null],
    [1, 'create', null],
  ]);
  expect(data[1]).toMatchObject({ comment: 'an address', redacted: null, changes: [] });
  expect(data[4]).toMatchObject({ comment: null, source: null, changes: [], redacted: { hidden: ['description', 'comment', 'source'] } });
  expect((await read(`${artist}/revisions/2`)).json).toMatchObject({ record: null, user: ana.id });
  expect((await read(artist)).json).toMatchObject({ description: 'Banda', band: 'Invisible' });
  const before = (await read(artist)).headers.get('etag');
  expect((await redact(artist, 3, ['description', 'all'], { note: 'again' })).json).toEqual({
    ...done.json,
    redacted: { ...done.json.redacted, at: expect.anything(), note: expect.anything() },
  });
  expect((await read(artist)).headers.get('etag')).toBe(before);
  const listed = await rockola.cli(['history', 'artist', String(idOf(artist)), '--json']);
  expect(JSON.parse(listed.out)[4]).toMatchObject({ version: 2, redacted: 'description, comment, source' });
});

test('a redacted version can be neither restored nor read at its time', async () => {
  const slander = word();
  const artist = await addArtist();
  const spoiled = await patch(artist, { name: slander });
  await Bun.sleep(5);
  await patch(artist, { name: 'Almendra' });
  const at = new Date(Number.parseInt(spoiled.headers.get('etag')?.split('-')[1] ?? '', 36)).toISOString();
  expect((await read(`${artist}?at=${at}`)).json.name).toBe(slander);
  await redact(artist, 2, ['all']);
  expect((await read(`${artist}?at=${at}`)).json).toMatchObject({ status: 404n, detail: expect.stringContaining('redacted') });
  expect((await revert(artist, 2)).json.errors).toEqual([{ pointer: '/version', detail: expect.stringContaining('redacted') }]);
  expect((await revert(artist, 4)).status).toBe(200);
});

test('a replay under an idempotency key does not bring back redacted values', async () => {
  const slander = word();
  const headers = { 'Idempotency-Key': `"${word()}"` };
  const body = { name: 'Almendra', description: `"${slander}"\n` };
  const send = () => rockola.call('POST', '/api/v1/artists', { ...asMember, body, headers });
  const { json } = await send();
  const path = `/api/v1/artists/${json.id}`;
  expect(await tablesWith(slander)).toEqual(['artist', 'revision', 'idempotency_key']);
  await rockola.call('DELETE', path, asAdmin);
  await redact(path, 1, ['all']);
  expect(await tablesWith(slander)).toEqual([]);
  expect((await send()).json).toMatchObject({ status: 400n, detail: expect.stringContaining('redacted since') });
});

test('a redaction under an idempotency key is done once, and its stored outcome has no content of the record', async () => {
  const [slander, remark] = [word(), word()];
  const artist = await addArtist({ description: slander }, withComment(remark));
  await patch(artist, { description: '' });
  const headers = { 'Idempotency-Key': `"${word()}"` };
  const send = () =>
    rockola.call('POST', `${artist}/revisions/1/redactions`, { ...asAdmin, body: { hide: ['comment'], reason: slander }, headers });
  const first = await send();
  expect([first.status, first.json.record.description]).toEqual([200, slander]);
  const again = await send();
  expect([again.headers.get('idempotent-replayed'), again.text]).toEqual(['true', first.text]);
  expect(await tablesWith(slander)).toEqual(['revision', 'redaction']);
  await redact(artist, 1, ['description']);
  expect(await tablesWith(slander)).toEqual(['redaction']);
  expect((await send()).json).toMatchObject({ record: null, redacted: { hidden: ['comment', 'description'] } });
  expect((await read(`${artist}/revisions`)).json.data).toHaveLength(4);
});

test('stored outcomes of other records survive, even if they contain the redacted value and the id', async () => {
  const value = 'a';
  const keyed = () => ({ ...asMember, headers: { 'Idempotency-Key': `"${word()}"` } });
  const others: (() => ReturnType<typeof rockola.call>)[] = [];
  const send = async (path: string, body: object, options = keyed()) => {
    const again = () => rockola.call('POST', path, { ...options, body });
    const { status, json, headers } = await again();
    expect(status).toBe(201);
    return { json, location: headers.get('location') as string, again };
  };
  const slandered = await send('/api/v1/artists', { name: 'Almendra', band: value });
  const { id } = slandered.json;
  // Another artist with the same value, whose description has the id; an album with the same id and name; another outcome of the artist.
  const other = await send('/api/v1/artists', { name: 'Otra', band: value, description: `{"int64":"${id}"} ${slandered.location}` });
  const album = await send(`${other.location}/albums`, { id, name: value, year: 1970 });
  expect(album.json.id).toBe(id);
  others.push(other.again, album.again);
  await patch(slandered.location, { band: 'Invisible' });
  const revertOptions = keyed();
  const sendRevert = () => rockola.call('POST', `${slandered.location}/reversions`, { ...revertOptions, body: { version: 2 } });
  expect((await sendRevert()).status).toBe(200);
  expect((await redact(slandered.location, 1, ['band'])).status).toBe(200);
  for (const again of [...others, sendRevert]) expect((await again()).headers.get('idempotent-replayed')).toBe('true');
  for (const again of others) expect((await again()).status).toBe(201);
  expect((await sendRevert()).json.band).toBe('Invisible');
  expect((await slandered.again()).json).toMatchObject({ status: 400n, detail: expect.stringContaining('redacted since') });
});

test('a redaction also erases stored outcomes of an undo, and stored refusals that name the record', async () => {
  const [eve, slander] = [await rockola.person('Eve'), word()];
  const artist = await addArtist({}, { key: eve.key });
  await patch(artist, { name: slander }, { key: eve.key });
  const keyed = (credentials: CallOptions) => ({ ...credentials, headers: { 'Idempotency-Key': `"${word()}"` } });
  const identifier = { scheme: 'discogs', value: String(1_000_000 + Math.floor(Math.random() * 1e8)) };
  await add(`${artist}/identifiers`, identifier);
  const [claimOptions, undoOptions] = [keyed(asMember), keyed(asAdmin)];
  const elsewhere = await addArtist();
  const claim = () => rockola.call('POST', `${elsewhere}/identifiers`, { ...claimOptions, body: identifier });
  expect((await claim()).json).toMatchObject({ status: 409n, detail: expect.stringContaining(slander) });
  const since = new Date(Date.now() - 600_000).toISOString();
  const revertAll = () => rockola.call('POST', `/api/v1/user/accounts/${eve.id}/reversions`, { ...undoOptions, body: { since } });
  expect((await revertAll()).status).toBe(200);
  expect(await tablesWith(slander)).toContain('idempotency_key');
  await patch(artist, { name: 'Almendra' });
  expect((await redact(artist, 2, ['name'])).status).toBe(200);
  expect(await tablesWith(slander)).toEqual([]);
});

test('a redaction also erases a stored outcome that lists the undone changes', async () => {
  const [eve, slander] = [await rockola.person('Eve'), word()];
  const artist = await addArtist();
  await patch(artist, { name: slander }, { key: eve.key });
  const headers = { 'Idempotency-Key': `"${word()}"` };
  const since = new Date(Date.now() - 600_000).toISOString();
  const undo = () => rockola.call('POST', `/api/v1/user/accounts/${eve.id}/reversions`, { ...asAdmin, headers, body: { since } });
  expect((await undo()).json.undone).toHaveLength(1);
  expect(await tablesWith(slander)).toEqual(['revision', 'idempotency_key']);
  expect((await redact(artist, 2, ['name'])).status).toBe(200);
  expect(await tablesWith(slander)).toEqual([]);
  expect((await undo()).json).toMatchObject({ status: 400n, detail: expect.stringContaining('redacted since') });
});

test('a reason of spaces is refused, and the command says if there is nothing to redact', async () => {
  const artist = await addArtist({ band: word() });
  await patch(artist, { band: '' });
  expect((await redact(artist, 1, ['band'], { reason: ' \u00a0' })).json.errors).toMatchObject([{ pointer: '/reason' }]);
  const asked = ['redact', 'artist', String(idOf(artist)), '1', '--reason', 'slander', '--hide'];
  const empty = await rockola.cli([...asked, 'image']);
  expect(empty).toMatchObject({ code: 0, out: expect.stringContaining('nothing to redact') });
  expect((await rockola.cli([...asked, 'image', 'band'])).out).toContain('band of version 1');
  expect((await rockola.cli([...asked, 'band'])).out).toContain('nothing to redact');
});

test('a deleted artist is restored after redactions, with the records deleted with it, except redacted ones', async () => {
  const [slander, remark, note] = [word(), word(), word()];
  const artist = await addArtist({ description: 'Banda' });
  await patch(artist, { description: slander });
  const last = await patch(artist, { description: '' });
  const [kept, lost, empty] = [
    await add(`${artist}/albums`, { name: 'Uno', year: 1970 }),
    await add(`${artist}/albums`, { name: slander, year: 1971 }),
    await add(`${artist}/albums`, { name: 'Tres', year: 1972, image: '' }),
  ];
  const keptTrack = await add(`${kept}/tracks`, { position: 1, title: 'Tema' });
  const lostTrack = await add(`${lost}/tracks`, { position: 1, title: 'Tema' });
  await rockola.call('DELETE', empty, asAdmin);
  expect(last.status).toBe(200);
  await rockola.call('DELETE', artist, { ...asAdmin, ...withComment(remark) });
  expect((await redact(artist, 2, ['description'], { note })).status).toBe(200);
  expect((await redact(lost, 1, ['name'])).status).toBe(200);
  expect((await redact(kept, 2, ['comment'])).status).toBe(200);
  for (const sought of [slander, remark]) expect(await tablesWith(sought)).toEqual([]);
  expect((await redact(artist, 5, ['comment'])).status).toBe(200);
  expect(await tablesWith(note)).toEqual([]);
  expect((await read(artist)).status).toBe(404);
  expect((await revert(artist, 3)).status).toBe(200);
  expect([(await read(kept)).status, (await read(lost)).status, (await read(empty)).status]).toEqual([200, 404, 404]);
  expect([(await read(keptTrack)).status, (await read(lostTrack)).status]).toEqual([200, 404]);
  expect((await revert(lost, 1)).status).toBe(400);
});

test('an undo of the changes of an account skips redactions, and leaves a record whose earlier value was redacted', async () => {
  const eve = await rockola.person('Eve');
  const asEve: CallOptions = { key: eve.key };
  const [vandalized, bare] = [await addArtist({ description: 'Banda' }), await addArtist({ description: word() })];
  await patch(vandalized, { description: word() }, { ...asEve, ...withComment(word()) });
  await patch(bare, { description: 'mine' }, asEve);
  await redact(vandalized, 2, ['comment']);
  await redact(bare, 1, ['description']);
  const since = new Date(Date.now() - 600_000).toISOString();
  const { json } = await rockola.call('POST', `/api/v1/user/accounts/${eve.id}/reversions`, { ...asAdmin, body: { since } });
  expect(json.undone).toMatchObject([{ id: idOf(vandalized), reverts: 1n, version: 4n }]);
  expect(json.left).toMatchObject([{ id: idOf(bare), reason: 'redacted' }]);
});

test('the feed, its stream and the pages report a redaction, and no longer contain what it hid', async () => {
  const slander = word();
  const artist = await addArtist({ description: slander });
  await patch(artist, { description: '' });
  await redact(artist, 1, ['description'], { note: 'personal data' });
  const readFeed = async () => (await read(`/api/v1/changes?artist=${idOf(artist)}`)).json;
  let feed = await readFeed();
  while (feed.data.length < 3) feed = await readFeed();
  expect(feed.data).toMatchObject([
    { action: 'create', record: null, redacted: { hidden: ['description'], note: 'personal data' } },
    { action: 'update', record: { description: '' } },
    { action: 'redact', comment: 'personal data', redacts: 1n, record: { description: '' }, version: 3n },
  ]);
  const stream = await openStream(rockola.url, `?artist=${idOf(artist)}&since=1970-01-01T00:00:00Z`);
  const events = [await stream.next(), await stream.next(), await stream.next()];
  stream.close();
  expect(events.map((event) => event?.data.action)).toEqual(['create', 'update', 'redact']);
  expect(stream.text()).not.toContain(slander);
  const page = async (path: string, language = 'es') =>
    (await fetch(rockola.url + path, { headers: { 'Accept-Language': language } })).text();
  const history = `${artist.replace('/api/v1', '')}/history`;
  expect(await page(history)).toMatch(/Suprimido el .*: Descripción\..*personal data/s);
  expect(await page(history, 'en')).toMatch(/Redacted on .*: Description\..*personal data/s);
  for (const path of [history, '/changes', '/changes.atom']) expect(await page(path)).not.toContain(slander);
});

test('facts have redactions too, and the command makes them', async () => {
  const artist = await addArtist();
  const send = (method: string, path: string, body: unknown) => rockola.call(method, path, { ...asMember, body });
  const id = await addFact(send, 'alias', { artistId: idOf(artist) });
  const alias = `${artist}/aliases/${id}`;
  const slander = word();
  await patch(alias, { name: slander });
  await patch(alias, { name: 'Los Almendros' });
  const asked = ['redact', 'alias', String(id), '2', '--reason', 'slander'];
  expect(await rockola.cli([...asked, '--hide', 'title'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('--hide must be one of'),
  });
  expect((await rockola.cli(['redact', 'alias', String(id), '9', '--reason', 'x', '--hide', 'all'])).err).toContain('no version 9');
  expect(await rockola.cli([...asked, '--hide', 'name', '--note', 'slander'])).toMatchObject({ code: 0 });
  expect(await tablesWith(slander)).toEqual([]);
  expect((await read(`${alias}/revisions/2`)).json.redacted).toMatchObject({ hidden: ['name'], note: 'slander' });
  expect((await redact(alias, 2, [])).status).toBe(400);
  expect((await redact(alias, 7, ['all'])).status).toBe(404);
});

type State = { name: string; description: string; band: string } | null;
type Version = { state: State; comment: string | null; erased: Set<string> };
const members = ['name', 'description', 'band'] as const;

longToo.each(Array.from({ length: repetitionsFor('REDACTIONS', { short: 3, long: 20 }) }, (_, i) => i))(
  'random redactions of a random history leave the values that a model predicts, %#',
  async (run) => {
    const { pick, below } = randomFrom(seed, run);
    const values = { name: [word(), word()], description: ['', word(), word() + 'y'.repeat(600)], band: ['', word()] } as const;
    const state = () =>
      Object.fromEntries(members.map((name) => [name, pick(values[name] as readonly [string, ...string[]])])) as NonNullable<State>;
    const versions: Version[] = [];
    const log = (state: State, comment: string | null) => versions.push({ state, comment, erased: new Set() });
    const now = () => versions.at(-1)?.state ?? null;
    const first = state();
    const artist = await addArtist(first);
    log(first, null);
    for (let step = 0; step < 30; step++) {
      const version = 1 + below(versions.length);
      const target = versions[version - 1] as Version;
      const isPartlyErased = members.some((name) => target.erased.has(name));
      switch (below(5)) {
        case 0: {
          if (!now()) break;
          const remark = word();
          await rockola.call('DELETE', artist, { ...asAdmin, ...withComment(remark) });
          log(null, remark);
          break;
        }
        case 1: {
          const { status } = await revert(artist, version);
          expect(status).toBe(target.state && !isPartlyErased ? 200 : 400);
          if (status === 200 && JSON.stringify(now()) !== JSON.stringify(target.state)) log(target.state, null);
          break;
        }
        case 2: {
          const [next, remark] = [state(), word()];
          if (!now()) break;
          await patch(artist, next, withComment(remark));
          if (JSON.stringify(next) !== JSON.stringify(now())) log(next, remark);
          break;
        }
        default: {
          const hide = pick<string>([...members, 'comment', 'all']);
          const chosen = members.filter((name) => [name, 'all'].includes(hide) && target.state?.[name] && !target.erased.has(name));
          const current = chosen.filter((name) => now()?.[name] === target.state?.[name]);
          const refused = current.length > 0 && (hide !== 'all' || (current.length === chosen.length && !isPartlyErased));
          const { status } = await redact(artist, version, [hide]);
          expect([hide, status]).toEqual([hide, refused ? 409 : 200]);
          if (refused) break;
          const erasedNow = chosen.filter((name) => !current.includes(name));
          const erasesComment = hide !== 'comment' && hide !== 'all' ? false : target.comment !== null;
          if (erasedNow.length === 0 && !erasesComment) break;
          for (const earlier of versions)
            for (const name of erasedNow) if (earlier.state?.[name] === target.state?.[name] && earlier.state) earlier.erased.add(name);
          if (erasesComment) {
            target.comment = null;
            target.erased.add('comment');
          }
          log(now(), null);
        }
      }
    }
    for (const [i, { state, comment, erased }] of versions.entries()) {
      const { json } = await read(`${artist}/revisions/${i + 1}`);
      const whole = members.every((name) => !erased.has(name));
      expect([i + 1, json.comment, json.record && members.map((name) => json.record[name])]).toEqual([
        i + 1,
        comment,
        whole && state ? members.map((name) => state[name]) : null,
      ]);
      expect(new Set(json.redacted?.hidden ?? [])).toEqual(erased);
      const before = versions[i - 1];
      const seen = members.filter((name) => !erased.has(name) && !before?.erased.has(name) && state?.[name] !== before?.state?.[name]);
      expect(new Set(json.changes.map(({ member }: { member: string }) => member).filter((name: string) => name !== 'image'))).toEqual(
        new Set(seen),
      );
    }
    for (const value of members.flatMap((name) => (values[name] as readonly string[]).filter((value) => value !== ''))) {
      const left = versions.some(({ state, erased }) => members.some((name) => state?.[name] === value && !erased.has(name)));
      if (!left) expect(await tablesWith(value)).toEqual([]);
    }
  },
);

longToo('after the tests above "rockola check" finds no fault', async () => {
  expect(await rockola.cli(['check'])).toMatchObject({ code: 0 });
});

test('if a redacted version cannot be read for the answer, the answer says that the redaction was made', async () => {
  const busy = await startRockola({ ROCKOLA_STARTER: 'off' }, { variant: { altered: ['noSlowReads'] } });
  try {
    const id = await busy.add('/artists', { name: 'Almendra', description: word() });
    await busy.send('PATCH', `/artists/${id}`, { description: '' });
    const { status, json } = await busy.send('POST', `/artists/${id}/revisions/1/redactions`, { hide: ['description'], reason: 'x' });
    expect([status, json.detail]).toEqual([503, 'The redaction was made; read the version.']);
    expect(await busy.sql('select hidden from redaction')).toEqual([{ hidden: 'description' }]);
  } finally {
    await busy.stop();
  }
});
