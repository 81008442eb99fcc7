#!/usr/bin/env bun
import { createProgram, runProgram } from './cli/program.ts';
import { serve } from './serve.ts';

// What the program writes holds password hashes and secrets: for its owner's eyes only.
process.umask(0o077);
const threads = { writer: new URL('./writer.ts', import.meta.url), reader: new URL('./reader.ts', import.meta.url) };
await runProgram(createProgram(serve, threads));
