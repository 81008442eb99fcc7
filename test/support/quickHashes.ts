import { alterations } from './alterations.ts';
import { alter } from './altered.ts';

alter(alterations.quickHashes);
await import('../../src/main.ts');
