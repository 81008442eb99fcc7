import { writeSync } from 'node:fs';
import pino, { type Logger } from 'pino';
import { apiKeyPattern } from './model/apiKey.ts';
import { linkTokenPattern } from './model/linkToken.ts';

/** What looks like a key or a token is blotted out wherever it turns up in an error. */
const secretPattern = new RegExp(`${apiKeyPattern.source}|${linkTokenPattern.source}|eyJ[\\w-]+\\.[\\w-]*\\.?[\\w-]*`, 'g');

/** Lines wait at most this long, in ms, and until there are this many characters of them. */
const longestWait = 100;
const enough = 64 * 1024;

/** What one line says of a request; what is undefined is left out. Nothing in it is free text of a client's. */
export type RequestLine = {
  id: string;
  method: string;
  path: string | undefined;
  status: number;
  /** Milliseconds. */
  ms: number;
  ip: string | undefined;
  user: bigint | null | undefined;
};

export type Log = { events: Logger; request(line: RequestLine): void; flush(): void };

/** One JSON line per event on standard output. Lines are written together, since writing each alone would cost more than the request. */
export function createLog(): Log {
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
  return {
    events: pino(options, destination),
    // Written by hand, in pino's form: every request has one, and pino takes a tenth of the time of a read.
    request: ({ id, method, path, status, ms, ip, user }) =>
      destination.write(
        `{"level":"info","time":"${timestamp()}","id":"${id}","method":${JSON.stringify(method)}${optional('path', path)},"status":${status},"ms":${
          Math.round(ms * 100) / 100
        }${optional('ip', ip)}${optional('user', user?.toString())},"msg":"request"}\n`,
      ),
    flush,
  };
}

function optional(name: string, value: string | undefined): string {
  return value === undefined ? '' : `,"${name}":${JSON.stringify(value)}`;
}

let stamped = 0;
let stamp = '';

/** Many requests share a millisecond. */
function timestamp(): string {
  const now = Date.now();
  if (now !== stamped) {
    stamped = now;
    stamp = new Date(now).toISOString();
  }
  return stamp;
}

function errorText(error: unknown): string {
  return (error instanceof Error ? (error.stack ?? error.message) : String(error)).replace(secretPattern, '[redacted]');
}
