import { isIP } from 'node:net';
import type { DatabaseAddress } from '../store/open.ts';
import { InvalidValue, readBounded, shortened } from './values.ts';

/** Whether the certificate of PostgreSQL is verified, any is accepted, or the connection is not encrypted. */
export const tlsModes = ['verify', 'require', 'off'] as const;
export type TlsMode = (typeof tlsModes)[number];

/** The names of libpq. */
const sslmodes: Record<TlsMode, string> = { verify: 'verify-full', require: 'require', off: 'disable' };

/** Parameters that an address must not have: the settings say the same. */
const tlsParameters = /^(ssl.*|uselibpqcompat)$/;

/**
 * Adds the TLS mode to an address of PostgreSQL. By default connections to this machine are unencrypted; other servers are verified.
 *
 * @param ca the file of the certificates that are trusted in place of the system's
 * @throws InvalidValue where the address has parameters of TLS itself
 */
export function withTls(address: DatabaseAddress, mode: TlsMode | undefined, ca: string | undefined): DatabaseAddress {
  if (address.engine === 'sqlite') return address;
  const url = new URL(address.url);
  requirePlainAddress(url);
  const chosen = mode ?? (isHere(url) && !ca ? 'off' : 'verify');
  url.searchParams.set('uselibpqcompat', 'true');
  url.searchParams.set('sslmode', sslmodes[chosen]);
  if (ca) url.searchParams.set('sslrootcert', ca);
  return { engine: 'postgres', url: url.href };
}

function requirePlainAddress({ hostname, searchParams }: URL): void {
  const host = searchParams.get('host');
  if (!hostname && !host) throw new InvalidValue('must name a host: postgres://USER:PASSWORD@HOST:PORT/NAME.');
  if (host !== null && (hostname || !host.startsWith('/')))
    throw new InvalidValue(
      'may have "host" after "?" only as the folder of a Unix socket, without another host: postgres:///NAME?host=/run/postgresql.',
    );
  const name = [...searchParams.keys()].find((name) => tlsParameters.test(name));
  if (name) throw new InvalidValue(`must not say "${name}": set ROCKOLA_DATABASE_TLS to verify, require or off, and ROCKOLA_DATABASE_CA.`);
}

/** Whether the server is on this machine, so that nobody can read the connection on its way. */
function isHere({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[(.+)\]$/, '$1');
  return host === '' || host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** @returns the path @throws InvalidValue where the file holds no certificate */
export function certificates(path: string): string {
  const content = readBounded(path, maxCertificateBytes, (reason) => `names ${shortened(path)}, which cannot be read (${reason})`);
  if (/-----BEGIN CERTIFICATE-----/.test(content)) return path;
  throw new InvalidValue(
    `names ${shortened(path)}, which holds no certificate. It must be in PEM form, with lines -----BEGIN CERTIFICATE-----.`,
  );
}

/** The certificates that a system trusts take a quarter of a MiB. */
const maxCertificateBytes = 4 * 1024 * 1024;
