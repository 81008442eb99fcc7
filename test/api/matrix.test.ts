import { afterAll, describe, expect, test } from 'bun:test';
import { apiRoutes } from '../../src/api/routes.ts';
import { roles, type Scope, scopes } from '../../src/model/actor.ts';
import type { OpenApi } from '../support/documented.ts';
import { type CallOptions, type Person, startRockola } from '../support/harness.ts';
import { silentMailServer } from '../support/links.ts';
import { requestsTo } from '../support/requests.ts';
import { asMarkdown, inTheDocs, matrix, type Subject, subjects } from './matrix.ts';

const credentials = new Map<Subject, CallOptions[]>();
const keysWithout = new Map<Scope, CallOptions>();

const rockola = await startRockola({ ROCKOLA_STARTER: 'off', ...silentMailServer });
const owner = await rockola.person('Owner');
credentials.set('anonymous', [{}]);
credentials.set('garbage', [{ token: 'a.b.c' }, { key: `rka_${'a'.repeat(36)}` }, { headers: { Authorization: `Basic ${owner.token}` } }]);
for (const state of ['expired', 'revoked', 'suspended'] as const) credentials.set(state, await unusable(state));
for (const role of roles) credentials.set(role, [await lastingKey(await withRole(role))]);
credentials.set('other user', [await lastingKey(await rockola.person('Other'))]);
const ownersKey = await lastingKey(owner);
credentials.set('owner', [ownersKey]);
const requests = requestsTo(rockola, owner, ownersKey.key);
const admin = await withRole('admin');
for (const scope of scopes)
  keysWithout.set(
    scope,
    await lastingKey(
      admin,
      scopes.filter((other) => other !== scope),
    ),
  );
afterAll(() => rockola.stop());

async function withRole(role: string): Promise<Person> {
  const person = await rockola.person(role);
  await rockola.send('PATCH', `/user/accounts/${person.id}`, { role });
  return person;
}

/** A lasting key, which outlives a change of password and the end of logins. */
async function lastingKey(person: Person, keyScopes: readonly Scope[] = scopes): Promise<{ key: string }> {
  const { json } = await rockola.call('POST', '/api/v1/user/keys', { token: person.token, body: { name: 'matrix', scopes: keyScopes } });
  return { key: json.key };
}

/** Credentials of an administrator that are expired or revoked, or whose account is suspended. */
async function unusable(state: 'expired' | 'revoked' | 'suspended'): Promise<CallOptions[]> {
  const person = await withRole('admin');
  const all = [{ token: person.token }, { key: person.key }, await lastingKey(person)];
  const at = Date.now() - 1;
  if (state === 'suspended') await rockola.sql(`update "user" set suspended_at = ${at} where id = ${person.id}`);
  else {
    const [login, key] = state === 'expired' ? ['expires_at', 'expires_at'] : ['ended_at', 'revoked_at'];
    await rockola.sql(`update session set ${login} = ${at} where user_id = ${person.id}`);
    await rockola.sql(`update api_key set ${key} = ${at} where user_id = ${person.id}`);
  }
  return all;
}

async function credentialsOf(subject: Subject, operation: string, scope: Scope | undefined): Promise<CallOptions[]> {
  if (subject === 'wrong scope') return [keysWithout.get(scope ?? 'account') as CallOptions];
  const outcome = matrix[operation]?.outcomes[subject];
  // A request that succeeds deletes its account, so each gets a new account.
  if (operation === 'deleteOwnAccount' && outcome === 'ok') return [{ key: (await rockola.person()).key }];
  return credentials.get(subject) ?? [];
}

const routes = apiRoutes(8).map((route) => [route.operation, route] as const);
describe.each(routes)('%s', (operation, { method, path }) => {
  test('has the outcome of the matrix for each subject', async () => {
    const row = matrix[operation];
    if (!row) throw new Error(`${operation} has no row in test/api/matrix.ts: say who may use it`);
    const wrong: [Subject, string | number][] = [];
    const newTarget = async () => [await requests.targetOf(operation, path), await requests.bodyOf(operation)] as const;
    let [target, body] = await newTarget();
    for (const subject of subjects) {
      for (const credential of await credentialsOf(subject, operation, row.scope)) {
        const { status } = await rockola.call(method.toUpperCase(), target, {
          ...credential,
          body,
          headers: requests.headersOf(operation),
        });
        if ((status < 300 ? 'ok' : status) !== row.outcomes[subject]) wrong.push([subject, status]);
        // A request that reads, or is refused, leaves the records to the next one.
        if (method !== 'get' && status < 300) [target, body] = await newTarget();
      }
    }
    expect(wrong).toEqual([]);
  });
});

test('the matrix has every operation of the OpenAPI document and no other, and the manual has the matrix', async () => {
  const document = (await (await fetch(`${rockola.url}/openapi.json`)).json()) as OpenApi;
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId));
  expect(Object.keys(matrix).sort()).toEqual(operations.sort());
  expect(inTheDocs.read()).toBe(asMarkdown());
});
