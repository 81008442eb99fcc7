import { isatty } from 'node:tty';
import type { Logger } from 'pino';

/** Tools send these to reopen a log or reload settings. By default each would end the process. */
const otherSignals = ['SIGHUP', 'SIGUSR1', 'SIGUSR2'] as const;

/**
 * Calls `stop` at the first SIGTERM or SIGINT and ends the process with 0, or with 1 if that fails. A second signal ends it at once, with
 * 1. With a terminal, SIGHUP stops it too, since a closing terminal sends it; otherwise SIGHUP is ignored.
 */
export function stopOnSignals(events: Logger, stop: (signal: string) => Promise<void>): void {
  let stopping = false;
  const onStop = (signal: string) => {
    if (stopping) {
      events.warn({ signal }, 'a second signal: the service ends at once; changes that were confirmed are kept');
      process.exit(1);
    }
    stopping = true;
    stop(signal).then(
      () => process.exit(0),
      (err) => {
        events.error({ err }, 'the service did not stop in order');
        process.exit(1);
      },
    );
  };
  const onOther = (signal: string) => events.info({ signal }, 'the signal changes nothing; settings are read at a start');
  const stopSignals = isatty(1) ? ['SIGTERM', 'SIGINT', 'SIGHUP'] : ['SIGTERM', 'SIGINT'];
  for (const signal of new Set([...stopSignals, ...otherSignals])) process.on(signal, stopSignals.includes(signal) ? onStop : onOther);
}
