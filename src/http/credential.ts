import type { Credentials } from '../auth/credential.ts';
import { sessionToken } from './sessionCookie.ts';

/** The token is "" if it does not have the form of RFC 6750 §2.1. */
export function credentialsOf(headers: Headers): Credentials {
  const authorization = headers.get('authorization') ?? undefined;
  const token = authorization && (/^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization)?.[1] ?? '');
  return { token: authorization === undefined ? undefined : (token ?? ''), key: headers.get('x-api-key') ?? undefined };
}

/** The credentials of the account to which a request is counted. The API ignores the cookie of the site. */
export function credentialsAt(path: string, headers: Headers): Credentials {
  const sent = credentialsOf(headers);
  return path.startsWith('/api/') ? sent : { ...sent, token: sent.token ?? sessionToken(headers) };
}
