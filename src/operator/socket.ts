import { relative } from 'node:path';
import type { PlainProblem } from '../model/problem.ts';

export type Answer = { value: unknown } | { problem: PlainProblem } | { error: string };

export type ServerFacts = { publicUrl: string };

/** Next to the store. The path is absolute or relative, whichever is shorter, since its length is limited. */
export function socketPath(storePath: string): string {
  const path = `${storePath}.sock`;
  return [path, relative(process.cwd(), path)].reduce((a, b) => (b.length < a.length ? b : a));
}
