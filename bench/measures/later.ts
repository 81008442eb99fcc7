import type { Measure } from '../measure.ts';

/** Figures that are owed for features that are not there yet, so that nobody takes them for forgotten. */
export const later: Measure = {
  ids: ['P7', 'P11'],
  title: 'search and import',
  run: async () => [
    { id: 'P7', work: 'search', missing: 'the service has no search yet' },
    { id: 'P11', work: 'import of a file', missing: 'the service has no import yet' },
  ],
};
