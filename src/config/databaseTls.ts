import { isIP } from 'node:net';
import type { DatabaseAddress } from '../store/open.ts';
import { readBounded, shortened, unreadable, Wrong } from './values.ts';

/** How a PostgreSQL server is spoken to: with a certificate that is checked, with any certificate, or in clear. */
export const tlsModes = ['verify', 'require', 'off'] as const;
export type TlsMode = (typeof tlsModes)[number];

/** As libpq calls them, which an address may carry. */
const sslmodes: Record<TlsMode, string> = { verify: 'verify-full', require: 'require', off: 'disable' };

/** What an address must not say itself: it would be another place for the same. */
const ofTls = /^(ssl.*|uselibpqcompat)$/;

/**
 * An address with how its server is spoken to. Where nothing is said of it: in clear on this machine, verified on any other.
 *
 * @param ca the file of the certificates that are trusted in place of those of the system
 * @throws Wrong where the address says it itself
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
  if (!hostname && !host) throw new Wrong('must name a host: postgres://USER:PASSWORD@HOST:PORT/NAME.');
  if (host !== null && (hostname || !host.startsWith('/')))
    throw new Wrong('may have "host" behind "?" only for a folder of a socket, with no other host: postgres:///NAME?host=/run/postgresql.');
  const name = [...searchParams.keys()].find((name) => ofTls.test(name));
  if (name) throw new Wrong(`must not say "${name}": set ROCKOLA_DATABASE_TLS to verify, require or off, and ROCKOLA_DATABASE_CA.`);
}

/** Whether the server is on this machine, so that nobody else is on the way. */
function isHere({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[(.+)\]$/, '$1');
  return host === '' || host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/** @returns the path @throws Wrong where the file holds no certificate */
export function certificates(path: string): string {
  if (/-----BEGIN CERTIFICATE-----/.test(contentOf(path))) return path;
  throw new Wrong(`names ${shortened(path)}, which holds no certificate. It must be in PEM form, with lines -----BEGIN CERTIFICATE-----.`);
}

/** All certificates that systems trust take a quarter of a mebibyte. */
const maxCertificateBytes = 4 * 1024 * 1024;

function contentOf(path: string): string {
  try {
    return readBounded(path, maxCertificateBytes);
  } catch (error) {
    throw new Wrong(`names ${shortened(path)}, which cannot be read (${unreadable(error)}). Correct the name, or the rights on it.`);
  }
}
