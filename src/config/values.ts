import { closeSync, openSync, readlinkSync, readSync, realpathSync } from 'node:fs';
import { isIP } from 'node:net';
import { dirname, resolve } from 'node:path';
import { type AddressRange, parseRange } from '../model/network.ts';
import type { DatabaseAddress } from '../store/open.ts';

/** The message says which values are accepted; "NAME " stands before it. */
export class InvalidValue extends Error {}

/** Characters of a refused value that are shown, so that the other refusals stay in sight. */
const maxShown = 60;

function invalid(must: string, text: string): InvalidValue {
  return new InvalidValue(`${must}, but is "${shortened(text)}".`);
}

export function shortened(text: string): string {
  return text.length > maxShown ? `${text.slice(0, maxShown)}…` : text;
}

/** Reads one word, such as `off`, as undefined. */
export function optional<T>(none: string, read: (text: string) => T): (text: string) => T | undefined {
  return (text) => (text === none ? undefined : read(text));
}

export function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw invalid(`must be a whole number from ${min} to ${max}`, text);
  };
}

export function oneOf<T extends string>(...choices: T[]): (text: string) => T {
  return (text) => {
    const found = choices.find((choice) => choice === text);
    if (found) return found;
    throw invalid(`must be one of ${choices.join(', ')}`, text);
  };
}

export function isOn(text: string): boolean {
  return oneOf('on', 'off')(text) === 'on';
}

const units = { MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 };
const minBytes = 16 * units.MiB;
const maxBytes = 1024 * units.TiB;

/** @returns bytes */
export function size(text: string): number {
  const [, number, unit] = /^(\d{1,9}) ?(MiB|GiB|TiB)$/.exec(text) ?? [];
  const bytes = Number(number) * units[unit as keyof typeof units];
  if (bytes >= minBytes && bytes <= maxBytes) return bytes;
  throw invalid('must be a whole number with MiB, GiB or TiB behind it, from 16MiB to 1024TiB, such as 20GiB', text);
}

/**
 * Reads the file that a setting names.
 *
 * @param must says what is wrong, with the reason in it
 * @throws InvalidValue where it cannot be read, or has more than `maxBytes`
 */
export function readBounded(path: string, maxBytes: number, must: (reason: string) => string): string {
  try {
    return contentOf(path, maxBytes);
  } catch (error) {
    const reason = (error as Error).message.replace(/, .*/s, '');
    throw new InvalidValue(`${must(reason)}. Correct the name, or the rights on it.`);
  }
}

/** The file may be a device that never ends. */
function contentOf(path: string, maxBytes: number): string {
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

/** @returns an address to listen on, or a name that resolves to one */
export function host(text: string): string {
  if (isIP(text) !== 0 || (text.length <= 253 && /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i.test(text))) return text;
  throw invalid('must be an address of this machine, such as 127.0.0.1, ::1 or 0.0.0.0 for all, or a name for one', text);
}

/** @param example begins with a comma */
export function line(max: number, example = ''): (text: string) => string {
  return (text) => {
    if (text.length <= max && !/\p{Cc}/u.test(text)) return text;
    throw invalid(`must be one line of at most ${max} characters${example}`, text);
  };
}

/** BCP 47. */
export function languageTag(text: string): string {
  if (/^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/i.test(text)) return text;
  throw invalid('must be a language tag such as es, en or pt-BR', text);
}

/** @returns the address of a link: a `mailto:` for an e-mail address */
export function contact(text: string): string {
  if (text.length <= 300 && /^https?:\/\/[^\s@]+$/.test(text) && URL.canParse(text)) return text;
  if (text.length <= 254 && /^[^\s@<>?%&]+@[^\s@<>?%&]+$/.test(text)) return `mailto:${text}`;
  throw invalid('must be an e-mail address such as rockola@example.org, or an address that begins with http:// or https://', text);
}

/** One identifier of https://spdx.org/licenses/, not an expression of several. */
export function licence(text: string): string {
  if (/^[a-z\d](?:[a-z\d.-]{0,62}[a-z\d])?$/i.test(text)) return text;
  throw invalid('must be one identifier of https://spdx.org/licenses/, such as CC0-1.0 or CC-BY-4.0', text);
}

export function timeZone(text: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    throw invalid('must be a time zone such as UTC or America/Argentina/Buenos_Aires', text);
  }
}

/** Bytes: PATH_MAX of Linux, less the suffixes of the files of a store. */
const maxPathBytes = 4_000;

/** @throws InvalidValue without the text, which may hold a password */
export function readDatabaseAddress(text: string): DatabaseAddress {
  const path = /^sqlite:(?:\/\/)?(.+)$/.exec(text)?.[1];
  if (path && path !== ':memory:' && Buffer.byteLength(path) <= maxPathBytes) return { engine: 'sqlite', path: realFile(path) };
  // Part of a password with a plain "@", "/", "?" or "#" would be read as host or path, which messages show.
  if (/^postgres(?:ql)?:\/\/(?:[^@/?#]*@)?[^@]*$/.test(text) && URL.canParse(text)) return { engine: 'postgres', url: text };
  throw new InvalidValue(
    'must be sqlite:FILE, such as sqlite:data/rockola.db, or postgres://USER:PASSWORD@HOST:PORT/NAME, with special characters of the password as %XX, such as %40 for @.',
  );
}

/** The limit of Linux (path_resolution(7)). */
const maxLinks = 40;

/** @returns an absolute path */
export function folder(text: string): string {
  if (Buffer.byteLength(text) <= maxPathBytes && !text.includes('\0')) return resolve(text);
  throw invalid(`must be a path of at most ${maxPathBytes} bytes`, text);
}

/** Follows symbolic links: the lock, the log and the socket of a store lie next to the real file. */
function realFile(path: string): string {
  let real = path;
  try {
    for (let i = 0; i < maxLinks; i++) real = resolve(realpathSync(dirname(real)), readlinkSync(real));
  } catch {
    // The path is no link, or it leads to a file that does not exist.
  }
  return real;
}

/** Parameters of SMTP_URL. The library knows others that would print the mail. */
const smtpOptions = ['name', 'ignoreTLS', 'tls.rejectUnauthorized', 'tls.servername'];

/** A refusal does not show the text, which may hold a password. */
export function smtpUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname || url.pathname.length > 1 || url.hash)
    throw new InvalidValue('must be smtp://USER:PASSWORD@HOST:PORT or smtps://…, with special characters of the password as %XX.');
  const unknown = [...url.searchParams.keys()].find((name) => !smtpOptions.includes(name));
  if (unknown !== undefined) throw new InvalidValue(`may have behind "?" only ${smtpOptions.join(', ')}.`);
  return text;
}

export function mailFrom(text: string): { name: string; address: string } {
  const [, name = '', named, plain] = /^(?:([^<>"\p{Cc}]*)<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/u.exec(text) ?? [];
  const address = named ?? plain;
  if (address) return { name: name.trim(), address };
  throw invalid('must be an address such as rockola@example.org or Rockola <rockola@example.org>', text);
}

/** The refusal does not show the text: people put credentials into such addresses. */
export function collector(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw new InvalidValue('must be an http(s) address without credentials or query, such as http://127.0.0.1:4318.');
  return url.origin + withoutSlash(url.pathname);
}

export function share(text: string): number {
  const value = Number(text);
  if (/^(?:\d+(?:\.\d+)?|\.\d+)$/.test(text) && value <= 1) return value;
  throw invalid('must be a number from 0 to 1', text);
}

export function proxies(text: string): AddressRange[] {
  if (text === 'none') return [];
  return text.split(',').map((part) => {
    const range = parseRange(part.trim());
    if (range) return range;
    throw new InvalidValue(
      `must be addresses or CIDR blocks separated by commas, such as 127.0.0.1,10.0.0.0/8, but has "${shortened(part.trim())}".`,
    );
  });
}

/** First segments of the service's own paths; a test compares them with the routes. */
const ownPaths =
  'account accounts admin albums api artists assets bands changes changes.atom docs dumps first-admin forgotten-password import livez'
    .concat(
      ' oai openapi.json opensearch.xml problems random readyz reconcile robots.txt search sign-in sign-out sign-up site.webmanifest sitemap.xml statistics',
    )
    .split(' ');

export function publicUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.pathname.includes('//'))
    throw invalid('must be an http(s) address without query, such as https://rock.example.org/catalogue', text);
  // A proxy may strip the path or not: in both cases a request must mean one page.
  const first = url.pathname.split('/')[1] ?? '';
  if (!ownPaths.includes(first)) return url.origin + withoutSlash(url.pathname);
  throw invalid(
    `must not have a path that begins with /${first}, where the service has pages; choose one such as https://rock.example.org/catalogue, in the proxy too`,
    text,
  );
}

export function withoutSlash(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}
