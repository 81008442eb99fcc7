import pino, { type Logger } from 'pino';
import { apiKeyPattern } from '../model/apiKey.ts';
import { linkTokenPattern } from '../model/linkToken.ts';
import { shownJson } from '../model/shown.ts';
import { createLineWriter } from './lineWriter.ts';

/** What looks like a key or a token is blotted out wherever it turns up in an event. */
const secretPattern = new RegExp(`${apiKeyPattern.source}|${linkTokenPattern.source}|eyJ[\\w-]+\\.[\\w-]*\\.?[\\w-]*`, 'g');

/** How long the process waits at its end for what is not written yet, in ms. */
const lastPatience = 1_000;

/** What one line says of a request; what is undefined is left out. Nothing in it is free text of a client's. */
export type RequestLine = {
  id: string;
  method: string;
  path: string | undefined;
  status: number;
  /** Milliseconds. */
  ms: number;
  ip: string | undefined;
  account: bigint | null | undefined;
};

export type Log = {
  events: Logger;
  request(line: RequestLine): void;
  /** Writes a text for people, with its line end, on standard error. */
  announce(text: string): void;
  /** Lines that were dropped since the start, since standard output took no more. */
  dropped(): number;
  /** Writes what waits, for a second at most. */
  flush(): void;
};

/** One JSON line per event on standard output. Nobody waits for its reader. */
export function createLog(): Log {
  const people = createLineWriter(2);
  const announce = (text: string) => {
    people.write(text);
    people.flush(0);
  };
  const destination = createLineWriter(1, {
    dropping() {
      announce('Standard output takes no more, so lines of the log are dropped. Look at what reads it.\n');
      return ownLine('lines are dropped from here on: standard output takes no more');
    },
    resumed(dropped) {
      announce(`Standard output takes lines of the log again; ${dropped} were dropped.\n`);
      return ownLine('lines were dropped before this one', dropped);
    },
  });
  const options = {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level: string) => ({ level }) },
    serializers: { err: errorText },
  };
  return {
    events: pino(options, { write: (line) => destination.write(harmless(line)) }),
    // Written by hand, in pino's form: every request has one, and pino takes a tenth of the time of a read.
    request: ({ id, method, path, status, ms, ip, account }) =>
      destination.write(
        `{"level":"info","time":"${timestamp()}","id":"${id}","method":${JSON.stringify(method)}${optional('path', path)},"status":${status},"ms":${
          Math.round(ms * 100) / 100
        }${optional('ip', ip)}${optional('account', account?.toString())},"msg":"request"}\n`,
      ),
    announce,
    dropped: destination.dropped,
    flush() {
      const end = performance.now() + lastPatience;
      destination.flush(lastPatience);
      people.flush(Math.max(0, end - performance.now()));
    },
  };
}

/** What the log says of itself, in pino's form. */
function ownLine(msg: string, dropped?: number): string {
  return `{"level":"warn","time":"${timestamp()}"${dropped === undefined ? '' : `,"dropped":${dropped}`},"msg":"${msg}"}\n`;
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
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** What a library says in an error may hold anything. */
function harmless(line: string): string {
  return `${shownJson(line.trimEnd().replace(secretPattern, '[redacted]'))}\n`;
}
