import { until } from '../faults/until.ts';
import type { Rockola } from './harness.ts';

/** Waits until all changes so far have their sequence numbers. PostgreSQL numbers them after their commit, in the background. */
export const allNumbered = (rockola: Pick<Rockola, 'sql'>) =>
  until(async () => (await rockola.sql('select id from revision where seq is null limit 1')).length === 0, 'changes have no numbers');
