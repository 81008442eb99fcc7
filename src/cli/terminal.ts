import fs from 'node:fs';
import { shown } from '../model/shown.ts';
import { StartRefused } from '../model/startRefused.ts';

// All output of commands goes through here: names and addresses come from strangers, so control characters and line ends are escaped.

/** Writes lines to standard output. @throws StartRefused if that fails: a lost result must not look like a success */
export function printOut(...lines: string[]): void {
  try {
    writeAll(1, Buffer.from(lines.map((line) => `${shown(line)}\n`).join('')));
  } catch (error) {
    const { message } = error as Error;
    throw new StartRefused(`The command did its work, but its result could not be written to standard output (${message}).`);
  }
}

/** @returns false if the pipe is closed: a reader such as "head" closes it when it has enough */
export function writeAll(descriptor: number, bytes: Uint8Array): boolean {
  for (let rest = bytes; rest.length > 0; ) {
    try {
      rest = rest.subarray(fs.writeSync(descriptor, rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPIPE') return false;
      if (code !== 'EAGAIN') throw error;
      Bun.sleepSync(1);
    }
  }
  return true;
}

/** Writes lines to standard error. */
export function printErr(...lines: string[]): void {
  for (const line of lines) console.error(shown(line));
}

/** Writes to standard error without a line end. */
export function ask(question: string): void {
  process.stderr.write(shown(question));
}

/** The pause between two lines of progress, if the second cannot overwrite the first. */
const progressMs = 3_000;

/**
 * A line of progress that the next line overwrites. If standard error is no terminal, prints a line every three seconds, and the last
 * line.
 */
export function createProgressLine(): (line: string, last: boolean) => void {
  const overwrites = process.stderr.isTTY === true;
  let above = '';
  let writtenAt = Number.NEGATIVE_INFINITY;
  return (line, last) => {
    if (!overwrites && !last && performance.now() - writtenAt < progressMs) return;
    writtenAt = performance.now();
    process.stderr.write(`${above}${shown(line)}\n`);
    above = overwrites && !last ? '\x1b[1A\x1b[2K' : '';
  };
}
