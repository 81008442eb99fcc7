import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { send } from './request.ts';

const kibibyte = 1024;
/** The memory of smaller requests is not measured, since measuring costs more than the request. */
const minMeasuredBytes = 50_000;

/** The cost of a request: CPU time in ms, memory and the answer in bytes. */
export type Cost = { cpu: number; memory: number; answer: number; status: number };

export type Meter = (request: Buffer) => Promise<Cost>;

/**
 * Measures a running server from outside. Other requests wait only for the main thread and the workers, so only these count. Their CPU time
 * is the same on a busy machine as on an idle one.
 */
export function createMeter(pid: number, port: number): Meter {
  const threads = readdirSync(`/proc/${pid}/task`).filter(
    (thread) => thread === String(pid) || readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').startsWith('Worker'),
  );
  const cpu = () => threads.reduce((sum, thread) => sum + timeOf(`/proc/${pid}/task/${thread}/schedstat`), 0);
  const resident = (name: 'VmRSS' | 'VmHWM') =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * kibibyte;

  /** Also resets the peak: proc(5), "clear_refs". */
  function memoryNow(): number {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
    return resident('VmRSS');
  }

  return async (request) => {
    const memory = request.length < minMeasuredBytes ? undefined : memoryNow();
    const start = cpu();
    const { bytes, status } = await send(port, request);
    return { cpu: cpu() - start, memory: memory === undefined ? 0 : Math.max(0, resident('VmHWM') - memory), answer: bytes, status };
  };
}

/** In ms. The first figure of the file is the time on a core, in ns. */
function timeOf(schedstat: string): number {
  return Number(readFileSync(schedstat, 'utf8').split(' ')[0]) / 1e6;
}
