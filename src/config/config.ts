import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { lastingRefusal } from '../model/startRefused.ts';
import type { DatabaseAddress } from '../store/open.ts';
import { program } from '../version.ts';
import { withTls } from './databaseTls.ts';
import { fileSetting, type Setting, type Settings, settings, settingTable } from './settings.ts';
import { InvalidValue, readBounded, readDatabaseAddress, shortened, withoutSlash } from './values.ts';

type Environment = Record<string, string | undefined>;

/** `url` may hold a password; `from` is the sender. */
export type MailSettings = { url: string; from: { name: string; address: string } };

export type Config = Settings & {
  threads: number;
  /** The path of the public URL: "" or "/…". */
  prefix: string;
  /** Where the dumps are; undefined with PostgreSQL if no folder is named. */
  dumpsFolder: string | undefined;
  /** Undefined: the service sends no mail. */
  mail: MailSettings | undefined;
  /** The address of `/metrics`; undefined: not served. */
  metrics: { host: string; port: number } | undefined;
  /** Undefined: none are sent. */
  traces: { endpoint: string; service: string; share: number } | undefined;
  /** The variables that are set, as texts without secrets. */
  stated: Record<string, string>;
};

/** The reasons why settings are refused, by name: the first reason for each. */
type Refusals = Map<string, string>;

/**
 * Reads the whole configuration from the environment.
 *
 * @throws StartRefused naming every setting that is wrong
 */
export function readConfig(env: Environment): Config {
  const refusals = unknownSettings(env);
  const values = readSettings(env, refusals);
  const { publicUrl, smtpUrl, mailFrom, metricsHost, metricsPort, traceCollector, traceService, traceShare } = values;
  const database = readOrDefault(settingTable.database, refusals, () => withTls(values.database, values.tls, values.ca));
  const config: Config = {
    ...values,
    database,
    threads: values.threads ?? defaultThreads(database),
    dumpsFolder: values.dumpsFolder ?? (database.engine === 'sqlite' ? join(dirname(database.path), 'dumps') : undefined),
    prefix: publicUrl ? withoutSlash(new URL(publicUrl).pathname) : '',
    mail: smtpUrl && mailFrom ? { url: smtpUrl, from: mailFrom } : undefined,
    metrics: metricsPort === undefined ? undefined : { host: metricsHost, port: metricsPort },
    traces: traceCollector ? { endpoint: traceCollector, service: traceService, share: traceShare } : undefined,
    stated: statedSettings(env),
  };
  for (const [name, reason] of conflicts(config)) if (!refusals.has(name)) refusals.set(name, reason);
  if (refusals.size > 0) throw lastingRefusal(...[...refusals].map(([name, reason]) => `${shortened(name)} ${reason}`));
  return config;
}

/** A misspelt setting must not be ignored in silence. */
function unknownSettings(env: Environment): Refusals {
  const known = new Set(settings.flatMap(({ name, secret }) => (secret ? [name, fileSetting(name)] : [name])));
  const unknown = Object.keys(env).filter((name) => name.startsWith('ROCKOLA_') && !known.has(name));
  return new Map(unknown.map((name) => [name, `is not a setting. The settings are listed by: ${program} serve --help`]));
}

function readSettings(env: Environment, refusals: Refusals): Settings {
  const values = Object.entries<Setting>(settingTable).map(([field, setting]) => {
    const read = () => {
      const text = textOf(setting, env);
      return text ? setting.read(text) : setting.fallback();
    };
    return [field, readOrDefault(setting, refusals, read)];
  });
  return Object.fromEntries(values);
}

/**
 * The value that `read` returns. Where it throws `InvalidValue`, notes the reason and returns the default, so that the other settings are
 * read too.
 */
function readOrDefault<T>({ name, fallback }: Setting<T>, refusals: Refusals, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidValue)) throw error;
    refusals.set(name, error.message);
    return fallback();
  }
}

const maxSecretBytes = 64 * 1024;

/** The text of a variable, or of the file that `NAME_FILE` names. @throws InvalidValue */
function textOf({ name, secret }: Setting, env: Environment): string | undefined {
  const text = env[name]?.trim();
  const path = secret && env[fileSetting(name)]?.trim();
  if (!path) return text;
  if (text) throw new InvalidValue(`and ${fileSetting(name)} are both set. Set one of them.`);
  return readBounded(path, maxSecretBytes, (reason) => `cannot be read from the file that ${fileSetting(name)} names (${reason})`).trim();
}

function statedSettings(env: Environment): Record<string, string> {
  const stated = settings.flatMap(({ name, secret }) => {
    const text = env[name]?.trim();
    return text && !secret ? [[name, text]] : [];
  });
  return Object.fromEntries(stated);
}

/** Settings that need or exclude others, each with the reason. */
function* conflicts(config: Config): Generator<[string, string]> {
  const { smtpUrl, mailFrom, publicUrl, tls, ca, dumps, dumpsFolder, threads, database, port, host, metrics } = config;
  if (smtpUrl && !mailFrom)
    yield ['ROCKOLA_MAIL_FROM', 'must be set with SMTP_URL, such as ROCKOLA_MAIL_FROM="Rockola <rockola@example.org>".'];
  if (smtpUrl && !publicUrl)
    yield [
      'ROCKOLA_PUBLIC_URL',
      'must be set with SMTP_URL: mail has links to it. An example is https://rock.example.org, or http://127.0.0.1:3000 for a trial on one machine.',
    ];
  if (ca && tls && tls !== 'verify')
    yield ['ROCKOLA_DATABASE_CA', `has no effect with ROCKOLA_DATABASE_TLS=${tls}. Set that to verify, or leave one of them out.`];
  if (dumps === 'daily' && dumpsFolder === undefined)
    yield ['ROCKOLA_DUMPS_FOLDER', 'must be set with ROCKOLA_DUMPS=daily and PostgreSQL: a folder that all nodes share.'];
  if (threads > 1 && !supportsThreads(database))
    yield ['ROCKOLA_THREADS', 'must be 1 with PostgreSQL, where more nodes do this, and on systems other than Linux.'];
  if (metrics && collide(metrics, { host, port }))
    yield ['ROCKOLA_METRICS_PORT', `must differ from PORT, but both are ${port}. Set one of them to a free port.`];
}

/** More threads were not measured. */
const maxDefaultThreads = 8;

/** Leaves one core to the writer, the slow reads and the system. */
function defaultThreads(database: DatabaseAddress): number {
  return supportsThreads(database) ? Math.min(maxDefaultThreads, Math.max(1, availableParallelism() - 1)) : 1;
}

/** Only Linux shares the connections of one port among several listeners (`SO_REUSEPORT`). */
function supportsThreads({ engine }: DatabaseAddress): boolean {
  return engine === 'sqlite' && process.platform === 'linux';
}

type Listener = { host: string; port: number };

function collide(a: Listener, b: Listener): boolean {
  const all = ['0.0.0.0', '::'];
  return a.port === b.port && a.port !== 0 && (a.host === b.host || all.includes(a.host) || all.includes(b.host));
}

/**
 * The store that a command names, with the TLS settings of the environment.
 *
 * @param name of the option that has the address
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
