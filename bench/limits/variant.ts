import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createLastUsed } from '../../src/http/lastUsed.ts';
import { noLimits } from '../../src/http/limits.ts';
import { createPasswords } from '../../src/http/passwords.ts';
import { createTokens } from '../../src/http/tokens.ts';
import { createLog } from '../../src/log.ts';
import { openStore } from '../../src/store/open.ts';

/** What the service is put together with in place of its own part, for the bench to see what that part costs or brings. */
export type Variant = 'one commit each' | 'no request log' | 'as usual';

const variant = process.env.BENCH_VARIANT as Variant;
const config = readConfig(process.env);
const log = variant === 'no request log' ? { ...createLog(), request() {} } : createLog();
const writer = new URL(variant === 'one commit each' ? './oneCommitWriter.ts' : '../../src/writer.ts', import.meta.url);
const store = await openStore({ ...config, writer, report: (fault) => log.events.error(fault) });
const publicUrl = `http://${config.host}:${config.port}`;
const lastUsed = createLastUsed(store, 60_000, (err) => log.events.error({ err }, 'the time of last use was not noted'));
const services = {
  config,
  store,
  log,
  limits: noLimits,
  publicUrl,
  passwords: createPasswords(1, 100),
  tokens: createTokens([crypto.randomUUID()]),
  lastUsed,
};
const app = createApp(services, () => false);
Bun.serve({
  hostname: config.host,
  port: config.port,
  development: false,
  fetch: (request, server) => app.fetch(request, { server }),
});
