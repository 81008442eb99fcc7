import { isatty } from 'node:tty';
import pino from 'pino';
import { linkTokenPattern } from '../model/linkToken.ts';
import { type LogLevel, logLevels } from '../model/logLevel.ts';
import { secretPattern } from '../model/secret.ts';
import { shownJson } from '../model/shown.ts';
import { createLineWriter } from './lineWriter.ts';
import { jsonRequest, type RequestLine } from './requestLine.ts';
import { textLine, textRequest } from './textLine.ts';

/** Text that looks like a key or a token is redacted everywhere in an event. */
const secretText = new RegExp(`${secretPattern.source}|${linkTokenPattern.source}`, 'g');

/** How long the process waits before it ends until all lines are written, in ms. */
const flushTimeout = 1_000;

/** Lines below `level` are left out. */
export type LogStyle = { format: 'json' | 'text'; level: LogLevel; colours: boolean };

/** Without a setting: text if standard output is a terminal, else JSON. */
export function logStyle(stated: LogStyle['format'] | undefined, level: LogLevel): LogStyle {
  // To read process.stdout.isTTY would make a pipe non-blocking, but the thread that writes lines needs blocking writes.
  const terminal = isatty(1);
  return { format: stated ?? (terminal ? 'text' : 'json'), level, colours: terminal && !process.env.NO_COLOR };
}

export type Log = ReturnType<typeof createLog>;

/** One line per event on standard output. A slow reader blocks nobody. */
export function createLog({ format, level, colours }: LogStyle) {
  const shows = (wanted: LogLevel) => logLevels.indexOf(wanted) >= logLevels.indexOf(level);
  const standardError = createLineWriter(2);
  const announce = (text: string) => {
    standardError.write(text);
    standardError.flush(0);
  };
  const destination = createLineWriter(1, {
    dropping() {
      announce('Standard output takes no more, so lines of the log are dropped. Look at what reads it.\n');
      return inStyle(noticeLine('lines are dropped from here on: standard output takes no more'));
    },
    resumed(dropped) {
      announce(`Standard output takes lines of the log again; ${dropped} were dropped.\n`);
      return inStyle(noticeLine('lines were dropped before this one', dropped));
    },
  });
  const options = {
    base: null,
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level: string) => ({ level }) },
    serializers: { err: (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error)) },
  };
  function inStyle(line: string): string {
    return format === 'json' ? line : textLine(line, colours);
  }

  return {
    events: pino(options, { write: (line) => destination.write(inStyle(withoutSecrets(line))) }),
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
      const end = performance.now() + flushTimeout;
      destination.flush(flushTimeout);
      standardError.flush(Math.max(0, end - performance.now()));
    },
  };
}

/** A line about the log itself, in pino's format. */
function noticeLine(msg: string, dropped?: number): string {
  return `${JSON.stringify({ level: 'warn', time: new Date().toISOString(), dropped, msg })}\n`;
}

/** Errors of libraries may contain secrets. */
function withoutSecrets(line: string): string {
  return `${shownJson(line.trimEnd().replace(secretText, '[redacted]'))}\n`;
}
