import type { Fault } from './fault.ts';

/** In the order of their numbers. */
export const faults: Fault[] = [];
