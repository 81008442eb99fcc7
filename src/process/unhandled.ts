import type { Log } from './log.ts';

/** A throw that no request owns must not take the others of this thread down with it: it is logged. */
export function logUnhandled({ events }: Pick<Log, 'events'>): void {
  process.on('uncaughtException', (err) => events.error({ err }, 'uncaught'));
  process.on('unhandledRejection', (err) => events.error({ err }, 'unhandled rejection'));
}
