import { alterations } from './alterations.ts';
import { alter } from './altered.ts';

alter(alterations.nothingAside);
await import('../../src/main.ts');
