import { setPriority } from 'node:os';

/** A nice value; the main thread has 0. If both are busy on one core, this thread still gets a tenth of it. */
const priority = 10;

/**
 * Lowers the priority of the calling thread. All requests pass the main thread, so it has priority if cores are scarce. Linux only: on
 * other systems a priority applies to the whole process.
 */
export function lowerThreadPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(priority);
  } catch {
    // A sandbox may forbid it. Then requests wait a little longer while other threads work.
  }
}
