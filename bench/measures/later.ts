import type { Measure } from '../measure.ts';

/** Figures that are owed for features that are not there yet, so that nobody takes them for forgotten. */
export const later: Measure = {
  ids: ['P11'],
  title: 'import',
  run: async () => [{ id: 'P11', work: 'import of a file', missing: 'the service has no import yet' }],
};
