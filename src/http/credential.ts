import type { Credentials } from '../auth/credential.ts';

/** The credentials of a request. A token that is not of the form of RFC 6750 §2.1 is sent, but empty. */
export function credentialsOf(headers: Headers): Credentials {
  const authorization = headers.get('authorization') ?? undefined;
  const token = authorization && (/^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(authorization)?.[1] ?? '');
  return { token: authorization === undefined ? undefined : (token ?? ''), key: headers.get('x-api-key') ?? undefined };
}
