import fs from 'node:fs';
import { shown } from '../model/shown.ts';
import { StartRefused } from '../model/startRefused.ts';

/** What commands write goes through here, since names and addresses are what strangers chose: a line stays one, whatever is in it. */

/** Writes lines of a result on standard output. @throws StartRefused where it takes none: a result that nobody got must not look like a success */
export function say(...lines: string[]): void {
  let rest = Buffer.from(lines.map((line) => `${shown(line)}\n`).join(''));
  while (rest.length > 0) {
    try {
      rest = rest.subarray(fs.writeSync(1, rest));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      // Whoever closes a pipe early, as "head" does, has what they wanted.
      if (code === 'EPIPE') return;
      if (code !== 'EAGAIN')
        throw new StartRefused(
          `The command did its work, but its result could not be written (${message}). Run it where standard output takes it.`,
        );
      Bun.sleepSync(1);
    }
  }
}

/** Writes lines about the work on standard error. */
export function tell(...lines: string[]): void {
  for (const line of lines) console.error(shown(line));
}

/** Asks on standard error; the answer follows on the same line. */
export function ask(question: string): void {
  process.stderr.write(shown(question));
}

/** Lines that write over one another where that is possible, as for progress. */
export function createProgressLine(): { overwrites: boolean; tell(line: string, last: boolean): void } {
  const overwrites = process.stderr.isTTY === true;
  let above = '';
  return {
    overwrites,
    tell(line, last) {
      process.stderr.write(`${above}${shown(line)}\n`);
      above = overwrites && !last ? '\x1b[1A\x1b[2K' : '';
    },
  };
}
