import { residentOf, socketsOf } from './watch.ts';

/**
 * Samples twice a second for how long a process has held each socket that it opened since the start. A client that does not read does not
 * notice that the server cut it off, so the server's own sockets show it. `bun socketAges.ts PID` prints JSON, times in s and memory in
 * MiB.
 */
const pid = Number(process.argv[2]);
const before = socketsOf(pid);
/** The age of each socket, in s. */
const ages = new Map<string, number>();
/** A longer gap between two samples, in s, means that the machine was paused: meanwhile the server could not cut off anyone. */
const maxGap = 2;
let sampledAt = performance.now();
const seen = { held: 0, maxHeld: 0, longest: 0, memory: 0 };

function sampleSockets(): void {
  const now = performance.now();
  const passed = Math.min((now - sampledAt) / 1000, maxGap);
  sampledAt = now;
  const held = socketsOf(pid);
  for (const socket of ages.keys()) if (!held.has(socket)) ages.delete(socket);
  for (const socket of held) {
    if (before.has(socket)) continue;
    const age = ages.has(socket) ? (ages.get(socket) as number) + passed : 0;
    ages.set(socket, age);
    seen.longest = Math.max(seen.longest, age);
  }
  seen.held = ages.size;
  seen.maxHeld = Math.max(seen.maxHeld, ages.size);
  seen.memory = Math.max(seen.memory, residentOf(pid));
  console.log(JSON.stringify(seen));
}

sampleSockets();
setInterval(() => {
  // The server may have ended, also in the middle of a sample.
  try {
    sampleSockets();
  } catch (error) {
    if (!['ENOENT', 'ESRCH', 'EACCES'].includes((error as { code?: string }).code ?? '')) throw error;
    process.exit();
  }
}, 500);
