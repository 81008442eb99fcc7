import { type Connection, openConnection } from '../../test/support/load/connection.ts';
import { type Load, requestsOf, type Workload } from './workload.ts';

/**
 * Requests of one kind. With `rate`, that many are due each second, and a request's time counts from when it is due. Without it, each
 * connection sends the next request after an answer.
 */
export type Stream = { workload: Workload; connections: number; rate?: number };
/** `refused` counts the answers of 503, which no other figure counts. `errors` counts every other status from 400 up. */
export type StreamResult = Load & { errors: number; refused: { answers: number; p99: number } };

const [url = '', seconds = '', streams = '[]'] = process.argv.slice(2);
if (import.meta.main) console.log(JSON.stringify(await load(new URL(url), JSON.parse(streams), Number(seconds) * 1000)));

async function load(url: URL, streams: Stream[], time: number): Promise<StreamResult[]> {
  const opened = await Promise.all(
    streams.map(({ connections }) => Promise.all(Array.from({ length: connections }, () => openConnection(Number(url.port))))),
  );
  const begin = performance.now();
  const cpu = process.cpuUsage();
  const results = await Promise.all(
    streams.map((stream, i) => {
      const idle = opened[i] as Connection[];
      return stream.rate === undefined ? asFastAsAnswered(stream, idle, begin + time) : atRate(stream, idle, begin, begin + time);
    }),
  );
  const elapsed = performance.now() - begin;
  const { user, system } = process.cpuUsage(cpu);
  for (const connection of opened.flat()) connection.end();
  return results.map((answers) => summary(answers, elapsed, (user + system) / 1000 / elapsed));
}

type Answer = { status: number; ms: number };

async function asFastAsAnswered({ workload }: Stream, connections: Connection[], end: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  const requests = requestsOf(workload);
  const keepAsking = async (connection: Connection) => {
    while (performance.now() < end) {
      const begin = performance.now();
      const status = await statusOf(connection, requests.next().value);
      answers.push({ status, ms: performance.now() - begin });
    }
  };
  await Promise.all(connections.map(keepAsking));
  return answers;
}

async function atRate({ workload, rate = 1 }: Stream, idle: Connection[], begin: number, end: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  const requests = requestsOf(workload);
  const sent: Promise<void>[] = [];
  const overdue: number[] = [];
  const ask = async (connection: Connection, due: number) => {
    const status = await statusOf(connection, requests.next().value);
    answers.push({ status, ms: performance.now() - due });
    const next = overdue.shift();
    if (next === undefined) idle.push(connection);
    else await ask(connection, next);
  };
  for (let due = begin; due < end; due += 1000 / rate) {
    await until(due);
    const connection = idle.pop();
    if (connection) sent.push(ask(connection, due));
    else overdue.push(due);
  }
  await Promise.all(sent);
  return answers;
}

/** @throws where the connection ended without an answer */
async function statusOf(connection: Connection, request: string): Promise<number> {
  const reply = await connection.send(request);
  if (!reply) throw new Error('the connection was closed before its answer');
  return reply.status;
}

/** Timers are coarse, so the last 2 ms are a busy wait. */
async function until(due: number): Promise<void> {
  const wait = due - performance.now();
  if (wait > 3) await Bun.sleep(wait - 2);
  while (performance.now() < due) await new Promise((resolve) => setImmediate(resolve));
}

function summary(answers: Answer[], elapsed: number, busy: number): StreamResult {
  const timesOf = (list: Answer[]) => list.map(({ ms }) => ms).sort((a, b) => a - b);
  const times = timesOf(answers.filter(({ status }) => status !== 503));
  const refused = timesOf(answers.filter(({ status }) => status === 503));
  return {
    perSecond: (times.length / elapsed) * 1000,
    answers: times.length,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    busy,
    errors: answers.filter(({ status }) => status >= 400 && status !== 503).length,
    refused: { answers: refused.length, p99: percentile(refused, 0.99) },
  };
}

function percentile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
