import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../faults/until.ts';
import { repetitionsFor } from '../support/amount.ts';
import { openStream } from '../support/eventStream.ts';
import { startRockola } from '../support/harness.ts';
import { killWithThisProcess } from '../support/orphans.ts';
import { freePort } from '../support/postgres/server.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

/** Streams behind the proxies of docs/operating.md, where these are installed. */
const rockola = await startRockola({
  ROCKOLA_STARTER: 'off',
  ROCKOLA_LIMITS: 'off',
  ROCKOLA_PUBLIC_URL: 'http://rock.example.org/catalogue',
  ROCKOLA_PROXIES: '127.0.0.1',
});
const folder = mkdtempSync(join(tmpdir(), 'rockola-proxies-'));
const random = randomFrom(seed);
afterAll(async () => {
  await rockola.stop();
  rmSync(folder, { recursive: true });
});

const docs = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
const service = new URL(rockola.url).host;

/** The example of the docs for a proxy, that listens without TLS. */
function exampleOf(language: string, listens: RegExp, address: string): string {
  const example = new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, 's').exec(docs)?.[1] ?? '';
  expect(example).toMatch(listens);
  expect(example).toContain('127.0.0.1:3000');
  return example.replace(listens, address).replace('127.0.0.1:3000', service);
}

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
const proxies = {
  nginx: {
    command: (file: string) => ['nginx', '-p', folder, '-c', file],
    configure: (port: number) => `daemon off; master_process off; pid ${folder}/pid; error_log stderr; events {}
      http { access_log off; ${temporary} ${exampleOf('nginx', /listen 443 ssl;/, `listen 127.0.0.1:${port};`)} }`,
  },
  caddy: {
    command: (file: string) => ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'],
    configure: (port: number) => `{\nadmin off\n}\n${exampleOf('caddy', /^rock\.example\.org \{/, `http://127.0.0.1:${port} {`)}`,
  },
};

async function start(name: string, { command, configure }: (typeof proxies)['nginx']) {
  const port = await freePort();
  const file = join(folder, `config-${port}`);
  writeFileSync(file, configure(port));
  const child = Bun.spawn(command(file), {
    stdout: 'ignore',
    stderr: Bun.file(join(folder, `log-${port}`)),
    env: { ...process.env, HOME: folder },
  });
  killWithThisProcess(child);
  const url = `http://127.0.0.1:${port}/catalogue`;
  const isUp = () =>
    fetch(`${url}/api/v1/bands`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isUp, `${name} does not answer`);
  return {
    url,
    async stop() {
      child.kill();
      await child.exited;
    },
  };
}

describe.each(Object.entries(proxies))('behind %s', (name, proxy) => {
  test.skipIf(!Bun.which(name))(
    'a stream comes at once and unchanged, and a reader that is killed and resumed sees each change once and in order',
    async () => {
      const { url, stop } = await start(name, proxy);
      const kills = repetitionsFor('PROXY_KILLS', { short: 10, long: 100 });
      const seen: bigint[] = [];
      let cursor = '';
      let reading = true;
      const first = await openStream(url);
      const headers = ['content-type', 'cache-control', 'content-encoding'].map((field) => first.headers.get(field));
      expect(headers).toEqual(['text/event-stream', 'no-store, no-transform', null]);
      // A proxy that buffers would wait for more than one event.
      await rockola.add('/api/v1/artists', { name });
      const firstEvent = await first.next();
      first.close();
      const writing = (async () => {
        for (let i = 0; reading; i++) await rockola.add('/api/v1/artists', { name: `${name} ${i}` });
      })();
      cursor = firstEvent?.id ?? '';
      for (let i = 0; i < kills; i++) {
        const stream = await openStream(url, '', { 'Last-Event-ID': cursor, 'Accept-Encoding': 'gzip' });
        const after = random.below(20);
        for (let events = 0; events <= after; events++) {
          const event = await stream.next();
          if (event) [cursor] = [event.id, seen.push(event.data.seq)];
        }
        stream.close();
      }
      reading = false;
      await writing;
      expect(seen).toEqual(seen.map((_, i) => (firstEvent?.data.seq as bigint) + 1n + BigInt(i)));
      expect(seen.length).toBeGreaterThan(kills);
      await stop();
    },
  );
});
