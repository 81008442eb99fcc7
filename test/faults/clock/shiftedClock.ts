import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { undoAtEnd } from '../../failover/leftovers.ts';

/** A calendar clock that jumps only for programs that are started with these settings. */
export type ShiftedClock = {
  settings: Record<string, string>;
  /** Sets the difference from the true time, in ms. It takes effect at once. */
  shift(ms: number): void;
  /** The time that these programs see, in ms since 1970. */
  now(): number;
  remove(): void;
};

/** @throws where the C compiler fails */
export function makeShiftedClock(): ShiftedClock {
  const folder = mkdtempSync(join(tmpdir(), 'rockola-clock-'));
  const library = join(folder, 'shift.so');
  const file = join(folder, 'shift');
  const source = new URL('./shift.c', import.meta.url).pathname;
  const { exitCode, stderr } = Bun.spawnSync(['cc', '-shared', '-fPIC', '-O2', '-o', library, source, '-ldl']);
  if (exitCode !== 0) throw new Error(`cc: ${stderr}`);
  writeFileSync(file, new Uint8Array(8));
  let shifted = 0;
  return {
    settings: { LD_PRELOAD: library, CLOCK_SHIFT: file },
    shift(ms) {
      shifted = ms;
      write(file, ms);
    },
    now: () => Date.now() + shifted,
    remove: undoAtEnd(() => rmSync(folder, { recursive: true, force: true })),
  };
}

/** Writes the shift in one call, so that no reader sees half of it. */
function write(path: string, ms: number): void {
  const file = openSync(path, 'r+');
  writeSync(file, new BigInt64Array([BigInt(ms)]), 0, 8, 0);
  closeSync(file);
}
