import { type Role, roles } from './model/actor.ts';
import { type MailLanguage, mailLanguages } from './model/mail.ts';
import { type AddressRange, parseRange } from './model/network.ts';
import { StartRefused } from './model/startRefused.ts';
import type { DatabaseAddress } from './store/open.ts';

export type StarterLanguage = 'es' | 'en' | 'off';

/** `url` may hold a password; `from` is the sender. */
export type MailSettings = { url: string; from: { name: string; address: string } };

export type Config = {
  host: string;
  port: number;
  database: DatabaseAddress;
  /** Connections to PostgreSQL at once. */
  poolSize: number;
  /** The first signs tokens, all verify them; undefined: made on first start and kept beside the store. */
  secrets: string[] | undefined;
  /** As people reach the service, without a slash at its end; undefined: host and port. */
  publicUrl: string | undefined;
  /** The path of the public URL, "" or "/…". */
  prefix: string;
  starter: StarterLanguage;
  docs: boolean;
  /** Whether requests, sign-ups and logins are limited. */
  limits: boolean;
  /** Whose `X-Forwarded-For` is believed. */
  proxies: AddressRange[];
  /** Whether anyone may make an account. */
  signUpOpen: boolean;
  signUpRole: Role;
  /** Code points. */
  minPasswordLength: number;
  sessionHours: number;
  /** Whether an account may change something only once its address is confirmed. */
  verifyToWrite: boolean;
  /** Undefined: the service sends no mail. */
  mail: MailSettings | undefined;
  /** Of mail and of the pages it leads to, for who states none. */
  mailLanguage: MailLanguage;
  /** How long SIGTERM waits before it closes the listener. */
  drainSeconds: number;
  /** Where `/metrics` listens; undefined: nowhere. */
  metrics: { host: string; port: number } | undefined;
  /** The collector's address without a slash at its end, our name there, and the share of traces that begin here which are kept; undefined: none. */
  traces: { endpoint: string; service: string; share: number } | undefined;
};

/** A setting for people: its environment variable, what it does, and what it is when nobody sets it. */
export type Setting = { name: string; usual: string; help: string };

type Read<T> = Setting & { read(text: string): T };

/** Says what is wrong with a setting's value, to follow "NAME ". */
class Wrong extends Error {}

const settingTable = {
  PORT: setting('PORT', '3000', 'Port to listen on; 0 takes any free one.', (text) => integer(text, 0, 65535)),
  HOST: setting('HOST', '127.0.0.1', 'Address to listen on; 0.0.0.0 for all.', String),
  DATABASE_URL: setting(
    'DATABASE_URL',
    'sqlite:data/rockola.db',
    'Where the catalogue is kept: sqlite:FILE or postgres://USER:PASSWORD@HOST:PORT/NAME.',
    readDatabaseAddress,
  ),
  ROCKOLA_SECRET: setting(
    'ROCKOLA_SECRET',
    'made on first start',
    'What signs bearer tokens, at least 32 bytes. Several, separated by commas: the first signs, all verify. With SQLite kept beside the store when not set.',
    secrets,
  ),
  ROCKOLA_POOL: setting('ROCKOLA_POOL', '10', 'Connections to PostgreSQL at once, 1 to 100.', (text) => integer(text, 1, 100)),
  ROCKOLA_PUBLIC_URL: setting(
    'ROCKOLA_PUBLIC_URL',
    'http://HOST:PORT',
    'The address people reach the service at, behind a proxy too; may have a path.',
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
    proxies,
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
  SMTP_URL: setting('SMTP_URL', 'off', 'The mail server: smtp://USER:PASSWORD@HOST:PORT, or smtps:// for TLS from the start.', (text) =>
    text === 'off' ? undefined : smtpUrl(text),
  ),
  ROCKOLA_MAIL_FROM: setting(
    'ROCKOLA_MAIL_FROM',
    'none',
    'Sender of mail, such as Rockola <rockola@example.org>; needed with SMTP_URL.',
    mailFrom,
  ),
  ROCKOLA_MAIL_LANGUAGE: setting('ROCKOLA_MAIL_LANGUAGE', 'es', 'Language of mail for people who state none: es or en.', (text) =>
    oneOf(text, mailLanguages),
  ),
  ROCKOLA_METRICS_PORT: setting('ROCKOLA_METRICS_PORT', 'off', 'Port of /metrics for Prometheus; 0 takes any free one.', (text) =>
    text === 'off' ? undefined : integer(text, 0, 65535),
  ),
  ROCKOLA_METRICS_HOST: setting(
    'ROCKOLA_METRICS_HOST',
    '127.0.0.1',
    'Address of /metrics. It asks for no credentials, so keep it where only Prometheus reaches it.',
    String,
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'off',
    'Address of a collector that gets traces over OTLP/HTTP, such as http://127.0.0.1:4318.',
    (text) => (text === 'off' ? undefined : collector(text)),
  ),
  OTEL_SERVICE_NAME: setting('OTEL_SERVICE_NAME', 'rockola', 'What the service is called in traces.', String),
  OTEL_TRACES_SAMPLER_ARG: setting('OTEL_TRACES_SAMPLER_ARG', '1', 'Share of the traces that begin here which are kept, 0 to 1.', share),
};

export const settings: Setting[] = Object.values(settingTable);

/**
 * Reads the whole configuration from the environment.
 *
 * @throws StartRefused naming every setting that is wrong
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const faults = unknownSettings(env);

  /** The value of a setting, or `absent` where it is not set; a wrong one is noted and stands as absent. */
  function read<T, A>({ name, read }: Read<T>, absent: A): T | A {
    const text = env[name]?.trim();
    if (!text) return absent;
    try {
      return read(text);
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      faults.push(`${name} ${error.message}`);
      return absent;
    }
  }

  const t = settingTable;
  const url = read(t.ROCKOLA_PUBLIC_URL, undefined);
  const metricsPort = read(t.ROCKOLA_METRICS_PORT, undefined);
  const metricsHost = read(t.ROCKOLA_METRICS_HOST, '127.0.0.1');
  const endpoint = read(t.OTEL_EXPORTER_OTLP_ENDPOINT, undefined);
  const tracing = { service: read(t.OTEL_SERVICE_NAME, 'rockola'), share: read(t.OTEL_TRACES_SAMPLER_ARG, 1) };
  const smtp = read(t.SMTP_URL, undefined);
  const from = read(t.ROCKOLA_MAIL_FROM, undefined);
  const config: Config = {
    host: read(t.HOST, '127.0.0.1'),
    port: read(t.PORT, 3000),
    database: read(t.DATABASE_URL, { engine: 'sqlite', path: 'data/rockola.db' } as const),
    poolSize: read(t.ROCKOLA_POOL, 10),
    secrets: read(t.ROCKOLA_SECRET, undefined),
    publicUrl: url && url.origin + withoutSlash(url.pathname),
    prefix: url ? withoutSlash(url.pathname) : '',
    starter: read(t.ROCKOLA_STARTER, 'es'),
    docs: read(t.ROCKOLA_DOCS, true),
    limits: read(t.ROCKOLA_LIMITS, true),
    proxies: read(t.ROCKOLA_PROXIES, []),
    signUpOpen: read(t.ROCKOLA_SIGNUP, true),
    signUpRole: read(t.ROCKOLA_SIGNUP_ROLE, 'member'),
    minPasswordLength: read(t.ROCKOLA_PASSWORD_MIN, 8),
    sessionHours: read(t.ROCKOLA_SESSION_HOURS, 24),
    verifyToWrite: read(t.ROCKOLA_VERIFY, false),
    mail: smtp && from ? { url: smtp, from } : undefined,
    mailLanguage: read(t.ROCKOLA_MAIL_LANGUAGE, 'es'),
    drainSeconds: read(t.ROCKOLA_DRAIN_SECONDS, 1),
    metrics: metricsPort === undefined ? undefined : { host: metricsHost, port: metricsPort },
    traces: endpoint === undefined ? undefined : { endpoint, ...tracing },
  };
  if (smtp && !from && !faults.some((fault) => fault.startsWith('ROCKOLA_MAIL_FROM')))
    faults.push('ROCKOLA_MAIL_FROM must be set with SMTP_URL, such as ROCKOLA_MAIL_FROM="Rockola <rockola@example.org>".');
  if (
    config.database.engine === 'postgres' &&
    config.secrets === undefined &&
    !faults.some((fault) => fault.startsWith('ROCKOLA_SECRET'))
  ) {
    faults.push('ROCKOLA_SECRET must be set with PostgreSQL, since every node needs the same. Make one with: openssl rand -hex 32');
  }
  if (faults.length > 0) throw new StartRefused(...faults);
  return config;
}

/** A misspelt setting must not be passed over in silence. */
function unknownSettings(env: Record<string, string | undefined>): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('ROCKOLA_') && !(name in settingTable))
    .map((name) => `${name} is not a setting. The settings are listed by: npm run rockola -- serve --help`);
}

function setting<T>(name: string, usual: string, help: string, read: (text: string) => T): Read<T> {
  return { name, usual, help, read };
}

function integer(text: string, min: number, max: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new Wrong(`must be a whole number from ${min} to ${max}, but is "${text}".`);
}

function oneOf<T extends string>(text: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === text);
  if (found) return found;
  throw new Wrong(`must be one of ${choices.join(', ')}, but is "${text}".`);
}

/** @throws Wrong, without repeating what was given: it may hold a password */
export function readDatabaseAddress(text: string): DatabaseAddress {
  const path = /^sqlite:(?:\/\/)?(.+)$/.exec(text)?.[1];
  if (path && path !== ':memory:') return { engine: 'sqlite', path };
  if (/^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text)) return { engine: 'postgres', url: text };
  throw new Wrong('must be sqlite:FILE, such as sqlite:data/rockola.db, or postgres://USER:PASSWORD@HOST:PORT/NAME.');
}

/** Secrets are never shown, not even wrong ones. */
function secrets(text: string): string[] {
  const found = text.split(',').map((secret) => secret.trim());
  if (found.every((secret) => Buffer.byteLength(secret) >= 32)) return found;
  throw new Wrong('must be at least 32 bytes, and so must each of several separated by commas. Make one with: openssl rand -hex 32');
}

/** What may stand behind the "?" of SMTP_URL; others of the library would print what is sent. */
const smtpOptions = ['name', 'ignoreTLS', 'tls.rejectUnauthorized', 'tls.servername'];

/** The address is not shown where it is wrong, since it may hold a password. */
function smtpUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname || url.pathname.length > 1 || url.hash)
    throw new Wrong('must be smtp://USER:PASSWORD@HOST:PORT or smtps://…, with special characters of the password as %XX.');
  const unknown = [...url.searchParams.keys()].find((name) => !smtpOptions.includes(name));
  if (unknown !== undefined) throw new Wrong(`may have behind "?" only ${smtpOptions.join(', ')}.`);
  return text;
}

function mailFrom(text: string): { name: string; address: string } {
  const [, name = '', named, plain] = /^(?:([^<>"\p{Cc}]*)<([^\s<>@]+@[^\s<>@]+)>|([^\s<>@]+@[^\s<>@]+))$/u.exec(text) ?? [];
  const address = named ?? plain;
  if (address) return { name: name.trim(), address };
  throw new Wrong(`must be an address such as rockola@example.org or Rockola <rockola@example.org>, but is "${text}".`);
}

/** The address is not shown where it is wrong, since people people put credentials into such. */
function collector(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username)
    throw new Wrong('must be an http(s) address without credentials or query, such as http://127.0.0.1:4318.');
  return url.origin + withoutSlash(url.pathname);
}

function share(text: string): number {
  const value = Number(text);
  if (/^\d*\.?\d+$/.test(text) && value <= 1) return value;
  throw new Wrong(`must be a number from 0 to 1, but is "${text}".`);
}

function proxies(text: string): AddressRange[] {
  return text.split(',').map((part) => {
    const range = parseRange(part.trim());
    if (range) return range;
    throw new Wrong(`must be addresses or CIDR blocks separated by commas, such as 127.0.0.1,10.0.0.0/8, but has "${part.trim()}".`);
  });
}

function publicUrl(text: string): URL {
  const wrong = new Wrong(`must be an http(s) address without query, such as https://rock.example.org/catalogue, but is "${text}".`);
  if (!URL.canParse(text)) throw wrong;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) throw wrong;
  return url;
}

function withoutSlash(path: string): string {
  return path.replace(/\/+$/, '');
}
