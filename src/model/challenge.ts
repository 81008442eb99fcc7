import { Problem } from './problem.ts';

const realm = 'Bearer realm="rockola"';

/** Refusals that carry the challenge of RFC 6750 §3. */
export function unauthenticated(): Problem {
  return new Problem('unauthenticated', 'Send Authorization: Bearer with a token, or X-API-Key with a key.', {
    headers: { 'WWW-Authenticate': realm },
  });
}

export function invalidToken(detail: string): Problem {
  return new Problem('invalid-token', detail, { headers: { 'WWW-Authenticate': `${realm}, error="invalid_token"` } });
}

/** A failed login says no more than this, whatever failed (RFC 9110 §15.5.2 asks for the challenge). */
export function invalidLogin(): Problem {
  return new Problem('invalid-login', 'The e-mail address or the password is wrong.', { headers: { 'WWW-Authenticate': realm } });
}

/** @param scope what it would take; several are separated by spaces */
export function insufficientScope(detail: string, scope: string): Problem {
  return new Problem('forbidden', detail, { headers: { 'WWW-Authenticate': `${realm}, error="insufficient_scope", scope="${scope}"` } });
}
