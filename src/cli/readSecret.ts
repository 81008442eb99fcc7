import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { ask, printErr } from './terminal.ts';

/** Reads a secret without echo from a terminal, else the first line of standard input. */
export async function readSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return firstLine();
  ask(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await lines.question('');
  } finally {
    lines.close();
    printErr('');
  }
}

/** In characters. Standard input may never end. */
const maxLine = 64 * 1024;

async function firstLine(): Promise<string> {
  let text = '';
  for await (const part of Bun.stdin.stream().pipeThrough(new TextDecoderStream())) {
    text += part;
    if (text.includes('\n') || text.length > maxLine) break;
  }
  return text.split('\n')[0]?.replace(/\r$/, '') ?? '';
}
