import { createProgram, runProgram } from '../../../src/cli/program.ts';
import { serve } from '../../../src/service/serve.ts';
import { threads as usual } from '../../support/threads.ts';

const threads = { ...usual, writer: new URL('./lateWriter.ts', import.meta.url) };

/** Rockola with a writer thread that answers late. */
await runProgram(createProgram(serve, threads));
