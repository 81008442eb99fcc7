import { setPriority } from 'node:os';

/** Lower than the main thread's 0; with both busy on one core the thread still gets a tenth of it. */
const priority = 10;

/**
 * To be called by a thread that is not the main one: all requests pass that, so where cores are scarce it goes first, and is
 * not interrupted when it wakes another. Elsewhere than on Linux a priority counts for the whole process.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(priority);
  } catch {
    // A sandbox may forbid it; then requests wait a little longer while other threads work.
  }
}
