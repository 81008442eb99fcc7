import { createApp } from '../../src/app.ts';
import { createLastUsed } from '../../src/auth/lastUsed.ts';
import { createPasswords } from '../../src/auth/password.ts';
import { readConfig } from '../../src/config/config.ts';
import { createCounts } from '../../src/http/counts.ts';
import { createTail } from '../../src/http/stream/tail.ts';
import { targetHandlers } from '../../src/http/target.ts';
import { createNoLimits } from '../../src/limits/limit.ts';
import { createLog } from '../../src/process/log.ts';
import { answerInTime } from '../../src/service/listener.ts';
import { openStore } from '../../src/store/open.ts';

/** The part of the service that the bench replaces, to see what that part costs or saves. */
export type Variant = 'one commit each' | 'no search index' | 'no request log' | 'as usual';

const variant = process.env.BENCH_VARIANT as Variant;
const config = readConfig(process.env);
const usual = createLog({ format: 'json', level: 'info', colours: false });
const log = variant === 'no request log' ? { ...usual, request() {} } : usual;
const writers: Partial<Record<Variant, string>> = {
  'one commit each': './oneCommitWriter.ts',
  'no search index': './unindexedWriter.ts',
};
const writer = new URL(writers[variant] ?? '../../src/writer.ts', import.meta.url);
const store = await openStore({
  ...config,
  threads: { writer, reader: new URL('../../src/reader.ts', import.meta.url) },
  report: (message) => log.events.error(message),
});
const publicUrl = `http://${config.host}:${config.port}`;
const lastUsed = createLastUsed(store, 60_000, (err) => log.events.error({ err }, 'the time of last use was not noted'));
const services = {
  config,
  store,
  log,
  counts: createCounts(store),
  limits: createNoLimits(),
  publicUrl,
  passwords: createPasswords(1, 100),
  lastUsed,
  tail: createTail(store, () => false, log.events.error),
};
const app = createApp(services, () => false);
Bun.serve({
  hostname: config.host,
  port: config.port,
  development: false,
  ...targetHandlers(app.patterns, config.prefix, answerInTime(app)),
});
