import { backup } from './backup/backup.ts';
import { clock } from './clock/clock.ts';
import { diskFull } from './diskFull/diskFull.ts';
import type { Fault } from './fault.ts';
import { kill } from './kill/kill.ts';
import { powerCut } from './powerCut/powerCut.ts';
import { soak } from './soak/soak.ts';

/** In the order of their numbers. */
export const faults: Fault[] = [kill, powerCut, diskFull, clock, backup, soak];
