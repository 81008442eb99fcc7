import { expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { createApp } from '../../src/app.ts';
import { type Config, readConfig } from '../../src/config/config.ts';
import { fileSetting, type Setting, settings, settingTable } from '../../src/config/settings.ts';
import type { Services } from '../../src/http/services.ts';
import { StartRefused } from '../../src/model/startRefused.ts';
import { seed } from '../support/seed.ts';

/** A wrong value of each setting. */
const wrong: Record<keyof typeof settingTable, string> = {
  port: '65536',
  host: 'the moon',
  database: 'mysql://u:canary@h/x',
  tls: 'prefer',
  ca: '/nowhere/ca.pem',
  poolSize: '0',
  threads: '65',
  readers: '33',
  storeLimit: '20',
  publicUrl: 'rock.example.org',
  starter: 'fr',
  catalogueLanguage: 'es_AR',
  timeZone: 'Mars/Olympus',
  contact: 'the moon',
  licence: 'CC BY 4.0',
  credit: 'x\ny',
  identifierSchemes: 'artist discogs x https://example.org/{value}',
  dumps: 'hourly',
  dumpsKept: '0',
  dumpsFolder: 'x'.repeat(4_001),
  docs: 'yes',
  pictures: 'eager',
  limits: 'true',
  proxies: '10.0.0.0/33',
  signUpOpen: 'shut',
  signUpRole: 'admin',
  maxImport: '20',
  outbound: 'private',
  requireConditions: '1',
  minPasswordLength: '7',
  drainSeconds: '-1',
  sessionHours: '1.5',
  verifyToWrite: 'reading',
  smtpUrl: 'http://u:canary@h',
  mailFrom: 'Rockola',
  mailLanguage: 'fr',
  logFormat: 'xml',
  logLevel: 'fatal',
  metricsPort: 'on',
  metricsHost: '[::1]',
  traceCollector: 'http://u:canary@h',
  traceService: 'rock\nola',
  traceShare: '1.1',
};
const nameOf = (field: string) => settingTable[field as keyof typeof settingTable].name;
const faulty = Object.entries(wrong).map(([field, value]): [string, string] => [nameOf(field), value]);

function reasonsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof StartRefused) return error.reasons;
    throw error;
  }
}

const manual = readFileSync(join(import.meta.dir, '../../docs/operating.md'), 'utf8');

/** Checks that the message names the setting and its allowed values. */
const helpful = /^([A-Z_]+) (must|may|names|and|cannot|is not a setting).* .*\.$|: openssl rand -hex 32$|--help$/s;

test.each(faulty)('%s=%s is refused with the name of the setting and the values that it may have', (name, value) => {
  const reasons = reasonsOf({ [name]: value });
  expect(reasons.map((reason) => reason.split(' ')[0])).toEqual([name]);
  expect(reasons.join()).toMatch(helpful);
  expect(reasons.join()).not.toContain('canary');
});

test.each(faulty)('the help and the manual have the range or the choices of %s', (name, value) => {
  const { help } = settings.find((setting) => setting.name === name) as Setting;
  const row = manual.split('\n').find((line) => line.startsWith(`| \`${name}\` |`)) ?? '';
  const choices = / one of ([\w, -]+), but/.exec(reasonsOf({ [name]: value }).join())?.[1]?.split(', ') ?? [];
  const values = [...choices, ...(/\b\d+ to \d+/.exec(help) ?? [])];
  expect(values.filter((one) => ![help, row].every((text) => new RegExp(`\\b${one}\\b`).test(text)))).toEqual([]);
});

test('every setting has a test of its effect, which sets it', () => {
  const root = join(import.meta.dir, '..');
  const tests = [...new Bun.Glob('**/*.ts').scanSync(root)].filter((file) => file !== 'unit/settings.test.ts');
  const all = tests.map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  expect(settings.map(({ name }) => name).filter((name) => !new RegExp(`\\b${name}\\b`).test(all))).toEqual([]);
});

test('of several wrong settings each is named once', () => {
  const namesAll = fc.property(fc.subarray(faulty), (chosen) => {
    const named = reasonsOf(Object.fromEntries([...chosen, ['ROCKOLA_OTHER', 'x']])).map((reason) => reason.split(' ')[0] ?? '');
    expect(named.sort()).toEqual([...chosen.map(([name]) => name), 'ROCKOLA_OTHER'].sort());
  });
  fc.assert(namesAll, { seed, numRuns: 200 });
});

test('an unreadable file of a secret is refused by name, and so is a secret that is set twice', () => {
  for (const { name } of settings.filter(({ secret }) => secret)) {
    const file = fileSetting(name);
    expect(reasonsOf({ [file]: '/nowhere/secret' }).join()).toMatch(new RegExp(`^${name} cannot be read from the file that ${file} names`));
    expect(reasonsOf({ [file]: '/nowhere/secret', [name]: 'x' }).join()).toContain(`${name} and ${file} are both set. Set one of them.`);
  }
});

/** Absurd values: of another type, out of range, very long, or with control characters. */
const odd = fc.oneof(
  fc.constantFrom('', ' ', '\t\n', '0x10', '-1', '1e9', '３０００', 'undefined', '"3000"', '/', '..', 'a,b,,c', '\u202eabc', '\x1b[2J'),
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.replaceAll('\0', '')),
  fc
    .tuple(fc.constantFrom('9', 'x', ',', '@', '<', ' ', 'a.', '/a', ':'), fc.integer({ min: 100, max: 20_000 }))
    .map(([piece, times]) => piece.repeat(times)),
  fc
    .tuple(fc.constantFrom('sqlite:', 'postgres://', 'smtp://', 'http://'), fc.constantFrom('a@', 'a.', ':', '%', '?'))
    .map(([start, piece]) => start + piece.repeat(5_000)),
);

test('any settings are accepted, or refused briefly by name with the remedy and exit code 2', () => {
  const names = settings.map(({ name }) => name);
  const refusesInShort = fc.property(fc.dictionary(fc.constantFrom(...names), odd), (env) => {
    try {
      readConfig(env);
    } catch (error) {
      if (!(error instanceof StartRefused)) throw error;
      expect(error.exitCode).toBe(2);
      // SMTP_URL and DATABASE_URL need other settings, which a refusal may name although they are unset.
      const named = error.reasons.map((reason) => reason.split(' ')[0] ?? '');
      expect(named.filter((name) => env[name] === undefined && !('SMTP_URL' in env || 'DATABASE_URL' in env))).toEqual([]);
      expect(new Set(named).size).toBe(named.length);
      for (const reason of error.reasons) expect([reason, reason.length < 300, helpful.test(reason)]).toEqual([reason, true, true]);
    }
  });
  fc.assert(refusesInShort, { seed, numRuns: 300 });
});

test.each<[Record<string, string>, string[]]>([
  [{ SMTP_URL: 'smtp://mail.example.org' }, ['ROCKOLA_MAIL_FROM', 'ROCKOLA_PUBLIC_URL']],
  [{ SMTP_URL: 'smtp://mail.example.org', ROCKOLA_MAIL_FROM: 'x', PORT: 'y' }, ['PORT', 'ROCKOLA_MAIL_FROM', 'ROCKOLA_PUBLIC_URL']],
  [{ PORT: '4000', ROCKOLA_METRICS_PORT: '4000' }, ['ROCKOLA_METRICS_PORT']],
  [{ PORT: '4000', ROCKOLA_METRICS_PORT: '4000', HOST: '0.0.0.0' }, ['ROCKOLA_METRICS_PORT']],
  [{ PORT: '4000', ROCKOLA_METRICS_PORT: '4000', ROCKOLA_METRICS_HOST: '127.0.0.2' }, []],
  [{ PORT: '0', ROCKOLA_METRICS_PORT: '0' }, []],
])('a refusal names the settings that are lacking or exclude others: %j', (env, refused) => {
  expect(reasonsOf(env).map((reason) => reason.split(' ')[0] ?? '')).toEqual(refused);
});

test('a public URL is refused if its path begins like a path of the service, so that each request means only one page', () => {
  const { patterns } = createApp({ config: readConfig({}), publicUrl: '' } as Services, () => false);
  const ownPaths = patterns.filter((pattern) => pattern !== '/').map((pattern) => pattern.replaceAll(/:\w+/g, '1'));
  const beginnings = new Set(ownPaths.flatMap((path) => path.split('/').map((_, i, all) => all.slice(0, i + 1).join('/'))));
  expect(beginnings.size).toBeGreaterThan(50);
  for (const path of beginnings) {
    const reasons = reasonsOf({ ROCKOLA_PUBLIC_URL: `https://rock.example.org${path}` });
    const expected = path === '' ? [] : [expect.stringMatching(/^ROCKOLA_PUBLIC_URL must not .* such as https:\S+\/catalogue,/)];
    expect([path, reasons]).toEqual([path, expected]);
  }
  for (const path of ['//evil.example', '/rockola//x'])
    expect(reasonsOf({ ROCKOLA_PUBLIC_URL: `https://x.example${path}` })).toHaveLength(1);
  for (const path of ['/rockola', '/catalogue/artists', '/sign-in2', '/', '/rockola/'])
    expect([path, reasonsOf({ ROCKOLA_PUBLIC_URL: `https://rock.example.org${path}` })]).toEqual([path, []]);
});

const usualThreads = process.platform === 'linux' ? Math.min(8, Math.max(1, availableParallelism() - 1)) : 1;
const traced = () => readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }).traces;

test('the path of a collector URL is kept, without slashes at its end', () => {
  for (const path of ['', '/', '/otel', '/otel/', '/a/b//'])
    expect(readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:4318${path}` }).traces?.endpoint).toBe(
      `http://127.0.0.1:4318${path.replace(/\/+$/, '')}`,
    );
});

/** Settings whose default is no value, or does nothing alone. For each: what the program reads without it, and what it must read. */
const inWords: Partial<Record<string, [read: (config: Config) => unknown, expected: unknown]>> = {
  ROCKOLA_DATABASE_TLS: [({ tls }) => [tls, sslmodeOf('127.0.0.1'), sslmodeOf('db.example.org')], [undefined, 'disable', 'verify-full']],
  ROCKOLA_DATABASE_CA: [({ ca }) => ca, undefined],
  ROCKOLA_THREADS: [({ threads }) => threads, usualThreads],
  ROCKOLA_PUBLIC_URL: [({ publicUrl, prefix }) => [publicUrl, prefix], [undefined, '']],
  ROCKOLA_DUMPS_FOLDER: [({ dumpsFolder }) => dumpsFolder, 'data/dumps'],
  ROCKOLA_LOG: [({ logFormat }) => logFormat, undefined],
  OTEL_SERVICE_NAME: [() => traced()?.service, 'rockola'],
  OTEL_TRACES_SAMPLER_ARG: [() => traced()?.share, 1],
  ROCKOLA_METRICS_HOST: [() => readConfig({ ROCKOLA_METRICS_PORT: '0' }).metrics?.host, '127.0.0.1'],
};

function sslmodeOf(host: string): string | null {
  const { database } = readConfig({ DATABASE_URL: `postgres://u:p@${host}/x` });
  return database.engine === 'postgres' ? new URL(database.url).searchParams.get('sslmode') : null;
}

test.each(settings)('$name: without it the program uses the default that its help states', ({ name, defaultText }) => {
  const usual = readConfig({});
  const [read, expected] = inWords[name] ?? [];
  if (read) expect(read(usual)).toEqual(expected);
  else expect({ ...readConfig({ [name]: defaultText }), stated: {} }).toEqual(usual);
});

/** The range of each number, as its help says. */
const ranges: [field: keyof typeof settingTable, min: string, max: string][] = [
  ['port', '0', '65535'],
  ['poolSize', '1', '100'],
  ['threads', '1', '64'],
  ['readers', '1', '32'],
  ['dumpsKept', '1', '365'],
  ['minPasswordLength', '8', '64'],
  ['drainSeconds', '0', '60'],
  ['sessionHours', '1', '720'],
  ['metricsPort', '0', '65535'],
];

test('every setting whose help states a range of numbers is tried at both ends, and just beyond them', () => {
  const withRange = settings.filter(({ help }) => /\b\d+ to \d+/.test(help) && !/0 to 1\./.test(help)).map(({ name }) => name);
  expect(withRange.filter((name) => !ranges.some(([field]) => nameOf(field) === name))).toEqual([]);
  for (const [field, min, max] of ranges) {
    const { name, help } = settingTable[field];
    const [, from = min, to = max] = /\b(\d+) to (\d+)/.exec(help) ?? [];
    expect([name, from, to]).toEqual([name, min, max]);
    for (const text of [min, max]) expect([name, readConfig({ [name]: text })[field]]).toEqual([name, Number(text)]);
    for (const beyond of [Number(min) - 1, Number(max) + 1])
      expect([name, reasonsOf({ [name]: String(beyond) }).length]).toEqual([name, 1]);
  }
});

test('a size from 16 MiB to 1024 TiB is accepted in each unit, and any other is refused', () => {
  const limitOf = (text: string) => readConfig({ ROCKOLA_STORE_LIMIT: text }).storeLimit;
  expect(['16MiB', '17 MiB', '1GiB', '20GiB', '1TiB', '1024TiB'].map(limitOf)).toEqual([
    16 * 2 ** 20,
    17 * 2 ** 20,
    2 ** 30,
    20 * 2 ** 30,
    2 ** 40,
    2 ** 50,
  ]);
  for (const text of ['15MiB', '1025TiB', '0GiB', '20', '20GB', '1.5GiB', '-1GiB'])
    expect([text, reasonsOf({ ROCKOLA_STORE_LIMIT: text }).length]).toEqual([text, 1]);
});

test('the share of traced requests is accepted from 0 to 1', () => {
  const shareOf = (text: string) =>
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_TRACES_SAMPLER_ARG: text }).traces?.share;
  expect(['0', '.5', '0.25', '1', '1.0'].map(shareOf)).toEqual([0, 0.5, 0.25, 1, 1]);
  for (const text of ['1.01', '2', '-0', '1e-1', '.'])
    expect([text, reasonsOf({ OTEL_TRACES_SAMPLER_ARG: text }).length]).toEqual([text, 1]);
});

test('a secret may be in a file, with space around it; setting it in both ways is refused', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rockola-settings-'));
  const path = join(folder, 'secret');
  const values: Record<string, string> = { DATABASE_URL: 'postgres://a:b@db.example.org/rock', SMTP_URL: 'smtp://a:b@mail.example.org' };
  const others = { ROCKOLA_MAIL_FROM: 'Rockola <rockola@example.org>', ROCKOLA_PUBLIC_URL: 'https://rock.example.org' };
  expect(Object.keys(values)).toEqual(settings.filter(({ secret }) => secret).map(({ name }) => name));
  for (const [name, value] of Object.entries(values)) {
    const required = name === 'SMTP_URL' ? others : {};
    const named = { ...required, [fileSetting(name)]: path };
    for (const text of [value, `${value}\n`, ` ${value}\r\n\n`]) {
      writeFileSync(path, text);
      expect([text, readConfig(named)]).toEqual([text, readConfig({ ...required, [name]: value })]);
    }
    expect(reasonsOf({ ...named, [name]: value })[0]).toStartWith(`${name} and ${fileSetting(name)} are both set.`);
    expect(reasonsOf({ ...required, [fileSetting(name)]: `${path}.none` })[0]).toStartWith(`${name} cannot be read from the file`);
  }
  rmSync(folder, { recursive: true });
});
