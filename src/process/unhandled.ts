import type { Log } from './log.ts';

/** Logs an error outside of any request, which must not end the requests of this thread. */
export function logUnhandled({ events }: Pick<Log, 'events'>): void {
  process.on('uncaughtException', (err) => events.error({ err }, 'uncaught'));
  process.on('unhandledRejection', (err) => events.error({ err }, 'unhandled rejection'));
}
