import { relative } from 'node:path';
import type { PlainProblem } from '../model/problem.ts';

/** What a server answers to a command. */
export type Answer = { value: unknown } | { problem: PlainProblem } | { error: string };

/** What a server says of itself to a command: the address people reach it at. */
export type ServerFacts = { publicUrl: string };

/** Where the commands of a store reach its server: next to the store, by the shorter way to say it. */
export function socketPath(storePath: string): string {
  const path = `${storePath}.sock`;
  return [path, relative(process.cwd(), path)].reduce((a, b) => (b.length < a.length ? b : a));
}
