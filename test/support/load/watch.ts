import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

const mebibyte = 1024 * 1024;

/** These tests read what only Linux shows of a process. */
export const lacksProc = () => (existsSync('/proc/self/fd') ? undefined : 'Linux, whose /proc shows what a process holds');

/** Memory in RAM, in MiB. */
export function residentOf(pid: number): number {
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024) / mebibyte;
}

/** Watches the memory of a process; `stop` @returns its peak in RAM, in MiB */
export function watchMemory(pid: number): { stop(): number } {
  let peak = residentOf(pid);
  const timer = setInterval(() => {
    peak = Math.max(peak, residentOf(pid));
  }, 100);
  return {
    stop() {
      clearInterval(timer);
      return peak;
    },
  };
}

/** The sockets a process holds, by their kernel numbers, which are not reused. */
export function socketsOf(pid: number): Set<string> {
  const folder = `/proc/${pid}/fd`;
  return new Set(
    readdirSync(folder)
      .map((descriptor) => targetOf(`${folder}/${descriptor}`))
      .filter((target) => target.startsWith('socket:')),
  );
}

/** A descriptor may be closed between the listing and this call. */
function targetOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}
