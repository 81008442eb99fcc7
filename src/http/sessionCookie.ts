/**
 * The cookie with the token of a login. Scripts, other hosts and unencrypted connections never get it (RFC 6265bis §4.1.3.2). Browsers
 * treat localhost as encrypted.
 */
const cookie = '__Host-rockola';
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';

/** The API ignores this token. */
export function sessionToken(headers: Headers): string | undefined {
  return new RegExp(`(?:^|; )${cookie}=([A-Za-z0-9._-]+)(?:;|$)`).exec(headers.get('cookie') ?? '')?.[1];
}

export function keepSession(token: string, hours: number): Record<string, string> {
  return { 'Set-Cookie': `${cookie}=${token}; ${attributes}; Max-Age=${hours * 3_600}` };
}

export function dropSession(): Record<string, string> {
  return { 'Set-Cookie': `${cookie}=; ${attributes}; Max-Age=0` };
}
