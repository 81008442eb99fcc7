import { logLevels } from '../model/logLevel.ts';
import { mailLanguages } from '../model/mail.ts';
import { certificates, tlsModes } from './databaseTls.ts';
import { identifierSchemes, identifierSchemesName } from './identifierScheme.ts';
import {
  collector,
  contact,
  folder,
  host,
  integer,
  isOn,
  languageTag,
  licence,
  line,
  mailFrom,
  oneOf,
  optional,
  proxies,
  publicUrl,
  readDatabaseAddress,
  share,
  size,
  smtpUrl,
  timeZone,
} from './values.ts';

/** `read` throws `InvalidValue`; `fallback` is the value where the variable is not set. */
export type Setting<T = unknown> = {
  name: string;
  defaultText: string;
  help: string;
  secret: boolean;
  read(text: string): T;
  fallback(): T;
};

/**
 * Every setting, by its name in `Config`: its environment variable, its default, its help, and how it is read. The help lists them in this
 * order.
 */
export const settingTable = {
  port: setting('PORT', '3000', 'Port to listen on; 0 takes any free one.', integer(0, 65535)),
  host: setting('HOST', '127.0.0.1', 'Address to listen on; 0.0.0.0 for all.', host),
  database: secretSetting(
    'DATABASE_URL',
    'sqlite:data/rockola.db',
    'Where the catalogue is stored: sqlite:FILE or postgres://USER:PASSWORD@HOST:PORT/NAME.',
    readDatabaseAddress,
  ),
  tls: derived(
    'ROCKOLA_DATABASE_TLS',
    'verify; off on this machine',
    'TLS to PostgreSQL: verify (its certificate is checked), require (any certificate) or off (no encryption).',
    oneOf(...tlsModes),
  ),
  ca: derived('ROCKOLA_DATABASE_CA', "the system's", 'File of the certificates (PEM) that PostgreSQL is verified against.', certificates),
  poolSize: setting('ROCKOLA_POOL', '10', 'Connections to PostgreSQL at once, 1 to 100.', integer(1, 100)),
  threads: derived(
    'ROCKOLA_THREADS',
    'one less than there are cores, at most 8',
    'Threads that answer requests, 1 to 64; more than one only with SQLite, on Linux.',
    integer(1, 64),
  ),
  readers: setting(
    'ROCKOLA_READERS',
    '2',
    'Slow reads, such as searches, at once, 1 to 32: threads, or further connections to PostgreSQL.',
    integer(1, 32),
  ),
  /** Bytes. */
  storeLimit: setting(
    'ROCKOLA_STORE_LIMIT',
    'none',
    'Size at which the store accepts no more additions, such as 20GiB; at least 16MiB.',
    optional('none', size),
  ),
  /** Without a slash at its end. */
  publicUrl: derived(
    'ROCKOLA_PUBLIC_URL',
    'http://HOST:PORT',
    'The address people reach the service at, behind a proxy too; may have a path. Needed with SMTP_URL.',
    publicUrl,
  ),
  starter: setting(
    'ROCKOLA_STARTER',
    'es',
    'Starter catalogue that an empty store gets on first start: es, en (language of the texts) or off.',
    oneOf('es', 'en', 'off'),
  ),
  catalogueLanguage: setting(
    'ROCKOLA_CATALOGUE_LANGUAGE',
    'es',
    'Language of the names and texts in the catalogue, a tag such as es, en or pt-BR; pages in another language mark them.',
    languageTag,
  ),
  timeZone: setting(
    'ROCKOLA_TIME_ZONE',
    'UTC',
    'Time zone of the dates and times on pages, such as America/Argentina/Buenos_Aires; a browser with script shows its own.',
    timeZone,
  ),
  contact: setting(
    'ROCKOLA_CONTACT',
    'none',
    'Whom people may ask about the site, at the foot of pages: an e-mail address, or an address that begins with http.',
    optional('none', contact),
  ),
  licence: setting(
    'ROCKOLA_LICENCE',
    'none',
    'Licence of the catalogue, told with it: an identifier of SPDX such as CC0-1.0 or CC-BY-4.0.',
    optional('none', licence),
  ),
  credit: setting(
    'ROCKOLA_CREDIT',
    'none',
    'Whom a copy of the catalogue must name, told with the licence, such as Archivo del Rock, rock.example.org.',
    optional('none', line(200, ', such as Archivo del Rock')),
  ),
  identifierSchemes: setting(
    identifierSchemesName,
    'none',
    'Further schemes of identifiers with ; between them: artist or album, a name, the pattern of an id, and its link with {value}, such as artist metal-archives [0-9]{1,10} https://www.metal-archives.com/bands/_/{value}.',
    identifierSchemes,
  ),
  dumps: setting(
    'ROCKOLA_DUMPS',
    'off',
    'Whether the catalogue is written to files at /dumps each day: daily or off.',
    oneOf('daily', 'off'),
  ),
  dumpsKept: setting('ROCKOLA_DUMPS_KEPT', '7', 'Dumps that are kept, 1 to 365.', integer(1, 365)),
  dumpsFolder: derived(
    'ROCKOLA_DUMPS_FOLDER',
    'dumps beside the SQLite file',
    'Folder of the dumps, with room for one more than are kept and its uncompressed SQLite file; with PostgreSQL one that all nodes share.',
    folder,
  ),
  docs: setting('ROCKOLA_DOCS', 'on', 'Whether /docs and /openapi.json are served: on or off.', isOn),
  pictures: setting(
    'ROCKOLA_PICTURES',
    'lazy',
    'When pages load pictures of other hosts: lazy (as they come into view) or click (once somebody asks for them).',
    oneOf('lazy', 'click'),
  ),
  limits: setting(
    'ROCKOLA_LIMITS',
    'on',
    'Whether requests, sign-ups and logins are limited: on or off (only for measuring, or where a proxy does it).',
    isOn,
  ),
  proxies: setting(
    'ROCKOLA_PROXIES',
    'none',
    'Proxies whose X-Forwarded-For is believed: addresses or CIDR blocks, separated by commas, such as 127.0.0.1,10.0.0.0/8.',
    proxies,
  ),
  signUpOpen: setting(
    'ROCKOLA_SIGNUP',
    'open',
    'Whether anyone may make an account: open, or closed (the operator adds accounts).',
    (text) => oneOf('open', 'closed')(text) === 'open',
  ),
  signUpRole: setting(
    'ROCKOLA_SIGNUP_ROLE',
    'member',
    'Role of a new account: member (adds and updates) or reader.',
    oneOf('reader', 'member'),
  ),
  /** Bytes. */
  maxImport: setting('ROCKOLA_MAX_IMPORT', '200MiB', 'Largest file of an import, such as 200MiB; at least 16MiB.', size),
  outbound: setting(
    'ROCKOLA_OUTBOUND',
    'public',
    'Addresses that webhooks may call: public, any (private networks too, such as an intranet) or off (none).',
    oneOf('public', 'any', 'off'),
  ),
  requireConditions: setting(
    'ROCKOLA_REQUIRE_CONDITIONS',
    'off',
    'Whether a change of a record must state which version it changes, by If-Match or If-Unmodified-Since: on or off.',
    isOn,
  ),
  minPasswordLength: setting(
    'ROCKOLA_PASSWORD_MIN',
    '8',
    'Shortest password in characters, 8 to 64; NIST advises 15 where it is the only factor.',
    integer(8, 64),
  ),
  drainSeconds: setting(
    'ROCKOLA_DRAIN_SECONDS',
    '1',
    'After SIGTERM, seconds in which /readyz fails but requests are still served, 0 to 60; a balancer needs its check interval.',
    integer(0, 60),
  ),
  sessionHours: setting('ROCKOLA_SESSION_HOURS', '24', 'How long a login is valid, 1 to 720 hours.', integer(1, 720)),
  verifyToWrite: setting(
    'ROCKOLA_VERIFY',
    'off',
    'What needs a confirmed e-mail address: writing (everything that changes something) or off (nothing).',
    (text) => oneOf('off', 'writing')(text) === 'writing',
  ),
  /** May hold a password. */
  smtpUrl: secretSetting(
    'SMTP_URL',
    'off',
    'The mail server: smtp://USER:PASSWORD@HOST:PORT, or smtps:// for TLS from the start.',
    optional('off', smtpUrl),
  ),
  mailFrom: setting(
    'ROCKOLA_MAIL_FROM',
    'none',
    'Sender of mail, such as Rockola <rockola@example.org>; needed with SMTP_URL.',
    optional('none', mailFrom),
  ),
  mailLanguage: setting('ROCKOLA_MAIL_LANGUAGE', 'es', 'Language of mail for people who state none: es or en.', oneOf(...mailLanguages)),
  logFormat: derived('ROCKOLA_LOG', 'text on a terminal, else json', 'Format of the log: json, or text for people.', oneOf('json', 'text')),
  logLevel: setting(
    'ROCKOLA_LOG_LEVEL',
    'info',
    'Lowest level that is logged: debug (probes too), info, warn or error.',
    oneOf(...logLevels),
  ),
  metricsPort: setting(
    'ROCKOLA_METRICS_PORT',
    'off',
    'Port of /metrics for Prometheus; 0 takes any free one.',
    optional('off', integer(0, 65535)),
  ),
  metricsHost: setting(
    'ROCKOLA_METRICS_HOST',
    '127.0.0.1',
    'Address of /metrics. It asks for no credentials, so only Prometheus should reach it.',
    host,
  ),
  /** Without a slash at its end. */
  traceCollector: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'off',
    'Address of a collector that gets traces over OTLP/HTTP, such as http://127.0.0.1:4318.',
    optional('off', collector),
  ),
  traceService: setting('OTEL_SERVICE_NAME', 'rockola', 'Name of the service in traces.', line(100)),
  traceShare: setting('OTEL_TRACES_SAMPLER_ARG', '1', 'Share of the traces begun here that are recorded, 0 to 1.', share),
};

export type Settings = { [Field in keyof typeof settingTable]: ReturnType<(typeof settingTable)[Field]['read']> };

export const settings: Setting[] = Object.values(settingTable);

/** The environment variable that names the file of a secret setting. */
export function fileSetting(name: string): string {
  return `${name}_FILE`;
}

function setting<T>(name: string, defaultText: string, help: string, read: (text: string) => T): Setting<T> {
  return { name, defaultText, help, secret: false, read, fallback: () => read(defaultText) };
}

/** A setting that is never shown, and may stand in a file that `NAME_FILE` names. */
function secretSetting<T>(...described: Parameters<typeof setting<T>>): Setting<T> {
  return { ...setting(...described), secret: true };
}

/**
 * A setting whose default depends on other settings or the machine. `words` describes the default in the help; the program gets
 * `undefined`.
 */
function derived<T>(name: string, words: string, help: string, read: (text: string) => T): Setting<T | undefined> {
  return { name, defaultText: words, help, secret: false, read, fallback: () => undefined };
}
