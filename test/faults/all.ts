import { backup } from './backup/backup.ts';
import { clock } from './clock/clock.ts';
import { connectionFlood } from './connectionFlood.ts';
import { diskFull } from './diskFull/diskFull.ts';
import type { Fault } from './fault.ts';
import { kill } from './kill/kill.ts';
import { overload } from './overload.ts';
import { powerCut } from './powerCut/powerCut.ts';
import { signUpFlood } from './signUpFlood.ts';
import { slowClients } from './slowClients.ts';
import { soak } from './soak/soak.ts';
import { telltaleTimes } from './telltaleTimes.ts';

/** All faults, by number. */
export const faults: Fault[] = [
  kill,
  powerCut,
  diskFull,
  clock,
  slowClients,
  connectionFlood,
  signUpFlood,
  overload,
  backup,
  telltaleTimes,
  soak,
];
