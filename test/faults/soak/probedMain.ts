import { openSync } from 'node:fs';
import { createProgram } from '../../../src/cli/program.ts';
import { runProgram } from '../../../src/cli/serve.ts';
import { serve } from '../../../src/service/serve.ts';
import { threads } from '../../support/threads.ts';
import { leak } from './leak.ts';
import { openProbe } from './probe.ts';

/** Rockola with a probe of its memory. With a leak it also opens a file every second and never closes it. */
leak();
if (process.env.LEAK_EVERY) setInterval(() => openSync('/dev/null', 'r'), 1000);
if (process.argv[2] === 'serve') openProbe();
await runProgram(createProgram(serve, { ...threads, http: new URL('./probedHttp.ts', import.meta.url) }));
