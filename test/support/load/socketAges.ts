import { residentOf, socketsOf } from './watch.ts';

/**
 * Looks twice a second which sockets a process holds apart from those of the beginning, and for how long: only so can one see
 * when a client is given up who does not read. `bun socketAges.ts PID` says it as JSON, times in s and memory in MiB.
 */
const pid = Number(process.argv[2]);
const before = socketsOf(pid);
/** In s. */
const ages = new Map<string, number>();
/** Where more has passed between two looks, in s, the machine stood still, and for as long the server could cut nobody off. */
const maxBetween = 2;
let lookedAt = performance.now();
const seen = { held: 0, most: 0, longest: 0, memory: 0 };

function look(): void {
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

look();
setInterval(() => {
  // The server may have been ended, also in the middle of a look.
  try {
    look();
  } catch (error) {
    if (!['ENOENT', 'ESRCH', 'EACCES'].includes((error as { code?: string }).code ?? '')) throw error;
    process.exit();
  }
}, 500);
