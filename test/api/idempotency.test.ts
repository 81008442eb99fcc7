import { afterAll, describe, expect, test } from 'bun:test';
import { apiRoutes } from '../../src/api/routes.ts';
import { maxKeyLength, takesKey } from '../../src/http/idempotencyKey.ts';
import type { Client } from '../../src/limits/client.ts';
import { createLimits } from '../../src/limits/limit.ts';
import { makeMemory } from '../../src/limits/rateCounter.ts';
import { createRequestLimits } from '../../src/limits/request.ts';
import { anonymous } from '../../src/model/actor.ts';
import { type FactKind, factKinds, isSingle, kindRows } from '../../src/model/record.ts';
import { fill, listPathOf, pathOf } from '../../src/model/recordPath.ts';
import { blockWrites } from '../support/blockWrites.ts';
import { engine } from '../support/databases.ts';
import { addFact, examples, idParamOf } from '../support/facts.ts';
import { type Answer, type CallOptions, startRockola } from '../support/harness.ts';
import { openApp } from '../support/inProcess.ts';
import { parseLimits } from '../support/limitFields.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

let keys = 0;
const random = randomFrom(seed);

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
const ana = await rockola.person('Ana');
const bob = await rockola.person('Bob');
afterAll(() => rockola.stop());

const newKey = () => `"${random.below(2 ** 32)}-${++keys}"`;
const artists = '/api/v1/artists';
const post = (path: string, body: unknown, key: string, options: CallOptions = { token: ana.token }) =>
  rockola.call('POST', path, { ...options, body, headers: { 'Idempotency-Key': key, ...options.headers } });
const countNamed = async (name: string) => (await rockola.sql(`select id from artist where name = '${name}'`)).length;
const replayMark = ({ headers }: Answer) => headers.get('idempotent-replayed');

/** An answer without the parts that may differ in its replay. `Link`, for example, names the records that are likely duplicates now. */
function essence({ status, headers, json, text }: Answer) {
  const kept = Object.fromEntries(
    [...headers].filter(([name]) => !/^(date|x-request-id|ratelimit.*|idempotent-replayed|content-length|link)$/.test(name)),
  );
  return status < 400 ? { status, kept, text } : { status, kept, problem: { ...json, instance: '' } };
}

describe('a repeated request', () => {
  test('gets the first answer with its headers and a mark, and changes nothing', async () => {
    for (const body of [{ name: 'Una vez' }, { id: 987654321987654321n, name: 'Una vez', description: 'á"\\\u2028 {"int64":"7"}' }]) {
      const key = newKey();
      const before = await countNamed('Una vez');
      const first = await post(artists, body, key);
      expect([first.status, replayMark(first)]).toEqual([201, null]);
      // Later changes of the record do not matter.
      const path = first.headers.get('location') as string;
      await rockola.call('PATCH', path, { body: { band: 'Otra' }, token: ana.token });
      for (let i = 0; i < 3; i++) {
        const again = await post(artists, body, key);
        expect([essence(again), replayMark(again)]).toEqual([essence(first), 'true']);
        expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
      }
      expect(await countNamed('Una vez')).toBe(before + 1);
    }
  });

  test('is recognised after a restart, with another credential of the account, and with the unquoted key', async () => {
    const first = await post(artists, { name: 'Reinicio' }, '"11aa.b:c~+/=-d_9"');
    await rockola.restart();
    for (const [key, options] of [
      ['"11aa.b:c~+/=-d_9"', { token: ana.token }],
      ['11aa.b:c~+/=-d_9', { key: ana.key }],
    ] as const) {
      const again = await post(artists, { name: 'Reinicio' }, key, options);
      expect([essence(again), replayMark(again)]).toEqual([essence(first), 'true']);
    }
    expect(await countNamed('Reinicio')).toBe(1);
  });

  test('gets the first refusal, even if it would succeed now', async () => {
    const id = 5_000_000_000n + BigInt(random.below(1_000_000));
    const albums = `${artists}/${id}/albums`;
    const cases: [situation: string, path: string, body: unknown, headers: Record<string, string>, status: number][] = [
      ['no such artist', albums, { name: 'Uno', year: 1970 }, {}, 404],
      ['a fault in the body', artists, { name: 1 }, {}, 400],
      ['no JSON', artists, '{', {}, 400],
      ['a query', `${artists}?colour=red`, { name: 'x' }, {}, 400],
      ['a malformed condition', artists, { name: 'x' }, { 'If-None-Match': 'x' }, 400],
      ['an invalid path', `${artists}/x/albums`, { name: 'Uno', year: 1970 }, {}, 400],
    ];
    const refused = await Promise.all(
      cases.map(async ([, path, body, headers, status]) => {
        const key = newKey();
        const first = await post(path, body, key, { token: ana.token, headers });
        expect([first.status, replayMark(first)]).toEqual([status, null]);
        return { key, first };
      }),
    );
    const rows = async () => Number((await rockola.sql('select count(*) as n from revision'))[0]?.n);
    const onlyIfNew = { token: ana.token, headers: { 'If-None-Match': '*' } };
    const created = await post(artists, { id, name: 'Ya' }, newKey(), onlyIfNew);
    const usedKey = newKey();
    const firstRefusal = await post(artists, { id, name: 'Tarde' }, usedKey, onlyIfNew);
    expect([created.status, firstRefusal.status]).toEqual([201, 412]);
    const before = await rows();
    for (const [n, [situation, path, body, headers]] of cases.entries()) {
      const { key, first } = refused[n] as (typeof refused)[0];
      const again = await post(path, body, key, { token: ana.token, headers });
      expect([situation, essence(again), replayMark(again)]).toEqual([situation, essence(first), 'true']);
    }
    expect(essence(await post(artists, { id, name: 'Tarde' }, usedKey, onlyIfNew))).toEqual(essence(firstRefusal));
    expect(await rows()).toBe(before);
    // The albums of the artist can be added with another key.
    expect((await post(albums, { name: 'Uno', year: 1970 }, newKey())).status).toBe(201);
  });

  test('sent 50 times at once makes one record; the others get its answer or are told to wait', async () => {
    for (let round = 0; round < 5; round++) {
      const name = `A la vez ${round}`;
      const key = newKey();
      const answers = await Promise.all(Array.from({ length: 50 }, () => post(artists, { name }, key)));
      const done = answers.filter(({ status }) => status === 201);
      expect(done.filter((answer) => replayMark(answer) === null).length).toBe(1);
      expect(new Set(done.map(({ text }) => text)).size).toBe(1);
      for (const answer of answers.filter(({ status }) => status !== 201)) {
        expect([answer.status, answer.headers.get('retry-after')]).toEqual([409, '1']);
        expect(answer.json.type).toEndWith('/idempotency-key-in-use');
      }
      expect(await countNamed(name)).toBe(1);
      expect(replayMark(await post(artists, { name }, key))).toBe('true');
    }
  });
});

test('a request repeated while the first is under way waits or is told to wait, and changes nothing', async () => {
  const key = newKey();
  const resumeWrites = await blockWrites(rockola);
  const both = [1, 2].map(() => post(artists, { name: 'Despacio' }, key));
  // PostgreSQL refuses the later request at once, SQLite after the first has finished.
  const meanwhile = engine === 'postgres' ? await Promise.race(both) : undefined;
  await resumeWrites();
  const answers = await Promise.all(both);
  const isFirst = (answer: Answer) => answer.status === 201 && replayMark(answer) === null;
  const [first, later] = [...answers.filter(isFirst), ...answers.filter((answer) => !isFirst(answer))] as [Answer, Answer];
  expect([first.status, replayMark(first)]).toEqual([201, null]);
  if (meanwhile) expect([later, later.status, later.headers.get('retry-after')]).toEqual([meanwhile, 409, '1']);
  else expect([essence(later), replayMark(later)]).toEqual([essence(first), 'true']);
  const again = await post(artists, { name: 'Despacio' }, key);
  expect([essence(again), replayMark(again)]).toEqual([essence(first), 'true']);
  expect(await countNamed('Despacio')).toBe(1);
});

test('two accounts may use the same key at once, and one account two keys: no request is refused meanwhile', async () => {
  const key = newKey();
  const resumeWrites = await blockWrites(rockola);
  const all = [
    post(artists, { name: 'A la par' }, key),
    post(artists, { name: 'A la par' }, key, { token: bob.token }),
    post(artists, { name: 'A la par' }, newKey()),
  ];
  const early = await Promise.race([...all, Bun.sleep(300)]);
  await resumeWrites();
  expect(early).toBeUndefined();
  const answers = await Promise.all(all);
  expect(answers.map((answer) => [answer.status, replayMark(answer)])).toEqual(all.map(() => [201, null]));
  expect(new Set(answers.map(({ json }) => json.id)).size).toBe(3);
});

/** A request of a route that accepts a key. `path` gets the paths of a new artist and a new album, each with two versions. */
type Keyed = [path: (artist: string, album: string) => string | Promise<string>, body: unknown, status: number, as?: () => CallOptions];
const admin = () => ({ key: rockola.adminKey });
/** Headers of each change, so that a redaction has a comment to hide. */
const headers = { 'Change-Comment': '"an address"' };
const redaction = { hide: ['comment'], reason: 'an address' };
const requests: Record<string, Keyed> = {
  createArtist: [() => artists, { name: 'Nueva' }, 201],
  redactArtist: [(artist) => `${artist}/revisions/1/redactions`, redaction, 200, admin],
  redactAlbum: [(_, album) => `${album}/revisions/1/redactions`, redaction, 200, admin],
  revertArtist: [(artist) => `${artist}/reversions`, { version: 1 }, 200],
  createAlbum: [(artist) => `${artist}/albums`, { name: 'Nuevo', year: 1971 }, 201],
  revertAlbum: [(_, album) => `${album}/reversions`, { version: 1 }, 200],
  ...Object.fromEntries(factKinds.flatMap(ofFact)),
  revertAccount: [pathOfOtherAccount, { since: '2020-01-01T00:00:00Z' }, 200, admin],
};

function ofFact(kind: FactKind): [operation: string, keyed: Keyed][] {
  const { name } = kindRows[kind];
  const idsIn = (artist: string, album: string) => ({ artistId: artist.split('/').at(-1), albumId: album.split('/').at(-1) });
  const pathOf = (artist: string, album: string) => pathOfChanged(kind, idsIn(artist, album));
  const revert: Keyed = [async (artist, album) => `${await pathOf(artist, album)}/reversions`, { version: 1 }, 200];
  const redact: Keyed = [async (artist, album) => `${await pathOf(artist, album)}/revisions/1/redactions`, redaction, 200, admin];
  const create: Keyed = [(artist, album) => fill(listPathOf(kind), idsIn(artist, album)), examples[kind].whole(), 201];
  return [[`revert${name}`, revert], [`redact${name}`, redact], ...(isSingle(kind) ? [] : [[`create${name}`, create] as [string, Keyed]])];
}

/** Makes a fact with two versions. @returns its path */
async function pathOfChanged(kind: FactKind, ids: object): Promise<string> {
  const send = (method: string, path: string, body: unknown) => rockola.call(method, path, { body, token: ana.token, headers });
  const id = await addFact(send, kind, { ...ids });
  const path = fill(pathOf(kind), { ...ids, [idParamOf(kind) ?? '']: id });
  await send('PATCH', path, examples[kind].change());
  return path;
}

/** Makes an account that changed one record. @returns the path that reverts its changes */
async function pathOfOtherAccount(): Promise<string> {
  const { id, token } = await rockola.person();
  await post(artists, { name: 'Otra' }, newKey(), { token });
  return `/api/v1/user/accounts/${id}/reversions`;
}
const keyed = apiRoutes(8).filter(takesKey);

test.each(keyed.map(({ operation }) => operation))(
  '%s is done once under a key, even if the records have changed since',
  async (operation) => {
    const [pathOf, body, status, credentials = () => ({ token: ana.token })] = requests[operation] as Keyed;
    const locationOf = async (path: string, fields: object) =>
      (await post(path, fields, newKey(), { token: ana.token, headers })).headers.get('location') as string;
    const artist = await locationOf(artists, { name: 'Antes' });
    const album = await locationOf(`${artist}/albums`, { name: 'Antes', year: 1970 });
    const rename = async (name: string) => {
      for (const path of [artist, album]) await rockola.call('PATCH', path, { body: { name }, token: ana.token });
    };
    const rows = async () => Number((await rockola.sql('select count(*) as n from revision'))[0]?.n);
    await rename('Después');
    const key = newKey();
    const path = await pathOf(artist, album);
    const before = await rows();
    const first = await post(path, body, key, credentials());
    expect([first.status, await rows()]).toEqual([status, before + 1]);
    await rename('Otra vez');
    const now = await rows();
    const again = await post(path, body, key, credentials());
    expect([essence(again), replayMark(again), await rows()]).toEqual([essence(first), 'true', now]);
  },
);

describe('another request under a used key', () => {
  test('is refused and changes nothing, whichever part differs', async () => {
    const artist = (await post(artists, { name: 'De Ana' }, newKey())).headers.get('location') as string;
    const first = { path: artists, body: '{"name":"Primera"}', headers: {} as Record<string, string> };
    const others = [
      { ...first, body: '{"name":"Segunda"}' },
      { ...first, body: '{"name": "Primera"}' },
      { ...first, body: '{"name":1}' },
      { ...first, body: '{' },
      { ...first, path: `${artists}?x=1` },
      { ...first, path: `${artist}/albums` },
      { ...first, headers: { 'If-None-Match': '*' } },
      { ...first, headers: { 'Change-Comment': '"otra razón"'.replace('ó', 'o') } },
      { ...first, headers: { 'Change-Source': '"https://example.org/"' } },
    ];
    for (const begin of [first, { ...first, body: '{"name":2}' }]) {
      const key = newKey();
      const send = ({ path, body, headers }: typeof first) => post(path, body, key, { token: ana.token, headers });
      const answer = await send(begin);
      const before = await rockola.sql('select count(*) as n from revision');
      for (const other of others) {
        const refused = await send(other);
        expect([other, refused.status, replayMark(refused)]).toEqual([other, 422, null]);
        expect(refused.json.type).toEndWith('/idempotency-key-reused');
      }
      expect(await rockola.sql('select count(*) as n from revision')).toEqual(before);
      expect([essence(await send(begin))]).toEqual([essence(answer)]);
    }
  });
});

describe('rights are checked as without a key', () => {
  test('a repeated request of an account that lost its rights is refused, and does not show the first answer', async () => {
    const eve = await rockola.person('Eve');
    const key = newKey();
    const send = () => post(artists, { name: 'De Eve' }, key, { token: eve.token });
    const first = await send();
    expect(first.status).toBe(201);
    await rockola.cli(['account', 'role', eve.email, 'reader']);
    const lowered = await send();
    expect([lowered.status, replayMark(lowered)]).toEqual([403, null]);
    await rockola.cli(['account', 'suspend', eve.email]);
    const suspended = await send();
    expect([suspended.status, replayMark(suspended)]).toEqual([401, null]);
    await rockola.cli(['account', 'reinstate', eve.email]);
    await rockola.cli(['account', 'role', eve.email, 'member']);
    const again = await send();
    expect([essence(again), replayMark(again)]).toEqual([essence(first), 'true']);
  });

  test('a right that depends on the record’s state is checked again, whatever the first answer was', async () => {
    const dan = await rockola.person('Dan');
    const setRole = (role: string) => rockola.cli(['account', 'role', dan.email, role]);
    const asAdmin = { key: rockola.adminKey };
    const make = async (path: string, body: object) =>
      (await rockola.call('POST', path, { ...asAdmin, body })).headers.get('location') as string;
    const remove = (path: string) => rockola.call('DELETE', path, asAdmin);
    const artist = await make(artists, { name: 'Borrado' });
    const album = await make(`${artist}/albums`, { name: 'Uno', year: 1970 });
    const deletedArtist = await make(artists, { name: 'Ido' });
    const itsAlbum = await make(`${deletedArtist}/albums`, { name: 'Dos', year: 1971 });
    for (const path of [album, deletedArtist]) await remove(path);
    const restorable = await make(artists, { name: 'Otro' });
    await remove(restorable);
    const cases: [path: string, version: number, headers: Record<string, string>, status: number][] = [
      [restorable, 1, {}, 200],
      [album, 1, {}, 200],
      [deletedArtist, 9, {}, 400],
      [deletedArtist, 1, { 'If-Match': '"9"' }, 412],
      [itsAlbum, 1, {}, 409],
    ];
    await setRole('editor');
    const sends = cases.map(([path, version, headers]) => {
      const key = newKey();
      return () => post(`${path}/reversions`, { version }, key, { token: dan.token, headers });
    });
    const first = await Promise.all(sends.map((send) => send()));
    expect(first.map(({ status }) => status)).toEqual(cases.map(([, , , status]) => status));
    await remove(restorable);
    for (const [role, expected] of [
      ['member', first.map(() => [403, null, undefined])],
      ['editor', first.map(({ status, headers }) => [status, 'true', headers.get('etag') ?? undefined])],
    ] as const) {
      await setRole(role);
      const again = await Promise.all(sends.map((send) => send()));
      expect([role, again.map((answer) => [answer.status, replayMark(answer), answer.headers.get('etag') ?? undefined])]).toEqual([
        role,
        expected as never,
      ]);
    }
  });

  test('a request that was refused for a missing right is done once the right is given', async () => {
    const key = newKey();
    const zoe = await rockola.person('Zoe');
    await rockola.cli(['account', 'role', zoe.email, 'reader']);
    const send = (token?: string) => post(artists, { name: 'De Zoe' }, key, token ? { token } : {});
    expect([(await send()).status, (await send('x')).status, (await send(zoe.token)).status]).toEqual([401, 401, 403]);
    await rockola.cli(['account', 'role', zoe.email, 'member']);
    const done = await send(zoe.token);
    expect([done.status, replayMark(done)]).toEqual([201, null]);
  });
});

describe('a key', () => {
  const outcomeOf = async (key: string) => {
    const answer = await post(artists, { name: 'Clave' }, key);
    return [answer.status, answer.json.errors?.map((fault: { pointer: string }) => fault.pointer)];
  };

  test('that is malformed is refused together with all other errors, and nothing is changed', async () => {
    const before = await countNamed('Clave');
    const bad = ['""', `"${'x'.repeat(maxKeyLength + 1)}"`, `"${'\\"'.repeat(5_000)}"`, 'clavé', '"a", "b"', '?1'];
    for (const key of bad) expect([key, await outcomeOf(key)]).toEqual([key, [400, ['/Idempotency-Key']]]);
    const all = await post(`${artists}?x=1`, { name: 1 }, '""');
    expect(all.json.errors.map((fault: { pointer: string }) => fault.pointer).sort()).toEqual(['/Idempotency-Key', '/name', '/x']);
    expect(all.json.errors[0].detail.length).toBeLessThan(200);
    expect(await countNamed('Clave')).toBe(before);
  });
});

test('every POST that creates catalogue data accepts a key, and no other request does', async () => {
  const routes = apiRoutes(8);
  const keyed = routes.filter(takesKey).map(({ operation }) => operation);
  expect(keyed.toSorted()).toEqual(Object.keys(requests).toSorted());
  expect(routes.filter(({ method }) => method === 'post').map(({ operation }) => operation)).toEqual(
    expect.arrayContaining([...keyed, 'signUp', 'logIn', 'createKey', 'resetPassword']),
  );
  for (const route of routes.filter(({ body }) => body)) {
    // No route accepts this body, so nothing is done.
    const send = (headers: Record<string, string>) =>
      rockola.send(route.method.toUpperCase(), route.path.replaceAll(/\{\w+\}/g, '1'), '{"no": 1}', headers);
    const [without, bad] = [await send({}), await send({ 'Idempotency-Key': '""' })];
    const isNamed = JSON.stringify(bad.json?.errors ?? []).includes('Idempotency-Key');
    expect([route.operation, isNamed]).toEqual([route.operation, keyed.includes(route.operation)]);
    expect([route.operation, bad.status]).toEqual([route.operation, without.status]);
  }
});

test('requests with a key are counted, repeated ones too, and are refused past their limit', async () => {
  const app = await openApp();
  try {
    const ask = app.appWith({ limits: createLimits(app.store, 'secret') });
    const send = (key?: string) =>
      ask(artists, {
        method: 'POST',
        body: '{"name":"Contada"}',
        headers: { 'Content-Type': 'application/json', 'X-API-Key': app.adminKey, ...(key && { 'Idempotency-Key': key }) },
      });
    const quotas = async (answer: Promise<Response>) => {
      const { states } = parseLimits((await answer).headers);
      return ['address-keys', 'account-keys'].map((limit) => states.find(({ name }) => name === limit)?.left);
    };
    expect(await quotas(send('one'))).toEqual([999_999, 99_999]);
    expect(await quotas(send('one'))).toEqual([999_998, 99_998]);
    expect(await quotas(send())).toEqual([undefined, undefined]);
    const limits = { ...createLimits(app.store, 'secret'), admitKey: fullKeyLimits() };
    const fullApp = app.appWith({ limits });
    const refused = await fullApp(artists, {
      method: 'POST',
      body: '{"name":"Contada"}',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': app.adminKey, 'Idempotency-Key': 'two' },
    });
    expect([refused.status, refused.headers.get('idempotent-replayed')]).toEqual([429, null]);
    expect(Number(refused.headers.get('retry-after'))).toBeWithin(86_000, 86_401);
  } finally {
    await app.close();
  }
});

/** Account 1 uses up its quota of keys, without those of others in its network. @returns a limit that refuses account 1 */
function fullKeyLimits() {
  const { admitKey } = createRequestLimits(makeMemory());
  const admit = (client: Client, accountId: bigint) => admitKey(client, { ...anonymous, accountId });
  const client = (): Client => ({ network: '192.0.2.1', body: 0, limits: [] });
  for (let i = 0; i < 100_000; i++) admit(client(), 1n);
  for (let i = 0; i < 1_000; i++) expect(() => admit(client(), 1n)).toThrow();
  const other = client();
  admit(other, 2n);
  expect(other.limits.map(({ left }) => left)).toEqual([99_999, 899_999]);
  return (): void => admit(client(), 1n);
}

test('a stored outcome is not returned if its input has become invalid since', async () => {
  const [done, refused] = [newKey(), newKey()];
  const send = () => post(artists, { name: 1 }, refused);
  await post(artists, { name: 'Era válido' }, done);
  const first = await send();
  const newest = async (condition: string) =>
    (await rockola.sql(`select key, outcome from idempotency_key where ${condition} order by at desc`))[0];
  const outcome = (await newest(`outcome like '%Era válido%'`))?.outcome;
  const key = (await newest(`outcome like '%invalid-input%'`))?.key;
  await rockola.sql(`update idempotency_key set outcome = '${outcome}' where key = '${key}'`);
  const again = await send();
  expect([essence(again), replayMark(again)]).toEqual([essence(first), null]);
});

test('the store has no idempotency key in clear text, and no row for a request without a key', async () => {
  const rows = async () => (await rockola.sql('select * from idempotency_key')) as Record<string, unknown>[];
  const before = (await rows()).length;
  await rockola.call('POST', artists, { body: { name: 'Sin clave' }, token: ana.token });
  await rockola.call('POST', artists, { body: { name: 1 }, token: ana.token });
  expect((await rows()).length).toBe(before);
  await post(artists, { name: 'Con clave' }, '"a-secret-of-the-client"');
  expect(JSON.stringify(await rows())).not.toContain('a-secret-of-the-client');
  expect((await rows()).length).toBe(before + 1);
});
