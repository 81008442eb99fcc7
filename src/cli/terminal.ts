import { shown } from '../model/shown.ts';

/** What commands write goes through here, since names and addresses are what strangers chose: a line stays one, whatever is in it. */

/** Writes lines of a result on standard output. */
export function say(...lines: string[]): void {
  for (const line of lines) console.log(shown(line));
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
