import { closeSync, openSync, readlinkSync, readSync, realpathSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, resolve } from 'node:path';
import { type AddressRange, parseRange } from '../model/network.ts';
import type { DatabaseAddress } from '../store/open.ts';

/** Says what is wrong with a setting's value, to follow "NAME ". */
export class Wrong extends Error {}

/** Characters of a wrong value that are repeated, so that the others stay in sight. */
const maxRepeated = 60;

function wrong(must: string, text: string): Wrong {
  return new Wrong(`${must}, but is "${shortened(text)}".`);
}

export function shortened(text: string): string {
  return text.length > maxRepeated ? `${text.slice(0, maxRepeated)}…` : text;
}

export function integer(text: string, min: number, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw wrong(`must be a whole number from ${min} to ${max}`, text);
}

const units = { MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 };
const leastBytes = 16 * units.MiB;
const maxBytes = 1024 * units.TiB;

/** @returns bytes */
export function size(text: string): number {
  const [, number, unit] = /^(\d{1,9}) ?(MiB|GiB|TiB)$/.exec(text) ?? [];
  const bytes = Number(number) * units[unit as keyof typeof units];
  if (bytes >= leastBytes && bytes <= maxBytes) return bytes;
  throw wrong('must be a whole number with MiB, GiB or TiB behind it, from 16MiB to 1024TiB, such as 20GiB', text);
}

/** Reads a file that a setting names, which may be a device that never ends. @throws where it has more than so many bytes */
export function readBounded(path: string, maxBytes: number): string {
  const bytes = Buffer.alloc(maxBytes + 1);
  const file = openSync(path, 'r');
  try {
    let length = 0;
    for (let read = 1; read > 0 && length < bytes.length; length += read) read = readSync(file, bytes, length, bytes.length - length, null);
    if (length > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
    return bytes.toString('utf8', 0, length);
  } finally {
    closeSync(file);
  }
}

/** Why a file cannot be read, without its name. */
export function unreadable(error: unknown): string {
  return (error as Error).message.replace(/, .*/s, '');
}

/** @returns an address to listen on, or a name that means one */
export function host(text: string): string {
  if (isIP(text) !== 0 || (text.length <= 253 && /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i.test(text))) return text;
  throw wrong('must be an address of this machine, such as 127.0.0.1, ::1 or 0.0.0.0 for all, or a name for one', text);
}

export function label(text: string): string {
  if (text.length <= 100 && !/\p{Cc}/u.test(text)) return text;
  throw wrong('must be one line of at most 100 characters', text);
}

export function oneOf<T extends string>(text: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === text);
  if (found) return found;
  throw wrong(`must be one of ${choices.join(', ')}`, text);
}

/** Bytes, as Linux has it (PATH_MAX), less what is put behind it for the files of a store. */
const longestPath = 4_000;

/** @throws Wrong, without repeating what was given: it may hold a password */
export function readDatabaseAddress(text: string): DatabaseAddress {
  const path = /^sqlite:(?:\/\/)?(.+)$/.exec(text)?.[1];
  if (path && path !== ':memory:' && Buffer.byteLength(path) <= longestPath) return { engine: 'sqlite', path: realFile(path) };
  // Of a password with a plain "@", "/", "?" or "#" a part would be read as host or path, which messages repeat.
  if (/^postgres(?:ql)?:\/\/(?:[^@/?#]*@)?[^@]*$/.test(text) && URL.canParse(text)) return { engine: 'postgres', url: text };
  throw new Wrong(
    'must be sqlite:FILE, such as sqlite:data/rockola.db, or postgres://USER:PASSWORD@HOST:PORT/NAME, with special characters of the password as %XX, such as %40 for @.',
  );
}

/** As many as Linux follows (path_resolution(7)). */
const maxLinks = 40;

/** Where symbolic links lead: the lock, the log and the socket of a store lie next to the file itself. */
function realFile(path: string): string {
  let real = path;
  try {
    for (let i = 0; i < maxLinks; i++) real = resolve(realpathSync(dirname(real)), readlinkSync(real));
  } catch {
    // It is no link, or what it leads to is not there.
  }
  return real;
}

/** What may stand behind the "?" of SMTP_URL; others of the library would print what is sent. */
const smtpOptions = ['name', 'ignoreTLS', 'tls.rejectUnauthorized', 'tls.servername'];

/** The address is not shown where it is wrong, since it may hold a password. */
export function smtpUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname || url.pathname.length > 1 || url.hash)
    throw new Wrong('must be smtp://USER:PASSWORD@HOST:PORT or smtps://…, with special characters of the password as %XX.');
  const unknown = [...url.searchParams.keys()].find((name) => !smtpOptions.includes(name));
  if (unknown !== undefined) throw new Wrong(`may have behind "?" only ${smtpOptions.join(', ')}.`);
  return text;
}

export function mailFrom(text: string): { name: string; address: string } {
  const [, name = '', named, plain] = /^(?:([^<>"\p{Cc}]*)<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/u.exec(text) ?? [];
  const address = named ?? plain;
  if (address) return { name: name.trim(), address };
  throw wrong('must be an address such as rockola@example.org or Rockola <rockola@example.org>', text);
}

/** The address is not shown where it is wrong, since people put credentials into such. */
export function collector(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw new Wrong('must be an http(s) address without credentials or query, such as http://127.0.0.1:4318.');
  return url.origin + withoutSlash(url.pathname);
}

export function share(text: string): number {
  const value = Number(text);
  if (/^(?:\d+(?:\.\d+)?|\.\d+)$/.test(text) && value <= 1) return value;
  throw wrong('must be a number from 0 to 1', text);
}

export function proxies(text: string): AddressRange[] {
  return text.split(',').map((part) => {
    const range = parseRange(part.trim());
    if (range) return range;
    throw new Wrong(
      `must be addresses or CIDR blocks separated by commas, such as 127.0.0.1,10.0.0.0/8, but has "${shortened(part.trim())}".`,
    );
  });
}

/** What the service's own paths begin with; a test compares it with what is there. */
const ownPaths = 'account accounts admin api artists assets bands changes changes.atom docs first-admin forgotten-password livez'
  .concat(' openapi.json problems readyz robots.txt search sign-in sign-out sign-up sitemap.xml')
  .split(' ');

export function publicUrl(text: string): URL {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.pathname.includes('//'))
    throw wrong('must be an http(s) address without query, such as https://rock.example.org/catalogue', text);
  // Whether a proxy takes the path off or not, a request must mean one page.
  const first = url.pathname.split('/')[1] ?? '';
  if (!ownPaths.includes(first)) return url;
  throw wrong(
    `must not have a path that begins with /${first}, where the service has pages; choose one such as https://rock.example.org/catalogue, in the proxy too`,
    text,
  );
}

export function withoutSlash(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}
