import { readFileSync } from 'node:fs';
import { copyStore } from '../catalogue/stores.ts';
import { closedLoop, openLoop } from '../load/closed.ts';
import type { Heard } from '../load/listeners.ts';
import { connections, type Load } from '../load/workload.ts';
import type { Bench, Measure, Row } from '../measure.ts';
import { onCore } from '../processes.ts';
import { add } from '../requests.ts';
import { rounds } from '../rounds.ts';
import { startService } from '../service.ts';
import { spreadOf } from '../spread.ts';
import { rateRow } from './figures.ts';

export const listening: Measure = { ids: ['P15'], title: 'streams of changes', run };

const listeners = 100;
/** The changes a second while the time from commit to arrival is measured. */
const steadyRate = 1_000;

/** `perCpu`: changes for each second of CPU time of the service. Other work on its core does not lower this figure. */
type Turn = { perSecond: number; perCpu: number; heard: Heard | undefined };
type Names = 'alone' | 'beside' | 'steady';

async function run(bench: Bench): Promise<Row[]> {
  const store = copyStore(await bench.store(bench.sizes.usual));
  const service = await startService({ database: `sqlite:${store.file}` });
  const workload = add(store);
  const full = (seconds: number) => closedLoop(service.url, workload, seconds);
  const paced = async (seconds: number) => {
    const [load] = await openLoop(service.url, [{ workload, connections, rate: steadyRate }], seconds);
    return load as Load;
  };
  const turn = (count: number, load: (seconds: number) => Promise<Load>) => async (seconds: number) => {
    const group = count > 0 ? await listen(service.url, count) : undefined;
    const before = cpuOf(service.pid);
    const { perSecond, answers } = await load(seconds);
    const heard = await group?.end();
    return { perSecond, perCpu: answers / (cpuOf(service.pid) - before), heard };
  };
  const results = await rounds<Turn, Names>(bench, {
    alone: turn(0, full),
    beside: turn(listeners, full),
    steady: turn(1, paced),
  });
  return rowsOf(results);
}

export async function listen(url: string, count: number): Promise<{ end(): Promise<Heard> }> {
  const program = new URL('../load/listeners.ts', import.meta.url).pathname;
  const command = onCore('load', [process.execPath, program, new URL(url).port, String(count)]);
  const child = Bun.spawn(command, { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' });
  const lines = (child.stdout.pipeThrough(new TextDecoderStream() as never) as ReadableStream<string>).getReader();
  const { value } = await lines.read();
  if (value !== 'open\n') throw new Error(`the listeners did not open their streams: ${value}`);
  return {
    async end() {
      child.kill('SIGTERM');
      return JSON.parse(String((await lines.read()).value));
    },
  };
}

/** User and system time so far, in s (proc(5); the clock ticks 100 times a second). */
function cpuOf(pid: number): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? [];
  return (Number(user) + Number(system)) / 100;
}

function rowsOf({ alone, beside, steady }: Record<Names, Turn[]>): Row[] {
  const figuresOf = (turns: Turn[], name: 'perSecond' | 'perCpu') => turns.map((turn) => turn[name]);
  const work = `POST beside ${listeners} listeners`;
  return [
    rateRow('P15', work, figuresOf(beside, 'perSecond'), 'POST alone', figuresOf(alone, 'perSecond'), 0.9),
    rateRow('P15', `${work}, for each second of CPU`, figuresOf(beside, 'perCpu'), 'POST alone', figuresOf(alone, 'perCpu'), 0.9),
    {
      id: 'P15',
      work: `commit to arrival at ${steadyRate} changes a second, p99`,
      unit: 'ms',
      value: spreadOf(steady.map(({ heard }) => heard?.p99 ?? Number.NaN)),
      goal: { atMost: 100 },
    },
  ];
}
