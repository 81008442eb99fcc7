import { connectionFlood } from './connectionFlood.ts';
import type { Fault } from './fault.ts';
import { jsonBombs } from './jsonBombs.ts';
import { overload } from './overload.ts';
import { signUpFlood } from './signUpFlood.ts';
import { slowClients } from './slowClients.ts';

/** In the order of their numbers. */
export const faults: Fault[] = [slowClients, connectionFlood, jsonBombs, signUpFlood, overload];
