import { afterAll, expect, test } from 'bun:test';
import { type Scope, scopes } from '../../src/model/actor.ts';
import { repetitionsFor } from '../support/amount.ts';
import { type CallOptions, type Person, startRockola } from '../support/harness.ts';
import { randomFrom } from '../support/random.ts';

const seed = Number(process.env.KEYS_SEED ?? Date.now());
const steps = repetitionsFor('KEYS_STEPS', { short: 400, long: 1_000 });
const user = '/api/v1/user';
const path = `${user}/keys`;

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
afterAll(() => rockola.stop());

const createKey = (credential: CallOptions, body: object = {}) =>
  rockola.call('POST', path, { ...credential, body: { name: 'x', scopes: ['account', 'artists:write'], ...body } });
const soon = () => new Date(Date.now() + 3_600_000).toISOString();
const status = async (key: string) => (await rockola.call('GET', user, { key })).status;

test('an expiring key can neither create a key that lasts longer nor extend itself; the refusal says which credential can', async () => {
  const { token } = await rockola.person();
  const end = soon();
  const { id, key } = (await createKey({ token }, { expires_at: end })).json;
  for (const answer of [
    await createKey({ key }),
    await createKey({ key }, { expires_at: '2099-01-01T00:00:00Z' }),
    await rockola.call('PATCH', `${path}/${id}`, { key, body: { expires_at: null } }),
    await rockola.call('PATCH', `${path}/${id}`, { key, body: { expires_at: '2099-01-01T00:00:00Z' } }),
  ])
    expect([answer.status, answer.json.detail]).toEqual([403, expect.stringContaining(`ends at ${end}`)]);
  expect((await createKey({ key }, { expires_at: end })).status).toBe(201);
  expect((await rockola.call('PATCH', `${path}/${id}`, { token, body: { expires_at: null } })).json.expires_at).toBe(null);
});

test('a key cannot extend a key that it did not create, since the other key would outlive it', async () => {
  const { token } = await rockola.person();
  const [acting, other] = [
    (await createKey({ token })).json,
    (await createKey({ token }, { scopes: ['account'], expires_at: soon() })).json,
  ];
  for (const body of [{ scopes: ['account', 'artists:write'] }, { expires_at: null }]) {
    const answer = await rockola.call('PATCH', `${path}/${other.id}`, { key: acting.key, body });
    expect([body, answer.status, answer.json.detail]).toEqual([body, 403, expect.stringContaining('log in')]);
  }
  expect((await rockola.call('PATCH', `${path}/${other.id}`, { key: acting.key, body: { name: 'other' } })).status).toBe(200);
});

test('a key that a login extends belongs to the login, and stays when the key that made it is revoked', async () => {
  const { token } = await rockola.person();
  const maker = (await createKey({ token })).json;
  const [kept, lost] = [(await createKey({ key: maker.key }, { expires_at: soon() })).json, (await createKey({ key: maker.key })).json];
  expect((await rockola.call('PATCH', `${path}/${kept.id}`, { token, body: { expires_at: null } })).status).toBe(200);
  expect((await rockola.cli(['key', 'revoke', String(maker.id)])).out).toContain(`what was made with it: ${lost.id}`);
  expect([await status(kept.key), await status(lost.key)]).toEqual([200, 401]);
});

test('the keys that a login created outlive it', async () => {
  const { key } = await rockola.person();
  const lasting = (await createKey({ key })).json;
  await rockola.call('DELETE', `${user}/sessions`, { key });
  expect([await status(key), await status(lasting.key)]).toEqual([401, 200]);
});

type Stored = { id: bigint; name: string; made_by: bigint | null; scopes: Scope[]; expires_at: number; revoked: boolean };

/** The lasting keys of an account. A key that does not expire has an infinite time. */
async function storedKeys({ id }: Person): Promise<Map<bigint, Stored>> {
  const rows = await rockola.sql(
    `select id, name, made_by, scopes, expires_at, revoked_at from api_key where user_id = ${id} and session_id is null`,
  );
  const keys = rows.map(
    (row): Stored => ({
      id: BigInt(String(row.id)),
      name: String(row.name),
      made_by: row.made_by === null ? null : BigInt(String(row.made_by)),
      scopes: String(row.scopes).split(' ') as Scope[],
      expires_at: row.expires_at === null ? Number.POSITIVE_INFINITY : Number(row.expires_at),
      revoked: row.revoked_at !== null,
    }),
  );
  return new Map(keys.map((key) => [key.id, key]));
}

const isWithin = (key: Stored, bounds: Stored) =>
  key.expires_at <= bounds.expires_at && key.scopes.every((scope) => bounds.scopes.includes(scope));

/** The errors of a step: a key that exceeds the key that made it, or a key that got more than the acting key has. */
function errorsOf(before: Map<bigint, Stored>, after: Map<bigint, Stored>, acting: bigint | undefined): string[] {
  const errors: string[] = [];
  for (const key of after.values()) {
    const maker = key.made_by === null ? undefined : after.get(key.made_by);
    if (maker && !key.revoked && (maker.revoked || !isWithin(key, maker))) errors.push(`${key.id} exceeds its maker ${maker.id}`);
    const former = before.get(key.id);
    const gained = !former || !isWithin(key, former);
    const bounds = acting === undefined ? undefined : before.get(acting);
    if (gained && bounds && (!isWithin(key, bounds) || !key.made_by)) errors.push(`${key.id} got more than ${bounds.id} has`);
  }
  return errors;
}

/** The expected events of a step: one for each key that changed. */
function eventsOf(before: Map<bigint, Stored>, after: Map<bigint, Stored>): string[] {
  const isSame = (a: Stored, b: Stored) => a.name === b.name && isWithin(a, b) && isWithin(b, a);
  return [...after.values()].flatMap((key) => {
    const former = before.get(key.id);
    if (!former) return [`key-made ${key.id}`];
    if (key.revoked !== former.revoked) return [`key-revoked ${key.id}`];
    return isSame(key, former) ? [] : [`key-changed ${key.id}`];
  });
}

test('after random operations no key exceeds the key that made it, and exactly the changed keys have events', async () => {
  console.log(`keys: KEYS_SEED=${seed} KEYS_STEPS=${steps}`);
  const random = randomFrom(seed);
  const ana = await rockola.person();
  const secrets = new Map<bigint, string>();
  const counts: Record<string, number> = {};
  const randomScopes = () => {
    const chosen = scopes.filter((scope) => scope === 'account' || random.next() < 0.6);
    return random.next() < 0.9 ? chosen : chosen.slice(0, -1);
  };
  const randomExpiry = () =>
    random.pick([null, ...Array.from({ length: 5 }, (_, i) => new Date(Date.now() + (i + 1) * 3_600_000).toISOString())]);
  const eventRows = () => rockola.sql(`select action, subject from account_event where user_id = ${ana.id} order by id`);
  let before = await storedKeys(ana);
  let eventsBefore = (await eventRows()).length;
  let madeByKeys = 0;
  for (let step = 0; step < steps; step++) {
    const usable = [...before.values()].filter(({ revoked }) => !revoked);
    const acting = random.next() < 0.2 ? undefined : usable[random.below(usable.length)]?.id;
    const target = usable[random.below(usable.length)]?.id ?? 0n;
    const by = acting === undefined ? { token: ana.token } : { key: secrets.get(acting) as string };
    const kind = usable.length > 40 ? 'revoke' : random.pick(['make', 'make', 'make', 'patch', 'patch', 'patch', 'revoke']);
    const body =
      random.next() < 0.3
        ? { name: `${step}` }
        : { ...(random.next() < 0.7 && { scopes: randomScopes() }), ...(random.next() < 0.7 && { expires_at: randomExpiry() }) };
    const request = { make: ['POST', path], patch: ['PATCH', `${path}/${target}`], revoke: ['DELETE', `${path}/${target}`] }[kind] as [
      string,
      string,
    ];
    const answer = await rockola.call(...request, {
      ...by,
      ...(kind === 'make' && { body: { name: 'x', scopes: randomScopes(), expires_at: null, ...body } }),
      ...(kind === 'patch' && { body }),
    });
    expect(answer.status).toBeLessThan(500);
    if (kind === 'make' && answer.status === 201) {
      secrets.set(answer.json.id, answer.json.key);
      if (answer.json.made_by !== null) madeByKeys++;
    }
    const outcome = `${kind} ${answer.status < 300 ? 'done' : 'refused'}`;
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    const after = await storedKeys(ana);
    expect([step, kind, errorsOf(before, after, acting)]).toEqual([step, kind, []]);
    const events = (await eventRows()).slice(eventsBefore).map(({ action, subject }) => `${action} ${subject}`);
    expect([seed, step, events.toSorted()]).toEqual([seed, step, eventsOf(before, after).toSorted()]);
    eventsBefore += events.length;
    before = after;
  }
  for (const outcome of ['make done', 'make refused', 'patch done', 'patch refused', 'revoke done'])
    expect([outcome, counts[outcome] ?? 0]).not.toEqual([outcome, 0]);
  expect(madeByKeys).toBeGreaterThan(0);
});
