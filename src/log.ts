import pino, { type Logger } from 'pino';
import { apiKeyPattern } from './model/apiKey.ts';

/** What looks like a key or a token is blotted out wherever it turns up in an error. */
const secretPattern = new RegExp(`${apiKeyPattern.source}|eyJ[\\w-]+\\.[\\w-]*\\.?[\\w-]*`, 'g');

/** One JSON line per event on standard output. Lines are gathered for up to 100 ms, since writing each alone would cost more than the request. */
export function createLog(): { log: Logger; flush(): void } {
  const destination = pino.destination({ fd: 1, minLength: 8_192, periodicFlush: 100, sync: true });
  const log = pino(
    {
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      serializers: { err: errorText },
    },
    destination,
  );
  return {
    log,
    flush() {
      try {
        destination.flushSync();
      } catch {
        // Whoever read the log is gone; that must not keep the program from ending.
      }
    },
  };
}

function errorText(error: unknown): string {
  return (error instanceof Error ? (error.stack ?? error.message) : String(error)).replace(secretPattern, '[redacted]');
}
