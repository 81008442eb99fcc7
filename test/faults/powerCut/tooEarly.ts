import type { Recording } from './recording.ts';

/**
 * A life sees unsynced writes of the killed life before it. It must sync them before its first output: else a client could read data that a
 * cut then removes.
 *
 * @returns the lives that wrote an output too early
 */
export function spokeTooEarly({ store, lives }: Recording): string[] {
  const early = lives.slice(1).filter(({ events }) => {
    const firstOutput = events.findIndex(({ kind }) => kind === 'said');
    const firstSync = events.findIndex((event) => event.kind === 'sync ends' && event.path === `${store}-wal`);
    return firstSync < 0 || firstSync > firstOutput;
  });
  return early.map(({ events }) => `life ${lives.findIndex((life) => life.events === events)} listened before it had synced what it found`);
}
