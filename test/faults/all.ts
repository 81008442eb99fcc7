import type { Fault } from './fault.ts';
import { powerCut } from './powerCut/powerCut.ts';

/** In the order of their numbers. */
export const faults: Fault[] = [powerCut];
