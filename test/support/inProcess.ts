import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../src/app.ts';
import { createLastUsed } from '../../src/auth/lastUsed.ts';
import { createPasswords } from '../../src/auth/password.ts';
import { readConfig } from '../../src/config/config.ts';
import { createCounts } from '../../src/http/counts.ts';
import type { Watchers } from '../../src/http/pipeline.ts';
import type { Services } from '../../src/http/services.ts';
import { createTail } from '../../src/http/stream/tail.ts';
import { createNoLimits } from '../../src/limits/limit.ts';
import { system } from '../../src/model/actor.ts';
import { hashSecret, makeApiKey } from '../../src/model/secret.ts';
import { writes } from '../../src/operations/writes.ts';
import type { Log } from '../../src/process/log.ts';
import type { RequestLine } from '../../src/process/requestLine.ts';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { threads } from './threads.ts';

/** Sends a request to the app as a server would. */
export type Ask = (path: string, init?: RequestInit, situation?: Situation) => Promise<Response>;
/** The state of the server, and the address of the client. */
export type Situation = { draining?: boolean; underWay?: number; address?: string };

export type InProcess = {
  services: Services;
  store: Store;
  adminKey: string;
  /** The received log events. */
  requests: RequestLine[];
  errors: unknown[][];
  ask: Ask;
  /** The app with other services around the same store. */
  appWith(others: Partial<Services>, watchers?: Watchers): Ask;
  close(): Promise<void>;
};

/** The app on a separate SQLite store, without a server around it, for tests that a server would make slow or impossible. */
export async function openApp(settings: Record<string, string> = {}): Promise<InProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'rockola-app-'));
  const config = readConfig({ DATABASE_URL: `sqlite:${join(folder, 'r.db')}`, ...settings });
  const store = await openStore({ ...config, threads, report: (message) => errors.push([message]) });
  const adminKey = makeApiKey();
  await store.write(writes.firstStart, system, { starter: [], keyHash: hashSecret(adminKey) });
  const requests: RequestLine[] = [];
  const errors: unknown[][] = [];
  const events = { error: (...args: unknown[]) => errors.push(args), warn() {}, info() {} };
  const log = { events, request: (line: RequestLine) => requests.push(line), announce() {}, dropped: () => 0, flush() {} };
  const lastUsed = createLastUsed(store, 60_000, (error) => errors.push([error]));
  const services: Services = {
    config,
    store,
    log: log as unknown as Log,
    publicUrl: config.publicUrl ?? 'http://localhost:3000',
    passwords: createPasswords(1, 100),
    lastUsed,
    counts: createCounts(store),
    limits: createNoLimits(),
    tail: createTail(store, () => false, log.events.error),
  };

  function appWith(others: Partial<Services>, watchers?: Watchers): Ask {
    let drains = false;
    const app = createApp({ ...services, ...others }, () => drains, watchers);
    return async (path, init, { draining = false, underWay = 0, address = '192.0.2.1' } = {}) => {
      drains = draining;
      const server = { pendingRequests: underWay, requestIP: () => ({ address }) };
      return app.answer(app.open(new Request(new URL(path, 'http://localhost').href, init), { server: server as never }));
    };
  }

  return {
    services,
    store,
    adminKey,
    requests,
    errors,
    ask: appWith({}),
    appWith,
    async close() {
      await lastUsed.stop();
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}
