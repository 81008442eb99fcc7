import { createProgram } from '../../../src/cli/program.ts';
import { runProgram } from '../../../src/cli/serve.ts';
import { serve } from '../../../src/service/serve.ts';
import { threads } from '../../support/threads.ts';

// The program for the controls: its writer does not wait for the disk.
process.umask(0o077);
await runProgram(createProgram(serve, { ...threads, writer: new URL('./weakenedWriter.ts', import.meta.url) }));
