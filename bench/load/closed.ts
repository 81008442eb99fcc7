import { output, runProgram } from '../processes.ts';
import type { Stream, StreamResult } from './client.ts';
import { connections, type Load, type Workload } from './workload.ts';

/** Whether the load comes from wrk, or from our own client, which is slower and then more likely the limit. */
export const hasWrk = Bun.which('wrk') !== null;

const script = new URL('./workload.lua', import.meta.url).pathname;

/**
 * Asks as fast as answers come on 64 connections, from the core of the load.
 *
 * @throws where an answer is an error: then the figure would be about something else
 */
export async function closedLoop(url: string, workload: Workload, seconds: number): Promise<Load> {
  const load = await (hasWrk ? byWrk(url, workload, seconds) : byClient(url, workload, seconds));
  await settled(url);
  return load;
}

/** What was asked at the end and not waited for must not be done in the next turn. */
async function settled(url: string): Promise<void> {
  const answer = await fetch(url);
  await answer.arrayBuffer();
}

type Said = { requests: number; us: number; failed: number; refused: number; p50: number; p99: number };

async function byWrk(url: string, workload: Workload, seconds: number): Promise<Load> {
  const { method, path, body = '', ids, headers } = workload;
  const n = Math.floor(Math.random() * 2 ** 31);
  const args = [method, path, body, ...ids, n, ...Object.entries(headers).map((pair) => pair.join(': '))].map(String);
  const command = ['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '20s', '-s', script, url, '--', ...args];
  const { text, cpuSeconds } = await output('load', command);
  const said = JSON.parse(/^bench (.*)$/m.exec(text)?.[1] ?? 'null') as Said | null;
  if (!said || said.requests === 0) throw new Error(`wrk got no answer from ${method} ${path}:\n${text}`);
  const { requests, us, failed, refused, p50, p99 } = said;
  if (failed + refused > 0) throw new Error(`${method} ${path}: ${refused} answers were errors and ${failed} did not come, of ${requests}`);
  return { perSecond: (requests / us) * 1e6, p50: p50 / 1000, p99: p99 / 1000, answers: requests, busy: cpuSeconds / (us / 1e6) };
}

async function byClient(url: string, workload: Workload, seconds: number): Promise<Load> {
  const streams: Stream[] = [{ workload, connections }];
  const [result] = await openLoop(url, streams, seconds);
  if (!result || result.errors > 0) throw new Error(`${workload.method} ${workload.path}: ${result?.errors} answers were errors`);
  return result;
}

/** Runs our own client with some streams of requests at once, each at its rate. */
export function openLoop(url: string, streams: Stream[], seconds: number): Promise<StreamResult[]> {
  return runProgram<StreamResult[]>('load', './load/client.ts', url, seconds, JSON.stringify(streams));
}
