import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { count, type Ledger } from '../../support/ledger/ledger.ts';
import { startWriters } from '../../support/ledger/writers.ts';
import { signal, treeOf } from '../../support/processes.ts';
import { launch, type Running } from '../../support/program.ts';
import { until } from '../until.ts';
import type { Event } from './event.ts';
import { followed, readTrace } from './trace.ts';

/** The plan of a recording. Each life but the last ends by `kill -9`, so the next begins with a recovery. The page cache is kept. */
export type Plan = { lives: number; seconds: number; writers: number; synchronous: 'full' | 'normal' | 'off' };

/** @param lives each with its events, and hashes of the files in the store's folder at its end */
export type Recording = {
  plan: Plan;
  root: string;
  store: string;
  ledger: Ledger;
  lives: { events: Event[]; files: Record<string, string> }[];
};

type Saved = Omit<Recording, 'lives'> & { lives: Record<string, string>[] };

/** The least number of writes that are acked in each life. */
const fewest = 20;

const entries = {
  full: new URL('../../../src/main.ts', import.meta.url).pathname,
  weakened: new URL('./weakened.ts', import.meta.url).pathname,
};

/** Runs the program under load from its first start on, and records in a folder all its file operations and answers. */
export async function record(folder: string, plan: Plan): Promise<void> {
  const root = join(folder, 'root');
  const saved: Saved = { plan, root, store: join(root, 'data', 'rockola.db'), ledger: [], lives: [] };
  mkdirSync(root, { recursive: true });
  let adminKey = '';
  for (let life = 0; life < plan.lives; life++) {
    const running = await launch(environment(saved.store, plan), traced(join(folder, `trace-${life}`), plan));
    adminKey ||= /rka_\w{36}/.exec(running.output())?.[0] ?? '';
    const load = startWriters({ url: running.url, adminKey }, plan.writers, `Life ${life}`);
    await Bun.sleep(plan.seconds * 1000);
    await until(() => count(load.ledger, 'acked') >= fewest, 'too few writes were acked');
    await end(running, life === plan.lives - 1);
    saved.ledger.push(...(await load.stop()));
    saved.lives.push(hashesOf(saved.store));
  }
  await Bun.write(join(folder, 'recording.json'), JSON.stringify(saved));
}

/** Reads the files of `record`. */
export async function readRecording(folder: string): Promise<Recording> {
  const saved: Saved = await Bun.file(join(folder, 'recording.json')).json();
  const lives = saved.lives.map((files, life) => ({
    files,
    events: readTrace(readFileSync(join(folder, `trace-${life}`), 'latin1'), saved.root),
  }));
  return { ...saved, lives };
}

function environment(store: string, { synchronous }: Plan): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    PORT: '0',
    DATABASE_URL: `sqlite:${store}`,
    ROCKOLA_DRAIN_SECONDS: '0',
    CONTROL_SYNCHRONOUS: synchronous,
  };
}

function traced(file: string, { synchronous }: Plan): string[] {
  const calls = followed.map((call) => `?${call}`).join();
  const strace = ['strace', '-f', '--seccomp-bpf', '-q', '-y', '-xx', '-s', '1000000', '-e', 'signal=none', '-e', `trace=${calls}`];
  return [...strace, '-o', file, process.execPath, synchronous === 'full' ? entries.full : entries.weakened, 'serve'];
}

/** A program is stopped before it is killed, so that strace sees the end of its current calls. */
async function end(strace: Running, gently: boolean): Promise<void> {
  const program = treeOf(strace.process.pid).slice(1);
  if (!gently) {
    signal(program, 'SIGSTOP');
    await until(() => allCallsWritten(strace.process.pid, program), 'the program did not halt');
  }
  const last = gently ? 'SIGTERM' : 'SIGKILL';
  await strace.end(last, () => signal(program, last));
}

/** Whether all threads of a program have stopped, and their tracer, which then sleeps, has written all their calls. */
function allCallsWritten(tracer: number, program: number[]): boolean {
  const threads = program.flatMap((pid) => readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`));
  return threads.every((thread) => /[tT]/.test(stateOf(thread))) && stateOf(`/proc/${tracer}`) === 'S';
}

/** A letter, as in proc(5); "" for a thread that has ended. */
function stateOf(path: string): string {
  try {
    return /\) (\w)[^)]*$/.exec(readFileSync(`${path}/stat`, 'utf8'))?.[1] ?? '';
  } catch {
    return '';
  }
}

function hashesOf(store: string): Record<string, string> {
  const folder = join(store, '..');
  const files = readdirSync(folder).filter((name) => !/-shm$|\.sock$/.test(name));
  return Object.fromEntries(files.map((name) => [join(folder, name), hashOf(readFileSync(join(folder, name)))]));
}

export function hashOf(bytes: Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
}
