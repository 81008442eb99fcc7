import { detailOf, type Fault } from './fault.ts';
import { Problem } from './problem.ts';

/** Asks for credentials (RFC 6750 §3). */
export function unauthenticated(): Problem {
  return new Problem('unauthenticated', 'Send a bearer token or an API key.', { challenge: {} });
}

export function invalidToken(detail: string): Problem {
  return new Problem('invalid-token', detail, { challenge: { error: 'invalid_token' } });
}

/** The same for every failed login, so that it does not reveal which addresses have accounts. */
export function invalidLogin(): Problem {
  return new Problem('invalid-login', 'The e-mail address or the password is wrong.', { challenge: {} });
}

/** Only for a login with the right password, so that nobody else learns of the suspension. */
export function suspendedLogin(): Problem {
  const fault: Fault = ['suspended'];
  return new Problem('invalid-login', detailOf(fault), { challenge: {}, fault });
}

/**
 * @param scope the scopes that the request requires, separated by spaces
 * @param fault the code of the detail, for pages in other languages
 */
export function insufficientScope(detail: string, scope: string, fault?: Fault): Problem {
  return new Problem('forbidden', detail, { challenge: { error: 'insufficient_scope', scope }, ...(fault && { fault }) });
}
