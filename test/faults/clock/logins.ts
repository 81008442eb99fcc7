import type { Answer, Person, Rockola } from '../../support/harness.ts';

/** A login and its time by the service's clock, in ms since 1970. */
export type Login = { token: string; key: string; at: number };

const hours24 = 24 * 3_600_000;
/** The most by which the service's clock and ours may differ, in ms: the service gives whole seconds. */
const grain = 1_000;

/** @param now the service's clock @throws where the login is refused, or the service has another time */
export async function logIn(service: Rockola, { email, password }: Person, now: () => number): Promise<Login> {
  const at = now();
  const { status, json, text } = await service.call('POST', '/api/v1/user/login', { body: { email, password } });
  if (status !== 200) throw new Error(`a login was answered ${status}: ${text}`);
  const begun = Date.parse(json.expires_at) - hours24;
  if (begun < at - grain || begun > now() + grain) throw new Error(`the service's clock differs: a login ends at ${json.expires_at}`);
  return { token: json.token, key: json.api_key, at };
}

/** The faults of a login, which must be valid until its end by the service's clock, and not after it. */
export async function faultsOfLogin(service: Rockola, login: Login, now: number): Promise<string[]> {
  const age = now - login.at;
  const token = await tryLogin(service, { token: login.token });
  const key = await tryLogin(service, { key: login.key });
  return [...wrong('bearer token', token, age < hours24, age), ...wrong('API key of a login', key, age < hours24, age)];
}

/** A PATCH of a missing artist: 404 with a valid login, 401 without. */
function tryLogin(service: Rockola, credential: { token: string } | { key: string }): Promise<Answer> {
  return service.call('PATCH', '/api/v1/artists/9000000000000000000', { ...credential, body: { name: 'Nobody' } });
}

function wrong(name: string, { status, text }: Answer, holds: boolean, age: number): string[] {
  return status === (holds ? 404 : 401) ? [] : [`the ${name}, made ${Math.round(age / 1000)} s ago, was answered ${status}: ${text}`];
}
