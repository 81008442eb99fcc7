#!/usr/bin/env bun
import { createProgram, runProgram } from './cli/program.ts';
import { serve, writerEntry } from './serve.ts';

// What the program writes holds password hashes and secrets: for its owner's eyes only.
process.umask(0o077);
await runProgram(createProgram(() => serve(writerEntry), writerEntry));
