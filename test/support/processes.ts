/** The ids of a server and its children, which are not in one process group. */
export function treeOf(pid: number): [number, ...number[]] {
  const { stdout } = Bun.spawnSync(['ps', '-A', '-o', 'pid=,ppid=']);
  const rows = stdout
    .toString()
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number));
  return [pid, ...rows.filter(([, parent]) => parent === pid).map(([child]) => child as number)];
}

/**
 * Ends a server like a power cut: none of its processes can write any more. It is paused first, so that it creates no more children.
 */
export function killTree(pid: number): void {
  signal([pid], 'SIGSTOP');
  signal(treeOf(pid), 'SIGKILL');
}

export function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      // It has ended already.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** A killed PostgreSQL leaves a few bytes of System V shared memory behind, whose number is in its postmaster.pid. */
export function removeSharedMemory(postmasterPid: string): void {
  const segment = postmasterPid.split('\n')[6]?.trim().split(/\s+/)[1];
  if (segment && /^\d+$/.test(segment)) Bun.spawnSync(['ipcrm', '-m', segment]);
}
