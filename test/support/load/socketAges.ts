import { residentOf, socketsOf } from './watch.ts';

/**
 * Checks twice a second which sockets a process holds beside those of the beginning, and for how long: it is the only way to see when a
 * client is cut off that does not read. `bun socketAges.ts PID` prints it as JSON, times in s and memory in MiB.
 */
const pid = Number(process.argv[2]);
const before = socketsOf(pid);
/** In s. */
const ages = new Map<string, number>();
/** In s. If more time has passed between two checks, the machine was paused, and the server could not cut off anyone for that time. */
const maxBetween = 2;
let lookedAt = performance.now();
const seen = { held: 0, most: 0, longest: 0, memory: 0 };

function sampleSockets(): void {
  const now = performance.now();
  const passed = Math.min((now - lookedAt) / 1000, maxBetween);
  lookedAt = now;
  const held = socketsOf(pid);
  for (const socket of ages.keys()) if (!held.has(socket)) ages.delete(socket);
  for (const socket of held) {
    if (before.has(socket)) continue;
    const age = ages.has(socket) ? (ages.get(socket) as number) + passed : 0;
    ages.set(socket, age);
    seen.longest = Math.max(seen.longest, age);
  }
  seen.held = ages.size;
  seen.most = Math.max(seen.most, ages.size);
  seen.memory = Math.max(seen.memory, residentOf(pid));
  console.log(JSON.stringify(seen));
}

sampleSockets();
setInterval(() => {
  // The server may have ended, also in the middle of a check.
  try {
    sampleSockets();
  } catch (error) {
    if (!['ENOENT', 'ESRCH', 'EACCES'].includes((error as { code?: string }).code ?? '')) throw error;
    process.exit();
  }
}, 500);
