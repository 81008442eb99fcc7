#!/usr/bin/env bun
import { createProgram, runProgram } from './cli/program.ts';
import { knowSchemes } from './config/identifierScheme.ts';
import type { AllThreads } from './service/serve.ts';

// What the program writes holds password hashes and secrets: for its owner's eyes only.
process.umask(0o077);
knowSchemes(process.env);
const threads: AllThreads = {
  writer: new URL('./writer.ts', import.meta.url),
  reader: new URL('./reader.ts', import.meta.url),
  http: new URL('./httpWorkerEntry.ts', import.meta.url),
};
// Other commands need no service, and half of the time to start is to load it.
const serve = async (threads: AllThreads) => (await import('./service/serve.ts')).serve(threads);
await runProgram(createProgram(serve, threads));
