import { expect, test } from 'bun:test';
import { readConfig } from '../../src/config/config.ts';
import { welcome } from '../../src/service/welcome.ts';

const start = {
  threads: 1,
  publicUrl: 'https://rock.example.org',
  port: 3000,
  metricsPort: 9464,
  size: { bytes: 3 * 2 ** 20, limit: 2 ** 30 },
  first: { adminKey: 'rka_x', adminLink: 'https://rock.example.org/first-admin#token=rkl_x' },
};
const mail = { SMTP_URL: 'smtp://user:secret@mail.example.org:2525', ROCKOLA_MAIL_FROM: 'Rockola <rockola@example.org>' };
const settings = { DATABASE_URL: 'sqlite:/data/rockola.db', ROCKOLA_PUBLIC_URL: start.publicUrl };

test('the welcome has a line for everything that is on', () => {
  const config = readConfig({ ...settings, ...mail, HOST: '::1', ROCKOLA_METRICS_PORT: '9464', ROCKOLA_METRICS_HOST: '127.0.0.1' });
  expect(welcome(config, start)).toBe(`Rockola is at   https://rock.example.org
  API           https://rock.example.org/api/v1/artists
  Listening     http://[::1]:3000
  Metrics       http://127.0.0.1:9464/metrics
  API docs      https://rock.example.org/docs
  Store         /data/rockola.db, 3 of 1024 MiB
  Mail          through mail.example.org:2525, from rockola@example.org

First start. This admin API key is shown only now; keep it safe:
  rka_x
  (lost? npm run rockola -- key add operator@localhost)

Choose your name and password at this address, once and within 24 hours:
  https://rock.example.org/first-admin#token=rkl_x
  (lost? npm run rockola -- account admin-link)

`);
});

test('the welcome shows how many threads answer requests, also if not all could start', () => {
  const config = readConfig({ ...settings, HOST: '127.0.0.1', ROCKOLA_THREADS: '3' });
  const lineWith = (threads: number) => /Listening.*/.exec(welcome(config, { ...start, threads }))?.[0];
  expect([lineWith(3), lineWith(2)]).toEqual([
    'Listening     http://127.0.0.1:3000 in 3 threads',
    'Listening     http://127.0.0.1:3000 in 2 of 3 threads: the log tells why',
  ]);
});

test('the welcome has no line for what is off', () => {
  const config = readConfig({ ...settings, HOST: '127.0.0.1', ROCKOLA_DOCS: 'off', ROCKOLA_VERIFY: 'writing' });
  for (const size of [undefined, { bytes: 2 ** 20, limit: undefined }]) {
    expect(welcome(config, { ...start, metricsPort: undefined, first: undefined, size })).toBe(`Rockola is at   https://rock.example.org
  API           https://rock.example.org/api/v1/artists
  Listening     http://127.0.0.1:3000
  Store         /data/rockola.db

ROCKOLA_VERIFY=writing without SMTP_URL: no mail is sent, so confirm each account: npm run rockola -- account verify EMAIL

`);
  }
});
