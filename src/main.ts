#!/usr/bin/env bun
import { createProgram, runProgram } from './cli/program.ts';
import { knowSchemes } from './config/identifierScheme.ts';
import type { AllThreads } from './service/serve.ts';

// The files of the program hold password hashes and secrets, so only their owner may read them.
process.umask(0o077);
knowSchemes(process.env);
const threads: AllThreads = {
  writer: new URL('./writer.ts', import.meta.url),
  reader: new URL('./reader.ts', import.meta.url),
  http: new URL('./httpWorkerEntry.ts', import.meta.url),
};
// Imported only to serve: other commands do not need it, and it takes half of the start.
const serve = async (threads: AllThreads) => (await import('./service/serve.ts')).serve(threads);
await runProgram(createProgram(serve, threads));
