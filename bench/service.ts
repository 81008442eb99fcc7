import { freePort } from '../test/support/postgres/server.ts';
import type { Variant } from './limits/variant.ts';
import { type Core, start } from './processes.ts';

export type Service = { url: string; pid: number; stop(): Promise<void> };

const mainProgram = '../src/main.ts';
export type Settings = { database: string; core?: Core; variant?: Variant; env?: Record<string, string>; ready?: string };

/** Starts the service with its usual middleware and request log; the log goes to /dev/null. */
export async function startService({ database, core = 'served', variant, env, ready = '/readyz' }: Settings): Promise<Service> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = new URL(variant ? './limits/variant.ts' : mainProgram, import.meta.url).pathname;
  const started = start(core, [process.execPath, program, 'serve'], {
    env: {
      PORT: String(port),
      DATABASE_URL: database,
      ROCKOLA_STARTER: 'off',
      ROCKOLA_DRAIN_SECONDS: '0',
      ROCKOLA_LIMITS: 'off',
      ROCKOLA_THREADS: '1',
      ...(variant && { BENCH_VARIANT: variant }),
      ...env,
    },
  });
  await started.untilAnswers(`${url}${ready}`);
  return { url, pid: started.pid, stop: started.stop };
}
