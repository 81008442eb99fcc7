import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Subprocess } from 'bun';
import { type Json, parseJson } from '../../src/model/json.ts';
import { type Engine, engine, keepAsking, makeDatabase } from './databases.ts';
import { assertDocumented, type OpenApi } from './documented.ts';
import { prepared, preparedStore } from './prepared.ts';
import { type How, launch } from './program.ts';
import type { Variant } from './variant.ts';

/** The real program on a real store in a private folder. */
export type Rockola = {
  url: string;
  folder: string;
  /** The admin key of the first start. */
  adminKey: string;
  /** Everything the program has written so far; of a long run, the end. */
  output(): string;
  env: Record<string, string>;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Calls as the operator, with the admin key. @param path may leave out `/api/v1` */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Adds a record by a POST of the operator. @returns its id */
  add(path: string, body: object): Promise<bigint>;
  /** Signs up a user and logs in. */
  person(name?: string): Promise<Person>;
  /** Runs `rockola …` on the same store. */
  cli(args: string[], stdin?: string): Promise<{ code: number; out: string; err: string }>;
  /** Asks the store itself, next to the program. */
  sql(query: string): Promise<Record<string, unknown>[]>;
  process: Subprocess;
  /** Ends the program, with SIGTERM unless it names another signal; `restart` starts it again. @throws as `stop` */
  end(signal?: NodeJS.Signals): Promise<void>;
  /** Ends the program, unless `end` has, and starts it again on the same store. @throws as `stop` */
  restart(signal?: NodeJS.Signals): Promise<void>;
  /**
   * Ends the program and removes its store.
   *
   * @throws where it had ended by itself, did not end with 0 (or by SIGKILL, where that was sent), or its log tells of an error
   * that the test does not expect
   */
  stop(): Promise<void>;
};

export type CallOptions = {
  /** Sent as JSON; a string or bytes are sent as they are. */
  body?: unknown;
  /** An API key. */
  key?: string;
  /** A bearer token. */
  token?: string;
  headers?: Record<string, string> | undefined;
};

export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  /** The body with exact integers. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  json: any;
};

export type Person = { id: bigint; email: string; password: string; token: string; key: string };

const main = new URL('../../src/main.ts', import.meta.url).pathname;
const variantMain = new URL('./variant.ts', import.meta.url).pathname;
/** What a developer keeps in `.env` must not change what is tested. */
const bun = [process.execPath, '--no-env-file'];
/** The source, or the executable that is to be tested in its place. */
const given = process.env.TEST_PROGRAM ?? prepared?.program;
const program = given ? [given] : [...bun, main];
/** The same, where hashes must cost what they do. */
const costly = prepared ? [prepared.costly] : program;

/** Starts the program as `startRockola` does, where a test is to watch the process itself. */
export const commandOf = (...args: string[]) => [...program, ...args];

/**
 * @param settings environment variables of the program, apart from a free port and a store of its own
 * @param how.engine another engine than the one that the tests run on
 * @param how.entry the program, where it is not to be Rockola as it is
 * @param how.variant how the program is to differ from Rockola
 * @param how.fresh whether the store is to be one of its own from its first start, not a copy of a prepared one
 * @param how.costlyHashes whether hashing a password is to take as long as it does for users: what tests the load it makes asks for it
 * @param how.wrapper a command that runs the one that follows it, such as `prlimit --nofile=300`
 * @param how.expectErrors the lines of its log of level error that the test brings about; any other fails `stop`
 */
export async function startRockola(
  settings: Record<string, string> = {},
  how: How & {
    engine?: Engine;
    entry?: string | undefined;
    variant?: Variant | undefined;
    fresh?: boolean;
    costlyHashes?: boolean;
    wrapper?: string[];
  } = {},
): Promise<Rockola> {
  const kind = settings.DATABASE_URL?.startsWith('postgres') ? 'postgres' : (how.engine ?? engine);
  const own = how.costlyHashes ? costly : program;
  const entry = how.variant ? variantMain : how.entry;
  const command = [...(how.wrapper ?? []), ...(entry ? [...bun, entry] : own), 'serve'];
  const folder = mkdtempSync(join(tmpdir(), 'rockola-test-'));
  const store = how.fresh || settings.DATABASE_URL ? undefined : preparedStore(kind, settings);
  const database = settings.DATABASE_URL ? undefined : await makeDatabase(folder, kind, store?.copied);
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    PORT: '0',
    ROCKOLA_DRAIN_SECONDS: '0',
    ROCKOLA_LIMITS: 'off',
    // No test calls other machines.
    ROCKOLA_OUTBOUND: 'off',
    // The same on every machine; TEST_THREADS runs tests with more.
    ROCKOLA_THREADS: (kind === 'sqlite' && process.env.TEST_THREADS) || '1',
    ...(how.variant && { TEST_VARIANT: JSON.stringify(how.variant) }),
    ...database?.settings,
    ...settings,
  };
  let running = await launch(env, command, how);
  const document = settings.ROCKOLA_DOCS === 'off' ? undefined : await documentOf(running.url, settings);
  const adminKey = store?.adminKey ?? /rka_\w{36}/.exec(running.output())?.[0] ?? '';
  const questions = keepAsking(env.DATABASE_URL ?? '');
  let people = 0;

  const rockola: Rockola = {
    folder,
    env,
    adminKey,
    get url() {
      return running.url;
    },
    get process() {
      return running.process;
    },
    output: () => running.output(),
    call: (method, path, options) => call(running.url, document, method, path, options),
    send: (method, path, body, headers) =>
      rockola.call(method, path.startsWith('/api/') ? path : `/api/v1${path}`, { key: adminKey, body, headers }),
    async add(path, body) {
      const { status, json, text } = await rockola.send('POST', path, body);
      if (status !== 201) throw new Error(`POST ${path}: ${status} ${text}`);
      return json.id;
    },
    async person(name = 'Ana') {
      const email = `${name.toLowerCase()}${++people}@example.org`;
      const password = 'rock-n-roll';
      const { json: user } = await rockola.call('POST', '/api/v1/user/signup', { body: { name, email, password } });
      const { json: login } = await rockola.call('POST', '/api/v1/user/login', { body: { email, password } });
      return { id: user.id, email, password, token: login.token, key: login.api_key };
    },
    async cli(args, stdin = '') {
      const child = Bun.spawn([...own, ...args], { env, stdin: Buffer.from(stdin), stdout: 'pipe', stderr: 'pipe' });
      const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
      return { code, out, err };
    },
    sql: questions.ask,
    async end(signal = 'SIGTERM') {
      await questions.close();
      await running.end(signal);
    },
    async restart(signal = 'SIGTERM') {
      try {
        await running.end(signal);
      } finally {
        running = await launch(env, command, how);
      }
    },
    async stop() {
      try {
        await rockola.end();
      } finally {
        await database?.drop();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
  return rockola;
}

/**
 * Runs the program where it is expected to end by itself.
 *
 * @param wrapper a command that runs the one that follows it
 * @param entry the program, where it is not to be Rockola as it is
 */
export async function runToEnd(env: Record<string, string>, args: string[] = ['serve'], wrapper: string[] = [], entry?: string) {
  const child = Bun.spawn([...wrapper, ...(entry ? [...bun, entry] : program), ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdout: 'pipe',
    stderr: 'pipe',
    // One that does not end is to fail its test, not to outlive it.
    timeout: 45_000,
    killSignal: 'SIGKILL',
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, out, err };
}

/** Making it takes as long as the rest of a start, so one is prepared for all that serve the same. */
async function documentOf(url: string, { ROCKOLA_LIMITS, ROCKOLA_REQUIRE_CONDITIONS }: Record<string, string>): Promise<OpenApi> {
  const same = ROCKOLA_LIMITS === 'on' || ROCKOLA_REQUIRE_CONDITIONS === 'on' ? undefined : prepared?.document;
  return (await (same ? Bun.file(same) : await fetch(`${url}/openapi.json`)).json()) as OpenApi;
}

async function call(url: string, document: OpenApi | undefined, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const { body, key, token, headers = {} } = options;
  const response = await fetch(`${url}${path}`, {
    method,
    keepalive: wasJustAsked(url),
    redirect: 'manual',
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(key !== undefined && { 'X-API-Key': key }),
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: body === undefined ? undefined : asBody(body),
  });
  const text = await response.text();
  const { status } = response;
  const answer = { status, headers: response.headers, text, json: readJson(response, text) };
  if (document) assertDocumented(document, method, path, answer);
  return answer;
}

/** When each service was last asked, in ms. */
const asked = new Map<string, number>();

/** A service ends connections that nobody uses for 10 s, which may be the moment at which one is used again. */
function wasJustAsked(url: string): boolean {
  const now = performance.now();
  const last = asked.get(url) ?? now;
  asked.set(url, now);
  return now - last < 8_000;
}

function readJson(response: Response, text: string): Json | undefined {
  return text && response.headers.get('content-type')?.includes('json') ? parseJson(text).value : undefined;
}

function asBody(body: unknown): RequestInit['body'] {
  if (typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream) return body as string;
  return JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value));
}
