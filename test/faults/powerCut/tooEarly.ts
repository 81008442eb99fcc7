import type { Recording } from './recording.ts';

/**
 * What a killed life wrote and did not sync is seen again by the next, so that life has to sync it before it says a word:
 * else somebody reads, believes, and finds it gone after a cut.
 *
 * @returns the lives that spoke too early
 */
export function spokeTooEarly({ store, lives }: Recording): string[] {
  const early = lives.slice(1).filter(({ events }) => {
    const word = events.findIndex(({ kind }) => kind === 'said');
    const certain = events.findIndex((event) => event.kind === 'sync ends' && event.path === `${store}-wal`);
    return certain < 0 || certain > word;
  });
  return early.map(({ events }) => `life ${lives.findIndex((life) => life.events === events)} listened before it had synced what it found`);
}
