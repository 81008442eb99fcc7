import { roles } from '../model/actor.ts';
import { logLevels } from '../model/logLevel.ts';
import { mailLanguages } from '../model/mail.ts';
import { certificates, tlsModes } from './databaseTls.ts';
import {
  collector,
  host,
  integer,
  label,
  mailFrom,
  oneOf,
  proxies,
  publicUrl,
  readDatabaseAddress,
  share,
  size,
  smtpUrl,
} from './values.ts';

/**
 * A setting as people see it: its environment variable, its default and its help. A secret one is never shown, and may be in a file
 * that `NAME_FILE` names.
 */
export type Setting = { name: string; defaultText: string; help: string; secret: boolean };

/** `read` parses a text and throws `Wrong`. `fallback` gives the value where the variable is not set. */
export type Read<T, D = T> = Setting & { read(text: string): T; fallback(): D };

export const settingTable = {
  PORT: setting('PORT', '3000', 'Port to listen on; 0 takes any free one.', (text) => integer(text, 0, 65535)),
  HOST: setting('HOST', '127.0.0.1', 'Address to listen on; 0.0.0.0 for all.', host),
  DATABASE_URL: secretSetting(
    'DATABASE_URL',
    'sqlite:data/rockola.db',
    'Where the catalogue is kept: sqlite:FILE or postgres://USER:PASSWORD@HOST:PORT/NAME.',
    readDatabaseAddress,
  ),
  ROCKOLA_DATABASE_TLS: derived(
    'ROCKOLA_DATABASE_TLS',
    'verify; off on this machine',
    'How PostgreSQL is spoken to: verify (TLS, its certificate must be right), require (TLS, with any certificate) or off (in clear).',
    (text) => oneOf(text, tlsModes),
  ),
  ROCKOLA_DATABASE_CA: derived(
    'ROCKOLA_DATABASE_CA',
    "the system's",
    'File of the certificates (PEM) that the one of PostgreSQL must come from.',
    certificates,
  ),
  ROCKOLA_POOL: setting('ROCKOLA_POOL', '10', 'Connections to PostgreSQL at once, 1 to 100.', (text) => integer(text, 1, 100)),
  ROCKOLA_THREADS: derived(
    'ROCKOLA_THREADS',
    'one less than there are cores, at most 8',
    'Threads that answer requests, 1 to 64; more than one only with SQLite, on Linux.',
    (text) => integer(text, 1, 64),
  ),
  ROCKOLA_READERS: setting(
    'ROCKOLA_READERS',
    '2',
    'Reads that may take long, such as searches, at once, 1 to 32: threads, or further connections to PostgreSQL.',
    (text) => integer(text, 1, 32),
  ),
  ROCKOLA_STORE_LIMIT: setting(
    'ROCKOLA_STORE_LIMIT',
    'none',
    'Size of the store from which on what adds to it is refused, such as 20GiB; at least 16MiB.',
    (text) => (text === 'none' ? undefined : size(text)),
  ),
  ROCKOLA_PUBLIC_URL: derived(
    'ROCKOLA_PUBLIC_URL',
    'http://HOST:PORT',
    'The address people reach the service at, behind a proxy too; may have a path. Needed with SMTP_URL.',
    publicUrl,
  ),
  ROCKOLA_STARTER: setting(
    'ROCKOLA_STARTER',
    'es',
    'Starter catalogue that an empty store gets on first start: es, en (language of the texts) or off.',
    (text) => oneOf(text, ['es', 'en', 'off'] as const),
  ),
  ROCKOLA_DOCS: setting(
    'ROCKOLA_DOCS',
    'on',
    'Whether /docs and /openapi.json are served: on or off.',
    (text) => oneOf(text, ['on', 'off'] as const) === 'on',
  ),
  ROCKOLA_PICTURES: setting(
    'ROCKOLA_PICTURES',
    'lazy',
    'When pages load pictures of other hosts: lazy (as they come into view) or click (once somebody asks for them).',
    (text) => oneOf(text, ['lazy', 'click'] as const),
  ),
  ROCKOLA_LIMITS: setting(
    'ROCKOLA_LIMITS',
    'on',
    'Whether requests, sign-ups and logins are limited: on or off (only for measuring, or where a proxy does it).',
    (text) => oneOf(text, ['on', 'off'] as const) === 'on',
  ),
  ROCKOLA_PROXIES: setting(
    'ROCKOLA_PROXIES',
    'none',
    'Proxies whose X-Forwarded-For is believed: addresses or CIDR blocks, separated by commas, such as 127.0.0.1,10.0.0.0/8.',
    (text) => (text === 'none' ? [] : proxies(text)),
  ),
  ROCKOLA_SIGNUP: setting(
    'ROCKOLA_SIGNUP',
    'open',
    'Whether anyone may make an account: open, or closed (the operator adds accounts).',
    (text) => oneOf(text, ['open', 'closed'] as const) === 'open',
  ),
  ROCKOLA_SIGNUP_ROLE: setting('ROCKOLA_SIGNUP_ROLE', 'member', 'Role of a new account: member (adds and updates) or reader.', (text) =>
    oneOf(text, [roles[0], roles[1]] as const),
  ),
  ROCKOLA_REQUIRE_CONDITIONS: setting(
    'ROCKOLA_REQUIRE_CONDITIONS',
    'off',
    'Whether a change of a record must state which version it changes, by If-Match or If-Unmodified-Since: on or off.',
    (text) => oneOf(text, ['on', 'off'] as const) === 'on',
  ),
  ROCKOLA_PASSWORD_MIN: setting(
    'ROCKOLA_PASSWORD_MIN',
    '8',
    'Shortest password in characters, 8 to 64; NIST advises 15 where it is the only factor.',
    (text) => integer(text, 8, 64),
  ),
  ROCKOLA_DRAIN_SECONDS: setting(
    'ROCKOLA_DRAIN_SECONDS',
    '1',
    'After SIGTERM, seconds in which /readyz fails but requests are still served, 0 to 60; a balancer needs its check interval.',
    (text) => integer(text, 0, 60),
  ),
  ROCKOLA_SESSION_HOURS: setting('ROCKOLA_SESSION_HOURS', '24', 'How long a login holds, 1 to 720 hours.', (text) => integer(text, 1, 720)),
  ROCKOLA_VERIFY: setting(
    'ROCKOLA_VERIFY',
    'off',
    'What takes an account whose e-mail address is confirmed: writing (all that changes something) or off.',
    (text) => oneOf(text, ['off', 'writing'] as const) === 'writing',
  ),
  SMTP_URL: secretSetting(
    'SMTP_URL',
    'off',
    'The mail server: smtp://USER:PASSWORD@HOST:PORT, or smtps:// for TLS from the start.',
    (text) => (text === 'off' ? undefined : smtpUrl(text)),
  ),
  ROCKOLA_MAIL_FROM: setting(
    'ROCKOLA_MAIL_FROM',
    'none',
    'Sender of mail, such as Rockola <rockola@example.org>; needed with SMTP_URL.',
    (text) => (text === 'none' ? undefined : mailFrom(text)),
  ),
  ROCKOLA_MAIL_LANGUAGE: setting('ROCKOLA_MAIL_LANGUAGE', 'es', 'Language of mail for people who state none: es or en.', (text) =>
    oneOf(text, mailLanguages),
  ),
  ROCKOLA_LOG: derived('ROCKOLA_LOG', 'text on a terminal, else json', 'How lines of the log look: json, or text for people.', (text) =>
    oneOf(text, ['json', 'text'] as const),
  ),
  ROCKOLA_LOG_LEVEL: setting(
    'ROCKOLA_LOG_LEVEL',
    'info',
    'Least level of lines of the log: debug (probes too), info, warn or error.',
    (text) => oneOf(text, logLevels),
  ),
  ROCKOLA_METRICS_PORT: setting('ROCKOLA_METRICS_PORT', 'off', 'Port of /metrics for Prometheus; 0 takes any free one.', (text) =>
    text === 'off' ? undefined : integer(text, 0, 65535),
  ),
  ROCKOLA_METRICS_HOST: setting(
    'ROCKOLA_METRICS_HOST',
    '127.0.0.1',
    'Address of /metrics. It asks for no credentials, so keep it where only Prometheus reaches it.',
    host,
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'off',
    'Address of a collector that gets traces over OTLP/HTTP, such as http://127.0.0.1:4318.',
    (text) => (text === 'off' ? undefined : collector(text)),
  ),
  OTEL_SERVICE_NAME: setting('OTEL_SERVICE_NAME', 'rockola', 'What the service is called in traces.', label),
  OTEL_TRACES_SAMPLER_ARG: setting('OTEL_TRACES_SAMPLER_ARG', '1', 'Share of the traces that begin here which are kept, 0 to 1.', share),
};

export const settings: Setting[] = Object.values(settingTable);

/** The environment variable that names the file of a secret setting. */
export function fileSetting(name: string): string {
  return `${name}_FILE`;
}

/** A setting whose default is read from the text that the help shows. */
function setting<T>(name: string, defaultText: string, help: string, read: (text: string) => T): Read<T> {
  return { name, defaultText, help, read, fallback: () => read(defaultText), secret: false };
}

function secretSetting<T>(...described: Parameters<typeof setting<T>>): Read<T> {
  return { ...setting(...described), secret: true };
}

/** A setting whose default depends on other things, which `defaultText` tells in words. */
function derived<T>(...described: Parameters<typeof setting<T>>): Read<T, undefined> {
  return { ...setting(...described), fallback: () => undefined };
}
