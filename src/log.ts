import { writeSync } from 'node:fs';
import pino, { type Logger } from 'pino';
import { apiKeyPattern } from './model/apiKey.ts';
import { linkTokenPattern } from './model/linkToken.ts';

/** What looks like a key or a token is blotted out wherever it turns up in an error. */
const secretPattern = new RegExp(`${apiKeyPattern.source}|${linkTokenPattern.source}|eyJ[\\w-]+\\.[\\w-]*\\.?[\\w-]*`, 'g');

/** Lines wait at most this long, in ms, and until there are this many characters of them. */
const longestWait = 100;
const enough = 64 * 1024;

/** One JSON line per event on standard output. Lines are written together, since writing each alone would cost more than the request. */
export function createLog(): { log: Logger; flush(): void } {
  let waiting = '';

  function flush(): void {
    const lines = waiting;
    waiting = '';
    try {
      if (lines) writeSync(1, lines);
    } catch {
      // Whoever read the log is gone; that must not keep the program from serving or ending.
    }
  }

  const destination = {
    write(line: string): void {
      if (waiting === '') setTimeout(flush, longestWait).unref();
      waiting += line;
      if (waiting.length > enough) flush();
    },
  };
  const options = {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level: string) => ({ level }) },
    serializers: { err: errorText },
  };
  return { log: pino(options, destination), flush };
}

function errorText(error: unknown): string {
  return (error instanceof Error ? (error.stack ?? error.message) : String(error)).replace(secretPattern, '[redacted]');
}
