import { output, runProgram } from '../processes.ts';
import type { Stream, StreamResult } from './client.ts';
import { connections, type Load, type Workload } from './workload.ts';

const script = new URL('./workload.lua', import.meta.url).pathname;

/**
 * Sends requests on 64 connections; each connection sends the next one after an answer. Runs on the CPU core of the load.
 *
 * @throws if an answer is an error, because the figure would then measure something else
 */
export async function closedLoop(url: string, workload: Workload, seconds: number): Promise<Load> {
  const load = await byWrk(url, workload, seconds);
  await settled(url);
  return load;
}

/** Waits for one more answer. Until then the server finishes the requests that wrk abandoned, so they do not slow the next turn. */
async function settled(url: string): Promise<void> {
  const answer = await fetch(url);
  await answer.arrayBuffer();
}

type WrkResult = { requests: number; us: number; failed: number; refused: number; p50: number; p99: number };

async function byWrk(url: string, workload: Workload, seconds: number): Promise<Load> {
  const { method, path, body = '', ids, headers } = workload;
  const n = Math.floor(Math.random() * 2 ** 31);
  const args = [method, path, body, ...ids, n, ...Object.entries(headers).map((pair) => pair.join(': '))].map(String);
  const command = ['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '20s', '-s', script, url, '--', ...args];
  const { text, cpuSeconds } = await output('load', command);
  const result = JSON.parse(/^bench (.*)$/m.exec(text)?.[1] ?? 'null') as WrkResult | null;
  if (!result || result.requests === 0) throw new Error(`wrk got no answer from ${method} ${path}:\n${text}`);
  const { requests, us, failed, refused, p50, p99 } = result;
  if (failed + refused > 0) throw new Error(`${method} ${path}: of ${requests} answers ${refused} were errors and ${failed} never came`);
  return { perSecond: (requests / us) * 1e6, p50: p50 / 1000, p99: p99 / 1000, answers: requests, busy: cpuSeconds / (us / 1e6) };
}

/** Sends some streams of requests at once, each at its rate, from a client of our own (docs/decisions/2026-11-21-dependencies.md). */
export function openLoop(url: string, streams: Stream[], seconds: number): Promise<StreamResult[]> {
  return runProgram<StreamResult[]>('load', './load/client.ts', url, seconds, JSON.stringify(streams));
}
