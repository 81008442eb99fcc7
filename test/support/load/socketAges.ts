import { residentOf, socketsOf } from './watch.ts';

/**
 * Looks twice a second which sockets a process holds apart from those of the beginning, and for how long: only so can one see
 * when a client is given up who does not read. `bun socketAges.ts PID` says it as JSON, times in s and memory in MiB.
 */
const pid = Number(process.argv[2]);
const before = socketsOf(pid);
const since = new Map<string, number>();
const seen = { held: 0, most: 0, longest: 0, memory: 0 };

function look(): void {
  const now = performance.now();
  const held = socketsOf(pid);
  for (const socket of since.keys()) if (!held.has(socket)) since.delete(socket);
  for (const socket of held) if (!before.has(socket) && !since.has(socket)) since.set(socket, now);
  for (const from of since.values()) seen.longest = Math.max(seen.longest, (now - from) / 1000);
  seen.held = since.size;
  seen.most = Math.max(seen.most, since.size);
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
