import type { Subprocess } from 'bun';

/**
 * Kills the processes that this process started and that still run when it ends, however it ends: a shell does so when its standard input
 * closes. Otherwise an interrupted test run would leave its servers running.
 */
const script = `trap '' INT TERM HUP
while read -r sign pid; do
  case $sign in
    +) pids="$pids $pid " ;;
    -) pids=$(echo "$pids" | sed "s/ $pid / /g") ;;
  esac
done
[ -z "\${pids## }" ] || kill -KILL $pids 2>/dev/null
`;
let watchdog: Subprocess<'pipe', 'ignore', 'ignore'> | undefined;

function tell(line: string): void {
  watchdog ??= Bun.spawn(['sh', '-c', script], { stdin: 'pipe', stdout: 'ignore', stderr: 'ignore' });
  watchdog.unref();
  watchdog.stdin.write(line);
  watchdog.stdin.flush();
}

/** Kills a process when this one ends. @returns a function that cancels this, for a process that has ended */
export function killWithUs(pid: number): () => void {
  tell(`+ ${pid}\n`);
  return () => tell(`- ${pid}\n`);
}

/** @returns the child, which is killed with this process */
export function killWithThisProcess<Child extends Subprocess>(child: Child): Child {
  void child.exited.then(killWithUs(child.pid));
  return child;
}
