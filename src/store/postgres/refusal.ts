import { StartRefused } from '../../model/startRefused.ts';
import { isTlsFailure } from './failures.ts';

/** A sentence for people, without the password. The failure is its cause. */
export function refusal(url: string, error: unknown): StartRefused {
  if (error instanceof StartRefused) return error;
  const refused = new StartRefused(sentenceOf(new URL(url), error as Error & { code?: string }));
  refused.cause = error;
  return refused;
}

function sentenceOf(url: URL, error: Error & { code?: string }): string {
  const { hostname, port, pathname, username } = url;
  const server = `${hostname || url.searchParams.get('host')}:${port || 5432}`;
  const name = pathname.slice(1);
  const { code = '', message } = error;
  if (/client password must be/.test(message))
    return `PostgreSQL at ${server} asks for the password of ${username}, and none is set. Write it into DATABASE_URL: postgres://${username}:PASSWORD@…, or set PGPASSWORD.`;
  if (isTlsFailure(error)) return tlsSentence(server, hostname, error);
  const sentences: Record<string, string> = {
    ECONNREFUSED: `No PostgreSQL answers at ${server}. Start it, or correct host and port in DATABASE_URL.`,
    ENOTFOUND: `The host ${hostname} of DATABASE_URL is not known. Correct it, or the name service.`,
    '28P01': `PostgreSQL at ${server} refuses the password of ${username}. Correct it in DATABASE_URL.`,
    '28000': `PostgreSQL at ${server} refuses the user ${username} (${message}). Correct DATABASE_URL or ROCKOLA_DATABASE_TLS, or allow the user in pg_hba.conf.`,
    '3D000': `PostgreSQL at ${server} has no database ${name}. Make it: createdb -O ${username} ${name}`,
    '42501': `The user ${username} may not make tables in ${name} (${message}). Make it the owner: alter database ${name} owner to ${username}`,
    '25006': `PostgreSQL at ${server} takes no changes: it is a standby. Point DATABASE_URL at the primary.`,
    '57P03': `PostgreSQL at ${server} does not take connections yet (${message}).`,
  };
  return sentences[code] ?? `PostgreSQL at ${server} cannot be used (${message}). Check DATABASE_URL and the server's log.`;
}

function tlsSentence(server: string, hostname: string, { code, message }: Error & { code?: string }): string {
  if (/does not support/.test(message))
    return `PostgreSQL at ${server} offers no TLS. Turn it on there (ssl = on), or set ROCKOLA_DATABASE_TLS=off where nobody else can read its traffic.`;
  if (/ALTNAME/.test(code ?? ''))
    return `The certificate of PostgreSQL at ${server} is for another host than ${hostname}. Name the host in DATABASE_URL as the certificate does, or get one for ${hostname}.`;
  return `The certificate of PostgreSQL at ${server} is not trusted (${message}). Set ROCKOLA_DATABASE_CA to the file of the certificate that it comes from.`;
}
