import { roles } from '../../src/model/actor.ts';
import type { CallOptions, Rockola } from '../support/harness.ts';
import { addImport, addJob } from '../support/jobs.ts';

/** A sender of requests: its credentials, the ids of its key, login, webhook and jobs, and a function that makes a new sender. */
export type Holder = {
  options: CallOptions;
  keyId: string;
  sessionId: string;
  webhookId: string;
  jobId: string;
  importId: string;
  /** An import that was applied. */
  appliedId: string;
  renew(): Promise<Holder>;
};

/** All kinds of senders: all roles with tokens and keys, the operator, and strangers. */
export async function everyHolder(rockola: Rockola): Promise<Holder[]> {
  const kinds = roles.slice(0, -1).flatMap((role) => [
    { role, shape: ({ key }: Login) => ({ key }) },
    { role, shape: ({ token }: Login) => ({ token }) },
  ]);
  /** Further senders of the kinds that most requests come from. */
  const frequent = [
    { role: 'editor', shape: ({ key }: Login) => ({ key }) },
    { role: 'member', shape: ({ key }: Login) => ({ key }) },
    { role: 'editor', shape: ({ token }: Login) => ({ key: 'nonsense', token }) },
  ];
  const admin = await operator(rockola);
  const strangers = [{}, { key: `rka_${'a'.repeat(36)}` }, { token: 'a.b.c' }, { headers: { Authorization: 'Basic Zml0bzpmaXRv' } }];
  const persons = await Promise.all([...kinds, ...frequent].map(({ role, shape }) => person(rockola, role, shape)));
  return [...persons, admin, admin, ...strangers.map(stranger)];
}

type Login = { key: string; token: string };

/** A new account with the example password of the document. */
export async function signUp(rockola: Rockola): Promise<{ id: string; email: string; password: string }> {
  const login = { email: `holder${crypto.randomUUID()}@example.net`, password: 'i-love-rock' };
  const { json } = await rockola.call('POST', '/api/v1/user/signup', { body: { name: 'Fito', ...login } });
  return { id: String(json.id), ...login };
}

async function person(rockola: Rockola, role: string, shape: (login: Login) => CallOptions): Promise<Holder> {
  const { id, email, password } = await signUp(rockola);
  await rockola.call('PATCH', `/api/v1/user/accounts/${id}`, { key: rockola.adminKey, body: { role } });
  const { json } = await rockola.call('POST', '/api/v1/user/login', { body: { email, password } });
  const sessions = await rockola.call('GET', '/api/v1/user/sessions', { token: json.token });
  const options = shape({ key: json.api_key, token: json.token });
  const withToken = { token: json.token };
  return {
    options,
    ...(await ownedBy(rockola, withToken)),
    jobId: String(await addJob(rockola, id)),
    importId: String(await addImport(rockola, id)),
    appliedId: String(await addImport(rockola, id, 'undo')),
    sessionId: String(sessions.json.data[0].id),
    renew: () => person(rockola, role, shape),
  };
}

async function operator(rockola: Rockola): Promise<Holder> {
  const options = { key: rockola.adminKey };
  return {
    options,
    ...(await ownedBy(rockola, options)),
    sessionId: '1',
    jobId: String(await addJob(rockola, null)),
    importId: '1',
    appliedId: '1',
    renew: () => operator(rockola),
  };
}

function stranger(options: CallOptions): Holder {
  const same = { options, keyId: '1', sessionId: '1', webhookId: '1', jobId: '1', importId: '1', appliedId: '1', renew: async () => same };
  return same;
}

async function ownedBy(rockola: Rockola, options: CallOptions): Promise<{ keyId: string; webhookId: string }> {
  const key = { name: 'radio', scopes: ['artists:write'] };
  const webhook = { url: 'https://radio.example.org/hook' };
  return { keyId: await idOf('keys', key), webhookId: await idOf('webhooks', webhook) };

  async function idOf(resource: string, body: object): Promise<string> {
    return String((await rockola.call('POST', `/api/v1/user/${resource}`, { ...options, body })).json.id);
  }
}
