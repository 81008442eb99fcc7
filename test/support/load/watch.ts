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
  return new Set(openOf(pid).filter((target) => target.startsWith('socket:')));
}

/** The files and sockets a process holds. */
export function openOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap((descriptor) => {
    try {
      return readlinkSync(`${folder}/${descriptor}`);
    } catch {
      // Closed since the list was made.
      return [];
    }
  });
}
