import type { Credentials } from '../auth/credential.ts';
import { sessionToken } from './sessionCookie.ts';

/** The credentials of a request. A token that is not of the form of RFC 6750 §2.1 is sent, but empty. */
export function credentialsOf(headers: Headers): Credentials {
  const authorization = headers.get('authorization') ?? undefined;
  const token = authorization && (/^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization)?.[1] ?? '');
  return { token: authorization === undefined ? undefined : (token ?? ''), key: headers.get('x-api-key') ?? undefined };
}

/** What counts a request for an account. The cookie of a page never counts for the API. */
export function credentialsAt(path: string, headers: Headers): Credentials {
  const sent = credentialsOf(headers);
  return path.startsWith('/api/') ? sent : { ...sent, token: sent.token ?? sessionToken(headers) };
}
