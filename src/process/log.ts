import { isatty } from 'node:tty';
import pino from 'pino';
import { linkTokenPattern } from '../model/linkToken.ts';
import { type LogLevel, logLevels } from '../model/logLevel.ts';
import { secretPattern } from '../model/secret.ts';
import { shownJson } from '../model/shown.ts';
import { createLineWriter } from './lineWriter.ts';
import { jsonRequest, type RequestLine } from './requestLine.ts';
import { textLine, textRequest } from './textLine.ts';
import { timestamp } from './timestamp.ts';

/** Text that looks like a key or a token is redacted everywhere in an event. */
const blotted = new RegExp(`${secretPattern.source}|${linkTokenPattern.source}`, 'g');

/** How long the process waits at its end for unwritten lines, in ms. */
const lastPatience = 1_000;

/** Lines below `level` are left out. */
export type LogStyle = { format: 'json' | 'text'; level: LogLevel; colours: boolean };

/** Without a setting: text if standard output is a terminal, else JSON. */
export function logStyle(stated: LogStyle['format'] | undefined, level: LogLevel): LogStyle {
  // Not process.stdout, which makes a pipe non-blocking: the thread that writes lines relies on blocking.
  const terminal = isatty(1);
  return { format: stated ?? (terminal ? 'text' : 'json'), level, colours: terminal && !process.env.NO_COLOR };
}

export type Log = ReturnType<typeof createLog>;

/** One line per event on standard output. A slow reader blocks nobody. */
export function createLog({ format, level, colours }: LogStyle) {
  const shows = (wanted: LogLevel) => logLevels.indexOf(wanted) >= logLevels.indexOf(level);
  const people = createLineWriter(2);
  const announce = (text: string) => {
    people.write(text);
    people.flush(0);
  };
  const destination = createLineWriter(1, {
    dropping() {
      announce('Standard output takes no more, so lines of the log are dropped. Look at what reads it.\n');
      return inStyle(ownLine('lines are dropped from here on: standard output takes no more'));
    },
    resumed(dropped) {
      announce(`Standard output takes lines of the log again; ${dropped} were dropped.\n`);
      return inStyle(ownLine('lines were dropped before this one', dropped));
    },
  });
  const options = {
    base: null,
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level: string) => ({ level }) },
    serializers: { err: errorText },
  };
  function inStyle(line: string): string {
    return format === 'json' ? line : textLine(line, colours);
  }

  return {
    events: pino(options, { write: (line) => destination.write(inStyle(harmless(line))) }),
    request(line: RequestLine): void {
      if (!shows(line.probe ? 'debug' : 'info')) return;
      destination.write(format === 'json' ? jsonRequest(line) : textRequest(line, colours));
    },
    /** Writes a text for people, with its line end, on standard error. */
    announce,
    /** Lines dropped since the start, because standard output was blocked. */
    dropped: destination.dropped,
    /** Writes the lines that wait. Takes a second at most. */
    flush(): void {
      const end = performance.now() + lastPatience;
      destination.flush(lastPatience);
      people.flush(Math.max(0, end - performance.now()));
    },
  };
}

/** A line about the log itself, in pino's format. */
function ownLine(msg: string, dropped?: number): string {
  return `{"level":"warn","time":"${timestamp()}"${dropped === undefined ? '' : `,"dropped":${dropped}`},"msg":"${msg}"}\n`;
}

function errorText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Errors of libraries may contain secrets. */
function harmless(line: string): string {
  return `${shownJson(line.trimEnd().replace(blotted, '[redacted]'))}\n`;
}
