import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import type { Subprocess } from 'bun';

export const cores = availableParallelism();

/** With two cores or more, the measured program runs on the first and the load on the second. */
export const pinning = cores >= 2 && Bun.which('taskset') !== null;
export type Core = 'served' | 'load' | 'any';

/** A command bound to a core, where that can be. */
export function onCore(core: Core, command: string[]): string[] {
  if (core === 'any' || !pinning) return command;
  return ['taskset', '-c', core === 'served' ? '0' : '1', ...command];
}

export type Started = {
  pid: number;
  /** Waits until a URL answers with success. @throws if the process ends first, with its error output, or 60 seconds pass */
  untilAnswers(url: string): Promise<void>;
  stop(): Promise<void>;
};

const maxWait = 60_000;

const running = new Set<Subprocess>();

/** Starts a server, which ends with this process at the latest. Its standard output is dropped. */
export function start(core: Core, command: string[], options: { env?: Record<string, string>; cwd?: string } = {}): Started {
  const env = { ...ordinaryEnv(), ...options.env };
  const child = Bun.spawn(onCore(core, command), { ...options, env, stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' });
  running.add(child);
  const errorText = child.stderr.text();
  return {
    pid: child.pid,
    async untilAnswers(url) {
      for (const end = Date.now() + maxWait; !(await isAnswered(url)); await Bun.sleep(2)) {
        if (child.exitCode !== null) throw new Error(`${nameOf(command)} ended at its start: ${(await errorText).slice(-2_000)}`);
        if (Date.now() > end) throw new Error(`${url} does not answer`);
      }
    },
    stop: () => stop(child),
  };
}

async function stop(child: Subprocess): Promise<void> {
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await child.exited;
  clearTimeout(late);
  running.delete(child);
}

/** Stops the programs that still run after a measure. */
export async function stopAll(): Promise<void> {
  await Promise.all([...running].map(stop));
}

function isAnswered(url: string): Promise<boolean> {
  return fetch(url).then(
    (answer) => answer.ok,
    () => false,
  );
}

/** Kills the programs that still run, after an error or a signal. */
export function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}

/** Runs a command to its end. @returns its output @throws if it fails, with its error output */
export async function output(core: Core, command: string[], options: { env?: Record<string, string>; cwd?: string } = {}) {
  const env = { ...ordinaryEnv(), ...options.env };
  const child = Bun.spawn(onCore(core, command), { ...options, env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  running.add(child);
  const [text, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  running.delete(child);
  if (code !== 0) throw new Error(`${nameOf(command)} ended with ${code}: ${(err || text).slice(-2_000)}`);
  return { text, cpuSeconds: Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1e6 };
}

export async function residentMegabytes(pid: number): Promise<number> {
  const { text } = await output('load', ['ps', '-o', 'rss=', '-p', String(pid)]);
  return Number(text) / 1024;
}

/** Runs a program of the bench on the runtime. @returns what it printed, read as JSON */
export async function runProgram<T>(core: Core, file: string, ...args: (string | number)[]): Promise<T> {
  const { text } = await output(core, [process.execPath, new URL(file, import.meta.url).pathname, ...args.map(String)]);
  return JSON.parse(text) as T;
}

/** Errors end up in the published result, where no path of this machine belongs. */
function nameOf([program = '']: string[]): string {
  return basename(program);
}

/** A small environment, so that the settings of whoever runs the bench do not affect the measured programs. */
function ordinaryEnv(): Record<string, string> {
  return { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '' };
}
