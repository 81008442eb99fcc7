import { afterAll, expect, test as longToo } from 'bun:test';
import { isLong, repetitionsFor } from '../support/amount.ts';
import { damageByCheck } from '../support/damage.ts';
import { each } from '../support/each.ts';
import { type Person, startRockola } from '../support/harness.ts';

const test = longToo.skipIf(isLong);
const artistCount = repetitionsFor('UNDONE_ARTISTS', { short: 100, long: 400 });
let eve: Person;

type Line = { kind: string; id: bigint; artist_id: bigint | null };
type Undone = Line & { action: string; version: bigint; reverts: bigint | null };
type Left = Line & { reason: string; detail: string };
type Result = { undone: Undone[]; left: Left[]; pages: number; changesets: (bigint | null)[] };

const start = '2020-01-01T00:00:00Z';
const ask = (accountId: bigint, body: unknown, key = ed.key) =>
  rockola.call('POST', `/api/v1/user/accounts/${accountId}/reversions`, { key, body });

/** Repeats the request until its answer has no `next`. */
async function undo(accountId: bigint, body: object = {}): Promise<Result> {
  const result: Result = { undone: [], left: [], pages: 0, changesets: [] };
  for (let after: string | undefined; ; ) {
    const answer = await ask(accountId, { since: start, ...body, ...(after && { after }) });
    expect([answer.status, answer.text.slice(0, answer.status === 200 ? 0 : 500)]).toEqual([200, '']);
    const { undone, left, next, changeset, dry_run } = answer.json;
    expect([dry_run, changeset !== null]).toEqual(['dry_run' in body, undone.length > 0 && !('dry_run' in body)]);
    expect(undone.length + left.length).toBeLessThanOrEqual(500);
    result.undone.push(...undone);
    result.left.push(...left);
    result.changesets.push(changeset);
    result.pages++;
    if (next === null) return result;
    after = next;
  }
}

/** Undoes the changes of an account. The plan must agree with the result, and a second undo must find nothing to do. */
async function undoAll(accountId: bigint, body: object = {}): Promise<Result> {
  const planned = await undo(accountId, { ...body, dry_run: true });
  const done = await undo(accountId, body);
  expect({ ...done, changesets: [] }).toEqual({ ...planned, changesets: [] });
  const again = await undo(accountId, body);
  expect([again.undone, again.left]).toEqual([[], done.left]);
  return done;
}

const makeEditor = ({ id }: Person) => rockola.send('PATCH', `/user/accounts/${id}`, { role: 'editor' });

/** A new account that may delete. */
async function newEditor(): Promise<Person> {
  const person = await rockola.person('Eve');
  await makeEditor(person);
  return person;
}

const send = (person: Person, method: string, path: string, body?: object) => rockola.call(method, path, { key: person.key, body });
const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
const [ana, ed] = [await rockola.person('Ana'), await rockola.person('Ed')];
await makeEditor(ed);
afterAll(() => rockola.stop());
async function add(person: Person, path: string, body: object = { name: 'Almendra' }): Promise<string> {
  return (await send(person, 'POST', path, body)).headers.get('location') as string;
}
const addArtist = (person: Person, name = 'Almendra') => add(person, '/api/v1/artists', { name, description: 'largo '.repeat(200) });
const addAlbum = (person: Person, artist: string, name = 'Uno') => add(person, `${artist}/albums`, { name, year: 1969 });
const patch = (person: Person, path: string, name: string) => send(person, 'PATCH', path, { name });
const remove = (person: Person, path: string) => send(person, 'DELETE', path);
const revert = (person: Person, path: string, version: number) => send(person, 'POST', `${path}/reversions`, { version });
const read = (path: string) => rockola.call('GET', path);
const states = (paths: string[]): Promise<(string | number)[]> =>
  Promise.all(paths.map(async (path) => read(path).then(({ status, text }) => (status === 200 ? text : status))));
const labels = (lines: Line[]) => lines.map(({ kind, id }) => `${kind} ${id}`).sort();
const labelOf = (path: string) => `${path.includes('/albums/') ? 'album' : 'artist'} ${path.split('/').at(-1)}`;
const expectNoDamage = async () => expect(await damageByCheck(rockola)).toEqual([]);

test('an undo reverts all that an account created, changed, deleted and restored, and leaves the work of others', async () => {
  eve = await newEditor();
  const changed = await addArtist(ana);
  const changedAlbum = await addAlbum(ana, changed);
  const deletedAlbum = await addAlbum(ana, changed, 'Dos');
  const deleted = await addArtist(ana);
  const albums = [await addAlbum(ana, deleted), await addAlbum(ana, deleted, 'Dos')];
  const deletedBefore = await addAlbum(ana, deleted, 'Tres');
  await remove(ed, deletedBefore);
  const restored = await addArtist(ana);
  const restoredWith = await addAlbum(ana, restored);
  await remove(ed, restored);
  const untouched = await addArtist(ana);
  const all = [changed, changedAlbum, deletedAlbum, deleted, ...albums, deletedBefore, restored, restoredWith, untouched];
  const before = await states(all);

  await patch(eve, changed, 'X');
  await patch(eve, changed, 'Y');
  await patch(eve, changedAlbum, 'X');
  await remove(eve, deletedAlbum);
  await patch(eve, albums[0] as string, 'X');
  await remove(eve, deleted);
  await revert(eve, restored, 1);
  await patch(eve, restoredWith, 'X');
  const ownArtist = await addArtist(eve);
  const ownAlbums = [await addAlbum(eve, ownArtist), await addAlbum(eve, ownArtist), await addAlbum(eve, changed)];
  await patch(eve, ownArtist, 'X');
  const shortLived = await addArtist(eve);
  await addAlbum(eve, shortLived);
  await remove(eve, shortLived);
  await patch(eve, untouched, 'X');
  await patch(eve, untouched, 'Almendra');

  const { undone, left, changesets } = await undoAll(eve.id);
  expect(await states(all)).toEqual(before);
  expect(await states([ownArtist, ...ownAlbums, shortLived])).toEqual([404, 404, 404, 404, 404]);
  expect(left).toEqual([]);
  expect(labels(undone)).toEqual(
    [changed, changedAlbum, deletedAlbum, deleted, ...albums, restored, restoredWith, ownArtist, ...ownAlbums].map(labelOf).sort(),
  );
  expect(new Set(undone.map(({ action }) => action))).toEqual(new Set(['update', 'restore', 'delete']));
  const rows = await rockola.sql(`select distinct user_id from revision where changeset = ${changesets[0]}`);
  expect(rows.map(({ user_id }) => BigInt(user_id as number))).toEqual([ed.id]);
  await expectNoDamage();
});

test('an undo can be undone itself', async () => {
  const [vandal, editor] = [await newEditor(), await newEditor()];
  const kept = await addArtist(ana);
  const own = await addArtist(vandal);
  const album = await addAlbum(vandal, own);
  await patch(vandal, kept, 'X');
  const before = await states([kept, own, album]);
  const first = await ask(vandal.id, { since: start }, editor.key);
  expect(await states([own, album])).toEqual([404, 404]);
  const { undone } = await undoAll(editor.id);
  expect(labels(undone)).toEqual(labels(first.json.undone));
  expect(await states([kept, own, album])).toEqual(before);
});

test('records that others changed since are left, with the reason', async () => {
  const vandal = await newEditor();
  const theirs = await addArtist(ana);
  const mixed = await addArtist(ana);
  const album = await addAlbum(ana, mixed);
  const ownArtist = await addArtist(vandal);
  const guestAlbum = await addAlbum(ana, ownArtist);
  const ownAlbum = await addAlbum(vandal, ownArtist);
  await patch(vandal, theirs, 'X');
  await patch(ana, theirs, 'Corregido');
  await patch(vandal, mixed, 'X');
  await patch(ana, mixed, 'Y');
  await patch(vandal, mixed, 'Z');
  await remove(vandal, album);
  await remove(ed, mixed);
  const before = await states([theirs, guestAlbum]);
  const { undone, left } = await undoAll(vandal.id);
  expect(labels(undone)).toEqual([labelOf(ownAlbum)]);
  expect(left.map(({ kind, id, reason }) => [`${kind} ${id}`, reason]).sort()).toEqual(
    [
      [labelOf(theirs), 'changed-since'],
      [labelOf(mixed), 'changed-since'],
      [labelOf(album), 'artist-deleted'],
      [labelOf(ownArtist), 'has-albums'],
    ].sort(),
  );
  expect(left.find(({ id }) => labelOf(theirs).endsWith(` ${id}`))?.detail).toContain(`Version 3, by account ${ana.id}`);
  expect(left.find(({ reason }) => reason === 'has-albums')?.detail).toContain(labelOf(guestAlbum));
  expect(await states([theirs, guestAlbum])).toEqual(before);
  await expectNoDamage();
});

test('changes that others have reverted already are skipped', async () => {
  const vandal = await newEditor();
  const artist = await addArtist(ana);
  const before = await states([artist]);
  await patch(vandal, artist, 'X');
  await revert(ana, artist, 1);
  expect(await undoAll(vandal.id)).toMatchObject({ undone: [], left: [] });
  await patch(vandal, artist, 'Y');
  expect((await undoAll(vandal.id)).undone).toMatchObject([{ action: 'update', version: 5n, reverts: 3n }]);
  expect(await states([artist])).toEqual(before);
  const own = await addArtist(vandal);
  await remove(ed, own);
  await revert(vandal, own, 1);
  expect((await undoAll(vandal.id)).undone).toMatchObject([{ action: 'delete', version: 4n, reverts: 2n }]);
});

test('an artist is not deleted if an album by others is restored under it', async () => {
  const vandal = await newEditor();
  const own = await addArtist(vandal);
  const album = await addAlbum(ana, own);
  await remove(vandal, album);
  const { undone, left } = await undoAll(vandal.id);
  expect([labels(undone), labels(left)]).toEqual([[labelOf(album)], [labelOf(own)]]);
  expect((await read(album)).status).toBe(200);
});

test('only changes in the span are undone, its ends included', async () => {
  const vandal = await newEditor();
  const before = await addArtist(vandal);
  const [within, changedLater] = [await addArtist(ana), await addArtist(ana)];
  await Bun.sleep(5);
  await patch(vandal, within, 'X');
  await patch(vandal, changedLater, 'X');
  await Bun.sleep(5);
  await patch(vandal, changedLater, 'Y');
  const after = await addArtist(vandal);
  const [times = {}] = await rockola.sql(
    `select min(at) as first, max(at) as last from revision where user_id = ${vandal.id} and action = 'update' and version = 2`,
  );
  const span = { since: new Date(Number(times.first)).toISOString(), until: new Date(Number(times.last)).toISOString() };
  const { undone, left } = await undoAll(vandal.id, span);
  expect([labels(undone), labels(left)]).toEqual([[labelOf(within)], [labelOf(changedLater)]]);
  expect((await states([before, after])).includes(404)).toBe(false);
  const empty = await undo(vandal.id, { since: '2020-01-01T00:00:00+03:00', until: '2020-01-01T00:00:00+03:00' });
  expect(empty).toMatchObject({ undone: [], left: [] });
});

test('all errors of a request are named, and nothing is changed', async () => {
  const vandal = await newEditor();
  const artist = await addArtist(vandal);
  const cases: [body: unknown, pointers: string[]][] = [
    [{}, ['/since']],
    [{ since: 'yesterday' }, ['/since']],
    [{ since: '2026-02-30T00:00:00Z' }, ['/since']],
    [{ since: '2026-01-01' }, ['/since']],
    [{ since: '2026-01-01T00:00:00' }, ['/since']],
    [{ since: 1_700_000_000 }, ['/since']],
    [{ since: null }, ['/since']],
    [{ since: '2999-01-01T00:00:00Z' }, ['/since']],
    [{ since: '2026-01-01T00:00:00.002Z', until: '2026-01-01T00:00:00.001Z' }, ['/until']],
    [{ since: start, until: 'x' }, ['/until']],
    [{ since: start, dry_run: 'yes' }, ['/dry_run']],
    [{ since: start, after: '' }, ['/after']],
    [{ since: start, after: 'albums-9223372036854775808' }, ['/after']],
    [{ since: start, after: 'albums-01' }, ['/after']],
    [{ since: start, after: 'labels-1' }, ['/after']],
    [{ since: start, after: 1 }, ['/after']],
    [{ since: 'x', until: 'y', dry_run: 1, after: 'z', limit: 5 }, ['/after', '/dry_run', '/limit', '/since', '/until']],
  ];
  for (const [body, pointers] of cases) {
    const answer = await ask(vandal.id, body);
    const found = answer.json.errors?.map(({ pointer }: { pointer: string }) => pointer).sort();
    expect([body, answer.status, found]).toEqual([body, 400, pointers]);
  }
  for (const body of ['', '[]', '{"since":"2026-01-01T00:00:00Z","since":"2026-01-01T00:00:00Z"}'])
    expect([body, (await ask(vandal.id, body)).status]).toEqual([body, 400]);
  expect((await read(artist)).status).toBe(200);
});

test('an account that never existed is not found; the work of a suspended or deleted one can be undone', async () => {
  for (const id of [999_999n, 0n, -1n, 2n ** 63n - 1n]) expect([id, (await ask(id, { since: start })).status]).toEqual([id, 404]);
  expect((await ask(2n ** 63n, { since: start })).status).toBe(400);
  expect((await ask((await rockola.person()).id, { since: start })).json).toMatchObject({ undone: [], left: [], next: null });
  for (const command of ['suspend', 'remove']) {
    const person = await rockola.person();
    const artist = await addArtist(person);
    await rockola.cli(['account', command, person.email]);
    expect(labels((await undoAll(person.id)).undone)).toEqual([labelOf(artist)]);
  }
});

test('an undo needs the role and both scopes, for a dry run too', async () => {
  const person = await rockola.person();
  const artist = await addArtist(person);
  for (const scopes of ['artists:write', 'albums:write', 'admin,account']) {
    const key = (await rockola.cli(['key', 'add', 'operator@localhost', '--scopes', scopes])).out.trim();
    for (const dry_run of [true, false])
      expect([scopes, (await ask(person.id, { since: start, dry_run }, key)).status]).toEqual([scopes, 403]);
  }
  expect((await ask(person.id, { since: start, dry_run: true }, person.key)).status).toBe(403);
  expect((await read(artist)).status).toBe(200);
});

test('parallel undos of the same changes each get a report: every record is undone once, and none is left', async () => {
  const [vandal, ...editors] = await Promise.all([1, 2, 3, 4, 5].map(newEditor));
  const theirs = await each(Array.from({ length: 60 }), (_, i) => addArtist(ana, `Artista ${i}`));
  const before = await states(theirs);
  await each(theirs, (path) => patch(vandal as Person, path, 'X'));
  const own = await each(Array.from({ length: 30 }), async () => {
    const artist = await addArtist(vandal as Person);
    return [artist, await addAlbum(vandal as Person, artist)];
  });
  const answers = await Promise.all(editors.map(({ key }) => ask((vandal as Person).id, { since: start }, key)));
  expect(answers.map(({ status, json }) => [status, json.left])).toEqual(editors.map(() => [200, []]));
  expect(answers.flatMap(({ json }) => labels(json.undone)).sort()).toEqual([...theirs, ...own.flat()].map(labelOf).sort());
  expect(await states(theirs)).toEqual(before);
  await expectNoDamage();
});

test('more than 500 records take several requests, and none is missed while others make changes', async () => {
  const vandal = await newEditor();
  const theirs = await addArtist(ana);
  const albums = await each(Array.from({ length: 120 }), (_, i) => addAlbum(ana, theirs, `Disco ${i}`));
  const kept = await each(Array.from({ length: 150 }), (_, i) => addArtist(ana, `Artista ${i}`));
  const other = await addArtist(ana);
  const before = await states([...kept, ...albums]);
  const total = async () => (await read('/api/v1/artists')).json.meta.total;
  const totalBefore = await total();

  await each(kept, (path) => patch(vandal, path, 'X'));
  await each(kept.slice(0, 50), (path) => remove(vandal, path));
  await each(albums.slice(0, 60), (path) => patch(vandal, path, 'X'));
  await remove(vandal, theirs);
  const ownPaths = await each(Array.from({ length: 130 }), async () => {
    const artist = await addArtist(vandal);
    return [artist, await addAlbum(vandal, artist)];
  });

  const planned = await undo(vandal.id, { dry_run: true });
  let [undoing, others] = [true, 0];
  const meanwhile = (async () => {
    while (undoing) {
      expect((await patch(ana, other, `Otro ${others}`)).status).toBe(200);
      expect(await addArtist(ana)).toStartWith('/');
      others++;
    }
  })();
  const done = await undo(vandal.id);
  undoing = false;
  await meanwhile;
  expect([done.undone, done.left]).toEqual([planned.undone, []]);
  expect(labels(done.undone)).toEqual([...kept, theirs, ...albums, ...ownPaths.flat()].map(labelOf).sort());
  expect(done.pages).toBe(3);
  expect(new Set(done.changesets).size).toBe(3);
  expect(await total()).toBe(totalBefore + BigInt(others));
  expect(await states([...kept, ...albums])).toEqual(before);
  await expectNoDamage();
});

test('a repetition under an idempotency key returns the first answer and leaves later changes alone', async () => {
  const vandal = await newEditor();
  const paths = await each(Array.from({ length: 120 }), () => addArtist(vandal));
  const askWith = (key: string, body: object = { since: start }) =>
    rockola.call('POST', `/api/v1/user/accounts/${vandal.id}/reversions`, { key: ed.key, body, headers: { 'Idempotency-Key': key } });
  expect((await askWith('plan', { since: start, dry_run: true })).json.undone).toHaveLength(120);
  const first = await askWith('once');
  expect([first.json.undone.length, first.headers.get('idempotent-replayed')]).toEqual([120, null]);
  const since = await each(Array.from({ length: 60 }), () => addArtist(vandal));
  const again = await askWith('once');
  expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
  expect(new Set(await states(paths))).toEqual(new Set([404]));
  expect(await states(since)).not.toContain(404);
  expect((await askWith('once', { since: '2021-01-01T00:00:00Z' })).status).toBe(422);
  expect(await states(since)).not.toContain(404);
  expect((await askWith('twice')).json.undone).toHaveLength(60);
});

longToo('after a kill in the middle of an undo the same request completes it', async () => {
  const vandal = await newEditor();
  const paths = await each(Array.from({ length: artistCount }), () => addArtist(vandal));
  const answer = ask(vandal.id, { since: start }).catch(() => undefined);
  const countDeleted = async () =>
    Number(
      (
        await rockola.sql(
          `select count(*) as n from revision r where action = 'delete' and exists (select 1 from revision c where c.kind = r.kind and c.id = r.id and c.version = 1 and c.user_id = ${vandal.id})`,
        )
      )[0]?.n,
    );
  while ((await countDeleted()) === 0) await Bun.sleep(1);
  await rockola.restart('SIGKILL');
  await answer;
  const deletedBefore = await countDeleted();
  expect(deletedBefore % 50).toBe(0);
  const { undone } = await undoAll(vandal.id);
  expect(undone).toHaveLength(artistCount - deletedBefore);
  expect(new Set(await states(paths))).toEqual(new Set([404]));
  await expectNoDamage();
});
