#!/usr/bin/env bun
import { createServe, runProgram } from './cli/serve.ts';
import { addConfiguredSchemes } from './config/identifierScheme.ts';
import type { AllThreads } from './service/serve.ts';

// The files of the program hold password hashes and secrets, so only their owner may read them.
process.umask(0o077);
addConfiguredSchemes(process.env);
const threads: AllThreads = {
  writer: new URL('./writer.ts', import.meta.url),
  reader: new URL('./reader.ts', import.meta.url),
  http: new URL('./httpWorkerEntry.ts', import.meta.url),
};
// Imported only to serve: other commands do not need it, and it takes half of the start.
const serve = async (threads: AllThreads) => (await import('./service/serve.ts')).serve(threads);
const isServe = process.argv[2] === 'serve';
await runProgram(isServe ? createServe(serve, threads) : (await import('./cli/program.ts')).createProgram(serve, threads));
