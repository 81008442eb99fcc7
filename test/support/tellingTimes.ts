import { alterations } from './alterations.ts';
import { alter } from './altered.ts';

alter(alterations.tellingTimes);
await import('./quickHashes.ts');
