import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { ask, tell } from './terminal.ts';

/** One line that must not be seen: asked for without echo on a terminal, else the first line of standard input. */
export async function readSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await Bun.stdin.text()).split('\n')[0]?.replace(/\r$/, '') ?? '';
  ask(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    tell('');
  }
}
