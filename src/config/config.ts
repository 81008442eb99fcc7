import { availableParallelism } from 'node:os';
import type { Role } from '../model/actor.ts';
import type { LogLevel } from '../model/logLevel.ts';
import type { MailLanguage } from '../model/mail.ts';
import type { AddressRange } from '../model/network.ts';
import { lastingRefusal } from '../model/startRefused.ts';
import type { DatabaseAddress } from '../store/open.ts';
import { program } from '../version.ts';
import { type TlsMode, withTls } from './databaseTls.ts';
import { fileSetting, type Read, type Setting, settings, settingTable } from './settings.ts';
import { readBounded, readDatabaseAddress, shortened, unreadable, Wrong, withoutSlash } from './values.ts';

type Environment = Record<string, string | undefined>;

export type StarterLanguage = 'es' | 'en' | 'off';

/** `url` may hold a password; `from` is the sender. */
export type MailSettings = { url: string; from: { name: string; address: string } };

export type Config = {
  host: string;
  port: number;
  database: DatabaseAddress;
  /** How PostgreSQL is spoken to, and by which certificates, where that is set; it is in the address already. */
  tls: TlsMode | undefined;
  ca: string | undefined;
  /** Connections to PostgreSQL at once. */
  poolSize: number;
  /** Threads that answer requests. */
  threads: number;
  /** Slow reads at once. */
  readers: number;
  /** Bytes from which on the store refuses what adds to it; undefined: it grows as far as the disk does. */
  storeLimit: number | undefined;
  /** As people reach the service, without a slash at its end; undefined: host and port. */
  publicUrl: string | undefined;
  /** The path of the public URL, "" or "/…". */
  prefix: string;
  starter: StarterLanguage;
  docs: boolean;
  /** Whether pages show pictures of other hosts: as they come into view, or once asked for. */
  pictures: 'lazy' | 'click';
  /** Whether requests, sign-ups and logins are limited. */
  limits: boolean;
  /** Whose `X-Forwarded-For` is believed. */
  proxies: AddressRange[];
  /** Whether anyone may make an account. */
  signUpOpen: boolean;
  signUpRole: Role;
  /** Whether a change of a record must state which version it changes. */
  requireConditions: boolean;
  /** Code points. */
  minPasswordLength: number;
  sessionHours: number;
  /** Whether an account may change something only once its address is confirmed. */
  verifyToWrite: boolean;
  /** Undefined: the service sends no mail. */
  mail: MailSettings | undefined;
  /** Of mail and of the pages it leads to, for who states none. */
  mailLanguage: MailLanguage;
  /** Undefined: as standard output is read, by people or by a program. */
  logFormat: 'json' | 'text' | undefined;
  logLevel: LogLevel;
  /** How long SIGTERM waits before it closes the listener. */
  drainSeconds: number;
  /** Where `/metrics` listens; undefined: nowhere. */
  metrics: { host: string; port: number } | undefined;
  /** The collector's address without a slash at its end, our name there, and the share of traces that begin here which are kept; undefined: none. */
  traces: { endpoint: string; service: string; share: number } | undefined;
  /** The settings that are set, as they were written, but for those that hold secrets. */
  stated: Record<string, string>;
};

/**
 * Reads the whole configuration from the environment.
 *
 * @throws StartRefused naming every setting that is wrong
 */
export function readConfig(env: Environment): Config {
  const reasons = unknownSettings(env);
  const stated: Record<string, string> = {};

  /** The value of a setting. The reason why one is wrong is noted, and its default is returned. */
  function read<T, D>(setting: Read<T, D>): T | D {
    try {
      const text = textOf(setting, env);
      if (!text) return setting.fallback();
      if (!setting.secret) stated[setting.name] = text;
      return setting.read(text);
    } catch (error) {
      if (!(error instanceof Wrong)) throw error;
      reasons.push(`${setting.name} ${error.message}`);
      return setting.fallback();
    }
  }

  const t = settingTable;
  const url = read(t.ROCKOLA_PUBLIC_URL);
  const metricsPort = read(t.ROCKOLA_METRICS_PORT);
  const metricsHost = read(t.ROCKOLA_METRICS_HOST);
  const endpoint = read(t.OTEL_EXPORTER_OTLP_ENDPOINT);
  const tracing = { service: read(t.OTEL_SERVICE_NAME), share: read(t.OTEL_TRACES_SAMPLER_ARG) };
  const smtp = read(t.SMTP_URL);
  const from = read(t.ROCKOLA_MAIL_FROM);
  const tls = read(t.ROCKOLA_DATABASE_TLS);
  const ca = read(t.ROCKOLA_DATABASE_CA);
  const database = read({ ...t.DATABASE_URL, read: (text) => withTls(t.DATABASE_URL.read(text), tls, ca) });
  const threads = read(t.ROCKOLA_THREADS);
  const config: Config = {
    host: read(t.HOST),
    port: read(t.PORT),
    database,
    tls,
    ca,
    poolSize: read(t.ROCKOLA_POOL),
    threads: threads ?? usualThreads(database),
    readers: read(t.ROCKOLA_READERS),
    storeLimit: read(t.ROCKOLA_STORE_LIMIT),
    publicUrl: url && url.origin + withoutSlash(url.pathname),
    prefix: url ? withoutSlash(url.pathname) : '',
    starter: read(t.ROCKOLA_STARTER),
    docs: read(t.ROCKOLA_DOCS),
    pictures: read(t.ROCKOLA_PICTURES),
    limits: read(t.ROCKOLA_LIMITS),
    proxies: read(t.ROCKOLA_PROXIES),
    signUpOpen: read(t.ROCKOLA_SIGNUP),
    signUpRole: read(t.ROCKOLA_SIGNUP_ROLE),
    requireConditions: read(t.ROCKOLA_REQUIRE_CONDITIONS),
    minPasswordLength: read(t.ROCKOLA_PASSWORD_MIN),
    sessionHours: read(t.ROCKOLA_SESSION_HOURS),
    verifyToWrite: read(t.ROCKOLA_VERIFY),
    mail: smtp && from ? { url: smtp, from } : undefined,
    mailLanguage: read(t.ROCKOLA_MAIL_LANGUAGE),
    logFormat: read(t.ROCKOLA_LOG),
    logLevel: read(t.ROCKOLA_LOG_LEVEL),
    drainSeconds: read(t.ROCKOLA_DRAIN_SECONDS),
    metrics: metricsPort === undefined ? undefined : { host: metricsHost, port: metricsPort },
    traces: endpoint === undefined ? undefined : { endpoint, ...tracing },
    stated,
  };
  const require = (value: unknown, name: string, why: string) => {
    if (value === undefined && !reasons.some((reason) => reason.startsWith(name))) reasons.push(`${name} must be set with ${why}`);
  };
  if (smtp) {
    require(from, 'ROCKOLA_MAIL_FROM', 'SMTP_URL, such as ROCKOLA_MAIL_FROM="Rockola <rockola@example.org>".');
    require(url, 'ROCKOLA_PUBLIC_URL', 'SMTP_URL, for the links in mail are made of it, such as ROCKOLA_PUBLIC_URL=https://rock.example.org, or http://127.0.0.1:3000 for a trial on one machine.');
  }
  if (ca && tls && tls !== 'verify')
    reasons.push(`ROCKOLA_DATABASE_CA has no effect with ROCKOLA_DATABASE_TLS=${tls}. Set that to verify, or leave one of them out.`);
  if (config.threads > 1 && !mayThread(database))
    reasons.push('ROCKOLA_THREADS must be 1 with PostgreSQL, where more nodes do this, and on systems other than Linux.');
  if (config.metrics && meet(config.metrics, config))
    reasons.push(`ROCKOLA_METRICS_PORT must be another than PORT, but both are ${config.port}. Set one of them to a free port.`);
  if (reasons.length > 0) throw lastingRefusal(...reasons);
  return config;
}

/** More than these were not measured. */
const maxUsualThreads = 8;

/** One core is left to the writer, the readers and the system. */
function usualThreads(database: DatabaseAddress): number {
  return mayThread(database) ? Math.min(maxUsualThreads, Math.max(1, availableParallelism() - 1)) : 1;
}

/** Only Linux gives each thread its share of what comes in at one port. */
function mayThread({ engine }: DatabaseAddress): boolean {
  return engine === 'sqlite' && process.platform === 'linux';
}

/** Whether two listeners want the same port. */
function meet(one: { host: string; port: number }, other: { host: string; port: number }): boolean {
  const all = ['0.0.0.0', '::'];
  return one.port === other.port && one.port !== 0 && (one.host === other.host || all.includes(one.host) || all.includes(other.host));
}

/**
 * A store that a command names, spoken to as the settings of the environment say.
 *
 * @param name what holds the address, for a refusal
 * @throws StartRefused without repeating the address, which may hold a password
 */
export function readAddress(name: string, text: string, env: Environment): DatabaseAddress {
  const { tls, ca } = readConfig({ ...env, DATABASE_URL: undefined, DATABASE_URL_FILE: undefined });
  try {
    return withTls(readDatabaseAddress(text), tls, ca);
  } catch (error) {
    throw lastingRefusal(`${name} ${(error as Error).message}`);
  }
}

const maxSecretBytes = 64 * 1024;

/** What a setting is set to, or for a secret one what the file holds that `NAME_FILE` names. @throws Wrong */
function textOf({ name, secret }: Setting, env: Environment): string | undefined {
  const text = env[name]?.trim();
  const path = secret && env[fileSetting(name)]?.trim();
  if (!path) return text;
  if (text) throw new Wrong(`and ${fileSetting(name)} are both set. Set one of them.`);
  try {
    return readBounded(path, maxSecretBytes).trim();
  } catch (error) {
    throw new Wrong(
      `cannot be read from the file that ${fileSetting(name)} names (${unreadable(error)}). Correct the name, or the rights on it.`,
    );
  }
}

/** A misspelt setting must not be passed over in silence. */
function unknownSettings(env: Environment): string[] {
  const names = new Set(settings.flatMap(({ name, secret }) => (secret ? [name, fileSetting(name)] : [name])));
  return Object.keys(env)
    .filter((name) => name.startsWith('ROCKOLA_') && !names.has(name))
    .map((name) => `${shortened(name)} is not a setting. The settings are listed by: ${program} serve --help`);
}
