import type { Log } from './log.ts';

/** Logs errors that no request caught. Without this, such an error would end the thread and all its requests. */
export function logUnhandled({ events }: Pick<Log, 'events'>): void {
  process.on('uncaughtException', (err) => events.error({ err }, 'uncaught'));
  process.on('unhandledRejection', (err) => events.error({ err }, 'unhandled rejection'));
}
