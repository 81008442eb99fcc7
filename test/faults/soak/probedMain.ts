import { openProbe } from './probe.ts';

/** Rockola, and next to it who tells what it holds. */
if (process.argv[2] === 'serve') openProbe();
await import('../../../src/main.ts');
