import { afterAll, describe, expect, test as longToo } from 'bun:test';
import { until } from '../faults/until.ts';
import { isLong, repetitionsFor } from '../support/amount.ts';
import { startRockola } from '../support/harness.ts';
import { type HookTarget, isSigned, startHookTarget } from '../support/hookTarget.ts';
import { mailThrough, startMailServer } from '../support/mailServer.ts';
import { endLease, hooks, makeHook, newest } from '../support/webhooks.ts';

const mail = await startMailServer();
const rockola = await startRockola({ ROCKOLA_OUTBOUND: 'any', ...mailThrough(mail.url) });
const ana = await rockola.person();
const targets: HookTarget[] = [];
afterAll(async () => {
  await rockola.stop();
  for (const target of targets) await target.stop();
  await mail.stop();
});

function target(verifies = true): HookTarget {
  const started = startHookTarget(verifies);
  targets.push(started);
  return started;
}

const read = async (id: bigint, { token } = ana) => (await rockola.call('GET', `${hooks}/${id}`, { token })).json;
const attempts = async (id: bigint, { token } = ana) => (await rockola.call('GET', `${hooks}/${id}/attempts`, { token })).json.data;
const post = (path: string, body?: unknown, { token } = ana) =>
  rockola.call('POST', `${hooks}/${path}`, { token, ...(body !== undefined && { body }) });
const state = async (id: bigint) => (await read(id)).state;
const untilState = (id: bigint, wanted: string) => until(async () => (await state(id)) === wanted, `webhook ${id} is not ${wanted}`);

const addHook = (url: string, more: object = {}, by = ana) => makeHook(rockola, by, { url, ...more });

let names = 0;
/** Adds an artist. @returns its id */
async function addArtist(by = ana): Promise<bigint> {
  const { json } = await rockola.call('POST', '/api/v1/artists', { token: by.token, body: { name: `Banda ${++names}` } });
  return json.id;
}
const removeHook = (id: bigint) => rockola.call('DELETE', `${hooks}/${id}`, { token: ana.token });
const offMails = () => mail.mails.filter(({ to, subject }) => to.includes(ana.email) && subject === 'Se apagó un webhook').length;
/** Makes the waiting events of a webhook due now. */
const hurry = (id: bigint) => rockola.sql(`update webhook set due_at = 0 where id = ${id}`);

const test = longToo.skipIf(isLong);
describe('a webhook', () => {
  test('gets each change, signed, once its address has repeated the challenge', async () => {
    const receiver = target();
    const { id, secret } = await addHook(receiver.url);
    const [verification] = receiver.all as [(typeof receiver.all)[0]];
    expect(verification.body.type).toBe('endpoint.verification');
    expect(isSigned(verification, secret)).toBe(true);
    const artistId = await addArtist();
    const call = await receiver.next();
    expect(isSigned(call, secret)).toBe(true);
    expect(isSigned({ ...call, text: `${call.text} ` }, secret)).toBe(false);
    expect(Math.abs(Number(call.headers.get('webhook-timestamp')) * 1_000 - Date.now())).toBeLessThan(60_000);
    expect(call.headers.get('content-type')).toStartWith('application/json');
    expect(call.body).toMatchObject({
      type: 'artist.created',
      data: { kind: 'artist', id: Number(artistId), path: `/api/v1/artists/${artistId}`, version: 1, action: 'create' },
    });
    expect(call.body.data).not.toHaveProperty('record');
    expect(call.headers.get('webhook-id')).toBe(`w${id}-${call.body.data.cursor}`);
    expect(call.body.timestamp).toBe(call.body.data.at);
    await until(async () => (await read(id)).after === call.body.data.cursor, 'the cursor was not kept');
    expect((await attempts(id)).map(({ status, failure }: Record<string, unknown>) => [status, failure])).toEqual([
      [204n, null],
      [200n, null],
    ]);
    await removeHook(id);
  });

  test('gets the changes that match its filter, in full', async () => {
    const receiver = target();
    const artistId = await addArtist();
    const { id } = await addHook(receiver.url, { payload: 'full', types: ['artist.updated'], artist: artistId });
    await addArtist();
    const patched = await rockola.call('PATCH', `/api/v1/artists/${artistId}`, { token: ana.token, body: { band: 'Almendra' } });
    expect(patched.status).toBe(200);
    const { body } = await receiver.next();
    const { data: page } = (await rockola.call('GET', `/api/v1/changes?artist=${artistId}&order=desc`)).json;
    const { cursor, changes, ...change } = body.data;
    expect(JSON.parse(JSON.stringify(page[0], (_, value) => (typeof value === 'bigint' ? Number(value) : value)))).toEqual(change);
    expect(cursor).toMatch(/^c\d+-/);
    expect(changes).toEqual([{ member: 'band', from: '', to: 'Almendra' }]);
    await removeHook(id);
  });

  test('skips changes that do not match its filters, and gets those that do', async () => {
    const receiver = target();
    const artistId = await addArtist();
    const filters = [{ types: ['artist.deleted'] }, { artist: artistId }, { user: 1n }, { types: ['artist.updated'], artist: artistId }];
    const ids: bigint[] = [];
    for (const filter of filters) ids.push((await addHook(receiver.url, filter)).id);
    await Promise.all(Array.from({ length: 5 }, () => addArtist()));
    const end = await newest(rockola);
    const seqOf = async (id: bigint) => Number((await rockola.sql(`select seq from webhook where id = ${id}`))[0]?.seq);
    for (const id of ids) await until(async () => (await seqOf(id)) === end, `webhook ${id} has not moved on`);
    expect(receiver.events()).toEqual([]);
    const patched = await rockola.call('PATCH', `/api/v1/artists/${artistId}`, { key: rockola.adminKey, body: { band: 'Aquelarre' } });
    expect(patched.status).toBe(200);
    await until(() => receiver.events().length === 3, 'not all three calls arrived');
    for (const { body } of receiver.events()) expect([body.type, body.data.id]).toEqual(['artist.updated', Number(artistId)]);
    for (const id of ids) await removeHook(id);
  });

  test('gets all changes of a changeset in one event if `per` is changeset', async () => {
    const receiver = target();
    const artistId = await addArtist();
    for (const name of ['A', 'B'])
      await rockola.call('POST', `/api/v1/artists/${artistId}/albums`, { token: ana.token, body: { name, year: 1973 } });
    const { id } = await addHook(receiver.url, { per: 'changeset', types: ['artist.deleted', 'album.deleted'] });
    expect((await rockola.call('DELETE', `/api/v1/artists/${artistId}`, { key: rockola.adminKey })).status).toBe(204);
    const { body } = await receiver.next();
    expect(body.type).toBe('changeset');
    expect(body.data.changes.map(({ kind, action }: Record<string, string>) => `${kind} ${action}`).sort()).toEqual([
      'album delete',
      'album delete',
      'artist delete',
    ]);
    await removeHook(id);
  });

  test('gets changes in order, one call at a time, each repeated until the answer is a 2xx', async () => {
    const receiver = target();
    const { id } = await addHook(receiver.url);
    let underWay = 0;
    let most = 0;
    const refused = new Set<string>();
    receiver.answer(async ({ headers }) => {
      most = Math.max(most, ++underWay);
      await Bun.sleep(5);
      underWay--;
      const event = headers.get('webhook-id') ?? '';
      const isNew = refused.size < 3 && !refused.has(event);
      if (isNew) refused.add(event);
      return new Response(null, { status: isNew ? 500 : 200 });
    });
    const ids = await Promise.all(Array.from({ length: 8 }, () => addArtist()));
    await until(async () => {
      await hurry(id);
      return receiver.events().length >= ids.length + 3;
    }, 'not all changes arrived');
    const events = receiver.events().map(({ headers }) => headers.get('webhook-id') ?? '');
    const seqs = receiver.events().map(({ body }) => body.data.seq as number);
    expect(most).toBe(1);
    expect(refused.size).toBe(3);
    expect(new Set(events).size).toBe(ids.length);
    expect(seqs.every((seq, i) => i === 0 || seq === seqs[i - 1] || seq === (seqs[i - 1] as number) + 1)).toBe(true);
    await removeHook(id);
  });

  test('waits as long as Retry-After says, at most a day; without it, 5 s after the first failure and 2 h after the fourth', async () => {
    const receiver = target();
    const { id } = await addHook(receiver.url);
    for (const [headers, pause] of [
      [{}, 5_000],
      [{ 'Retry-After': '3600' }, 3_600_000],
      [{ 'Retry-After': '99999999' }, 86_400_000],
      [{ 'Retry-After': 'soon' }, 7_200_000],
    ] as [Record<string, string>, number][]) {
      receiver.answer(() => new Response(null, { status: 503, headers }));
      const before = (await attempts(id)).length;
      if (before === 1) await addArtist();
      else await hurry(id);
      await until(async () => (await attempts(id)).length > before, 'no call came');
      const [{ at, status }] = await attempts(id);
      const left = Date.parse((await read(id)).next_try) - Date.parse(at);
      expect(status).toBe(503n);
      expect(Math.abs(left - pause)).toBeLessThan(pause === 5_000 ? 4_000 : 60_000);
    }
    await removeHook(id);
  });

  test.each([
    ['302', () => new Response(null, { status: 302, headers: { Location: 'http://169.254.169.254/' } }), 302n, 'refused'],
    ['a long answer', () => new Response('x'.repeat(100_000)), null, 'too-long'],
  ])('counts %s as a failure', async (_name, answer, status, failure) => {
    const receiver = target();
    const { id } = await addHook(receiver.url);
    receiver.answer(answer);
    await addArtist();
    await until(async () => (await attempts(id)).length === 2, 'no call came');
    expect((await attempts(id))[0]).toMatchObject({ status, failure });
    expect((await read(id)).failing_since).not.toBeNull();
    await removeHook(id);
  });

  test('whose address answers 410 is turned off and keeps its cursor; its owner gets a mail', async () => {
    await rockola.sql(`update "user" set verified_at = 1 where id = ${ana.id}`);
    const receiver = target();
    const before = offMails();
    const { id } = await addHook(receiver.url);
    receiver.answer(() => new Response(null, { status: 410 }));
    const artistId = await addArtist();
    await untilState(id, 'off');
    expect((await read(id)).reason).toBe('gone');
    await until(() => offMails() === before + 1, 'no mail came');
    await addArtist();
    receiver.answer(() => new Response());
    const { status, json } = await post(`${id}/resume`, {});
    expect([status, json.state, json.reason]).toEqual([200, 'active', null]);
    await receiver.next();
    expect((await receiver.next()).body.data.id).toBe(Number(artistId));
    await receiver.next();
    await removeHook(id);
  });

  test('can skip a failing event, and go back to a cursor', async () => {
    const receiver = target();
    const { id } = await addHook(receiver.url);
    // On a busy machine the second try, after 5 s, could come before the first event is skipped.
    receiver.answer(() => new Response(null, { status: 500, headers: { 'Retry-After': '3600' } }));
    await addArtist();
    const first = await receiver.next();
    const second = await addArtist();
    await until(async () => (await read(id)).failing_since !== null, 'the failure was not stored');
    receiver.answer(() => new Response());
    await post(`${id}/resume`, { skip: 'event' });
    expect((await receiver.next()).body.data.id).toBe(Number(second));
    await until(async () => (await attempts(id)).length === 3, 'the attempt was not stored');
    await post(`${id}/resume`, { after: first.body.data.cursor });
    expect((await receiver.next()).body.data.id).toBe(Number(second));
    await until(async () => (await attempts(id)).length === 4, 'the attempt was not stored');
    expect((await post(`${id}/resume`, { after: 'c999999-zzz' })).json.type).toEndWith('cursor-lost');
    expect((await post(`${id}/resume`, { after: first.body.data.cursor, skip: 'all' })).status).toBe(400);
    await removeHook(id);
  });

  test('that fails for five days is turned off; its owner gets a mail', async () => {
    await rockola.sql(`update "user" set verified_at = 1 where id = ${ana.id}`);
    const receiver = target();
    const before = offMails();
    const { id } = await addHook(receiver.url);
    receiver.answer(() => new Response(null, { status: 500 }));
    await addArtist();
    await until(async () => (await read(id)).failing_since !== null, 'the failure was not stored');
    await rockola.sql(`update webhook set due_at = 0, failing_since = ${Date.now() - 5 * 86_400_000} where id = ${id}`);
    await untilState(id, 'off');
    expect((await read(id)).reason).toBe('failing');
    await until(() => offMails() === before + 1, 'no mail came');
    await removeHook(id);
  });

  test.each([{}, { types: ['album.deleted'] }])('whose cursor is lost is turned off: %p', async (filter) => {
    const receiver = target();
    const { id } = await addHook(receiver.url, filter);
    await rockola.sql(`update webhook set at = at - 1, seq = seq - 1 where id = ${id}`);
    await untilState(id, 'off');
    expect((await read(id)).reason).toBe('cursor-lost');
    await removeHook(id);
  });

  test('signs by two secrets for a day after it got a new one', async () => {
    const receiver = target();
    const { id, secret } = await addHook(receiver.url);
    const { status, json } = await post(`${id}/secrets`);
    expect(status).toBe(200);
    expect(Date.parse(json.former_until) - Date.now()).toBeGreaterThan(86_000_000);
    await addArtist();
    const both = await receiver.next();
    expect([isSigned(both, secret), isSigned(both, json.secret)]).toEqual([true, true]);
    await rockola.sql(`update webhook set former_until = 0 where id = ${id}`);
    await addArtist();
    const later = await receiver.next();
    expect([isSigned(later, secret), isSigned(later, json.secret)]).toEqual([false, true]);
    expect(JSON.stringify((await rockola.call('GET', hooks, { token: ana.token })).text)).not.toContain('whsec_');
    await removeHook(id);
  });

  test('gets no value that was redacted or deleted while an earlier call took long, and the signature of a secret made meanwhile', async () => {
    const receiver = target();
    const { id } = await addHook(receiver.url, { payload: 'full' });
    const release = Promise.withResolvers<void>();
    const held = release.promise.then(() => new Response());
    // The first change is called alone; the others are then read together.
    const first = Promise.withResolvers<Response>();
    receiver.answer(() => first.promise);
    await addArtist();
    await receiver.next();
    const [redacted, deleted] = [
      await rockola.add('/artists', { name: 'Uno', description: 'slander' }),
      await rockola.add('/artists', { name: 'Dos', description: 'slander' }),
    ];
    await newest(rockola);
    receiver.answer(() => held);
    first.resolve(new Response());
    expect((await receiver.next()).text).toContain('slander');
    await rockola.send('PATCH', `/artists/${redacted}`, { description: '' });
    const order = { hide: ['description'], reason: 'slander' };
    expect((await rockola.send('POST', `/artists/${redacted}/revisions/1/redactions`, order)).status).toBe(200);
    await rockola.send('DELETE', `/artists/${deleted}`);
    const { secret } = (await post(`${id}/secrets`)).json;
    // Longer than `maxAge` in src/webhooks/serve.ts: then the events are read again.
    await Bun.sleep(1_100);
    release.resolve();
    for (const type of ['artist.created', 'artist.updated', 'artist.redacted', 'artist.deleted']) {
      const call = await receiver.next();
      expect([call.body.type, isSigned(call, secret), call.text.includes('slander')]).toEqual([type, true, false]);
    }
    await removeHook(id);
  });

  test('gets a test call even when it is off', async () => {
    const receiver = target();
    const { id, secret } = await addHook(receiver.url);
    receiver.answer(() => new Response(null, { status: 410 }));
    await addArtist();
    await untilState(id, 'off');
    await receiver.next();
    expect((await post(`${id}/tests`)).status).toBe(202);
    const call = await receiver.next();
    expect([call.body.type, isSigned(call, secret)]).toEqual(['endpoint.test', true]);
    expect(await state(id)).toBe('off');
    await removeHook(id);
  });
});

describe('an address', () => {
  test('that does not repeat the challenge gets no event, and is given up', async () => {
    const receiver = target(false);
    const { json } = await rockola.call('POST', hooks, { token: ana.token, body: { url: receiver.url } });
    await addArtist();
    await until(async () => {
      await hurry(json.id);
      return (await state(json.id)) === 'off';
    }, 'the address was not given up');
    expect((await read(json.id)).reason).toBe('unverified');
    expect((await attempts(json.id)).map(({ failure }: { failure: string }) => failure)).toEqual(Array(4).fill('challenge'));
    for (const [path, body] of [['tests'], ['secrets'], ['resume', {}], ['resume', { skip: 'event' }]] as const) {
      const calls = receiver.all.length;
      await post(`${json.id}/${path}`, body);
      if (path !== 'secrets') await until(() => receiver.all.length > calls, `no verification came after ${path}`);
      expect([path, await state(json.id)]).toEqual([path, 'verifying']);
    }
    expect(receiver.events()).toEqual([]);
    await removeHook(json.id);
  });

  test('that replaces another gets no event before it has repeated the challenge', async () => {
    const [former, next] = [target(), target(false)];
    const { id } = await addHook(former.url);
    const { json } = await rockola.call('PATCH', `${hooks}/${id}`, { token: ana.token, body: { url: next.url } });
    expect(json.state).toBe('verifying');
    await addArtist();
    await until(() => next.all.length > 0, 'no verification came');
    expect([former.events(), next.events()]).toEqual([[], []]);
    await removeHook(id);
  });

  test.each([
    ['ftp://example.org/', 'must be an absolute http'],
    ['http://a:b@example.org/', 'must not contain a user name'],
    ['http://example.org:22/', 'on port 80, 443 or from 1024 on'],
    ['https://example.org/#x', 'without a #fragment'],
  ])('%s is refused', async (url, detail) => {
    const { status, json } = await rockola.call('POST', hooks, { token: ana.token, body: { url } });
    expect([status, json.errors[0].pointer]).toEqual([400, '/url']);
    expect(json.errors[0].detail).toContain(detail);
  });
});

test('an account has at most ten webhooks, and nobody sees those of others', async () => {
  const { token, ...eve } = await rockola.person('Eve');
  const receiver = target();
  const all = [];
  for (let i = 0; i < 10; i++) all.push((await rockola.call('POST', hooks, { token, body: { url: receiver.url } })).json.id);
  const { status, json } = await rockola.call('POST', hooks, { token, body: { url: receiver.url } });
  expect([status, json.errors[0].detail]).toEqual([400, 'this account has 10 webhooks, as many as it may; delete one first']);
  for (const [method, path] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/tests'],
    ['POST', '/secrets'],
    ['GET', '/attempts'],
  ] as const)
    expect((await rockola.call(method, `${hooks}/${all[0]}${path}`, { token: ana.token })).status).toBe(404);
  expect((await rockola.call('POST', '/api/v1/user/deletion', { token, body: { password: eve.password } })).status).toBe(204);
  expect(await rockola.sql(`select id from webhook where user_id = ${eve.id}`)).toEqual([]);
});

test('webhooks of a suspended account get no event until it is reinstated', async () => {
  const eve = await rockola.person('Eve');
  const receiver = target();
  await addHook(receiver.url, {}, eve);
  const suspend = (suspended: boolean) =>
    rockola.call('PATCH', `/api/v1/user/accounts/${eve.id}`, { key: rockola.adminKey, body: { suspended } });
  expect((await suspend(true)).status).toBe(200);
  const other = target();
  const { id } = await addHook(other.url);
  await addArtist();
  await other.next();
  expect(receiver.events()).toEqual([]);
  await suspend(false);
  await receiver.next();
  await removeHook(id);
});

/** The columns of a webhook, except its id. */
const columns = `user_id, url, target, types, artist_id, changed_by, payload, per, secret, former_secret, former_until, state, reason,
  seq, at, failed_seq, failed_at, tries, failing_since, due_at, leased_until, test, created_at`;

longToo('a slow target delays no other', async () => {
  const [slow, quick] = [target(), target()];
  const { id: first } = await addHook(slow.url, {}, await rockola.person('Luis'));
  const others = repetitionsFor('SLOW_WEBHOOKS', { short: 30, long: 1_000 });
  const selected = columns.replace('due_at', '0');
  await rockola.sql(`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${others})
    insert into webhook (${columns}) select ${selected} from n, webhook where webhook.id = ${first}`);
  const { id } = await addHook(quick.url);
  const held = Promise.withResolvers<Response>();
  slow.answer(() => held.promise.then(() => new Response()));
  await addArtist();
  await until(() => slow.events().length >= 10, 'the slow target was not called');
  const start = performance.now();
  for (let i = 0; i < 5; i++) {
    await addArtist();
    await quick.next();
  }
  expect(performance.now() - start).toBeLessThan(10_000);
  expect(slow.events().length).toBeLessThan(17);
  held.resolve(new Response());
  await removeHook(id);
});

test('an event whose call is cut by a kill of the service is sent again after the restart', async () => {
  const receiver = target();
  const { id } = await addHook(receiver.url);
  await addArtist();
  await receiver.next();
  receiver.answer(() => new Promise(() => {}));
  const unanswered = await addArtist();
  await receiver.next();
  await rockola.restart('SIGKILL');
  receiver.answer(() => new Response());
  await endLease(rockola, id);
  expect((await receiver.next()).body.data.id).toBe(Number(unanswered));
});
