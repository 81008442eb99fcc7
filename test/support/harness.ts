import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Subprocess } from 'bun';
import { type Json, parseJson } from '../../src/model/json.ts';
import { type Engine, engine, keepAsking, makeDatabase } from './databases.ts';
import { assertDocumented, type OpenApi } from './documented.ts';
import { prepared, preparedStore, shortLife } from './prepared.ts';
import { type How, launch } from './program.ts';
import { retryWhenBusy } from './retryWhenBusy.ts';
import type { Variant } from './variant.ts';

/** The real program on a real store in a private folder. */
export type Rockola = {
  url: string;
  folder: string;
  /** The admin key of the first start. */
  adminKey: string;
  /** Everything that the program has written so far; of a long run, only the end. */
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
  /** Runs a statement on the store itself, next to the program. */
  sql(query: string): Promise<Record<string, unknown>[]>;
  process: Subprocess;
  /** Ends the program, with SIGTERM or the named signal; `restart` starts it again. @throws as `stop` */
  end(signal?: NodeJS.Signals): Promise<void>;
  /** Ends the program, unless `end` has, and starts it again on the same store. @throws as `stop` */
  restart(signal?: NodeJS.Signals): Promise<void>;
  /**
   * Ends the program and removes its store.
   *
   * @throws where it ended by itself, did not end with 0 (or by SIGKILL, if that was sent), or its log has an error that the test does not
   * expect
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
/** Variables in a developer's `.env` must not affect the tests. */
const bun = [process.execPath, '--no-env-file'];
/** The source, or the executable under test. */
const given = process.env.TEST_PROGRAM ?? prepared?.program;
const program = given ? [given] : [...bun, main];
/** The same, but with the real cost of hashes. */
const costly = prepared ? [prepared.costly] : program;

/** The command with which `startRockola` starts the program, for a test that watches the process itself. */
export const commandOf = (...args: string[]) => [...program, ...args];

/**
 * @param settings environment variables of the program, apart from a free port and a store of its own
 * @param how.engine another engine than that of the test run
 * @param how.entry the program, if it is not Rockola itself
 * @param how.variant differences of the program from Rockola
 * @param how.fresh whether to start with an empty store instead of a copy of a prepared one
 * @param how.costlyHashes whether hashing a password takes as long as it does for users, for tests of that load
 * @param how.wrapper a command that runs the one that follows it, such as `prlimit --nofile=300`
 * @param how.expectErrors the log lines of level error that the test causes; any other fails `stop`
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
  const base = how.costlyHashes ? costly : program;
  const entry = how.variant ? variantMain : how.entry;
  const command = [...(how.wrapper ?? []), ...(entry ? [...bun, entry] : base), 'serve'];
  const folder = mkdtempSync(join(tmpdir(), 'rockola-test-'));
  const store = how.fresh || settings.DATABASE_URL ? undefined : preparedStore(kind, settings);
  const database = settings.DATABASE_URL ? undefined : await makeDatabase(folder, kind, store?.copied);
  const env: Record<string, string> = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    ...(prepared && shortLife(kind)),
    PORT: '0',
    ROCKOLA_DRAIN_SECONDS: '0',
    ROCKOLA_LIMITS: 'off',
    // No test calls other machines.
    ROCKOLA_OUTBOUND: 'off',
    // The same on every machine; TEST_THREADS sets more.
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
      const { status, json, text } = await retryWhenBusy(() => rockola.send('POST', path, body));
      if (status !== 201) throw new Error(`POST ${path}: ${status} ${text}`);
      return json.id;
    },
    async person(name = 'Ana') {
      const email = `${name.toLowerCase()}${++people}@example.org`;
      const password = 'rock-n-roll';
      const post = async (path: string, body: object, expected: number) => {
        const { status, json, text } = await retryWhenBusy(() => rockola.call('POST', path, { body }));
        if (status !== expected) throw new Error(`POST ${path}: ${status} ${text}`);
        return json;
      };
      const user = await post('/api/v1/user/signup', { name, email, password }, 201);
      const login = await post('/api/v1/user/login', { email, password }, 200);
      return { id: user.id, email, password, token: login.token, key: login.api_key };
    },
    async cli(args, stdin = '') {
      const child = Bun.spawn([...base, ...args], { env, stdin: Buffer.from(stdin), stdout: 'pipe', stderr: 'pipe' });
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
 * Runs the program when it is expected to end by itself.
 *
 * @param wrapper a command that runs the one that follows it
 * @param entry the program, if it is not Rockola itself
 */
export async function runToEnd(env: Record<string, string>, args: string[] = ['serve'], wrapper: string[] = [], entry?: string) {
  const child = Bun.spawn([...wrapper, ...(entry ? [...bun, entry] : program), ...args], {
    env: { PATH: process.env.PATH ?? '', ...(prepared && shortLife(engine)), ...env },
    stdout: 'pipe',
    stderr: 'pipe',
    // A program that does not end must fail its test, not outlive it.
    timeout: 120_000,
    killSignal: 'SIGKILL',
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, out, err };
}

/** Making the OpenAPI document takes as long as the rest of a start, so one is prepared for all services with the same settings. */
async function documentOf(url: string, { ROCKOLA_LIMITS, ROCKOLA_REQUIRE_CONDITIONS }: Record<string, string>): Promise<OpenApi> {
  const path = ROCKOLA_LIMITS === 'on' || ROCKOLA_REQUIRE_CONDITIONS === 'on' ? undefined : prepared?.document;
  return (await (path ? Bun.file(path) : await fetch(`${url}/openapi.json`)).json()) as OpenApi;
}

async function call(url: string, document: OpenApi | undefined, method: string, path: string, options: CallOptions = {}): Promise<Answer> {
  const { body, key, token, headers = {} } = options;
  const response = await fetch(`${url}${path}`, {
    method,
    // A request on a kept connection fails if the service closes that at the same moment, after 10 idle seconds.
    keepalive: false,
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

function readJson(response: Response, text: string): Json | undefined {
  return text && /[/+]json\b/.test(response.headers.get('content-type') ?? '') ? parseJson(text).value : undefined;
}

function asBody(body: unknown): RequestInit['body'] {
  if (typeof body === 'string' || body instanceof Uint8Array || body instanceof ReadableStream) return body as string;
  return JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value));
}
