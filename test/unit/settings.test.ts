import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { readConfig } from '../../src/config/config.ts';
import { fileSetting, settings, type settingTable } from '../../src/config/settings.ts';
import { StartRefused } from '../../src/model/startRefused.ts';
import { seed } from '../support/seed.ts';

/** A wrong value of each; undefined where any text will do. */
const wrong: Record<keyof typeof settingTable, string | undefined> = {
  PORT: '65536',
  HOST: undefined,
  DATABASE_URL: 'mysql://u:canary@h/x',
  ROCKOLA_DATABASE_TLS: 'prefer',
  ROCKOLA_DATABASE_CA: '/nowhere/ca.pem',
  ROCKOLA_SECRET: 'canary',
  ROCKOLA_POOL: '0',
  ROCKOLA_READERS: '33',
  ROCKOLA_STORE_LIMIT: '20',
  ROCKOLA_PUBLIC_URL: 'rock.example.org',
  ROCKOLA_STARTER: 'fr',
  ROCKOLA_DOCS: 'yes',
  ROCKOLA_PICTURES: 'eager',
  ROCKOLA_LIMITS: 'true',
  ROCKOLA_PROXIES: '10.0.0.0/33',
  ROCKOLA_SIGNUP: 'shut',
  ROCKOLA_SIGNUP_ROLE: 'admin',
  ROCKOLA_REQUIRE_CONDITIONS: '1',
  ROCKOLA_PASSWORD_MIN: '7',
  ROCKOLA_DRAIN_SECONDS: '-1',
  ROCKOLA_SESSION_HOURS: '1.5',
  ROCKOLA_VERIFY: 'reading',
  SMTP_URL: 'http://u:canary@h',
  ROCKOLA_MAIL_FROM: 'Rockola',
  ROCKOLA_MAIL_LANGUAGE: 'fr',
  ROCKOLA_LOG: 'xml',
  ROCKOLA_LOG_LEVEL: 'fatal',
  ROCKOLA_METRICS_PORT: 'on',
  ROCKOLA_METRICS_HOST: undefined,
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://u:canary@h',
  OTEL_SERVICE_NAME: undefined,
  OTEL_TRACES_SAMPLER_ARG: '1.1',
};
const faulty = Object.entries(wrong).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));

function reasonsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof StartRefused) return error.reasons;
    throw error;
  }
}

/** Says which setting, and what it may be. */
const helpful = /^([A-Z_]+) (must|may|names|and|cannot|is not a setting).* .*\.$|: openssl rand -hex 32$|--help$/;

test.each(faulty)('%s=%s is refused by name, with what it may be', (name, value) => {
  const reasons = reasonsOf({ [name]: value });
  expect(reasons.map((reason) => reason.split(' ')[0])).toEqual([name]);
  expect(reasons.join()).toMatch(helpful);
  expect(reasons.join()).not.toContain('canary');
});

test('of any that are wrong together each is named once', () => {
  const namesAll = fc.property(fc.subarray(faulty), (chosen) => {
    const named = reasonsOf(Object.fromEntries([...chosen, ['ROCKOLA_OTHER', 'x']])).map((reason) => reason.split(' ')[0] ?? '');
    expect(named.sort()).toEqual([...chosen.map(([name]) => name), 'ROCKOLA_OTHER'].sort());
  });
  fc.assert(namesAll, { seed, numRuns: 200 });
});

test('a file of a secret that cannot be read is refused by name, and so is one set twice', () => {
  for (const { name } of settings.filter(({ secret }) => secret)) {
    const file = fileSetting(name);
    expect(reasonsOf({ [file]: '/nowhere/secret' }).join()).toMatch(new RegExp(`^${name} cannot be read from the file that ${file} names`));
    expect(reasonsOf({ [file]: '/nowhere/secret', [name]: 'x' }).join()).toContain(`${name} and ${file} are both set. Set one of them.`);
  }
});
