import { expect, test } from 'bun:test';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Letter } from '../../src/mail/letter.tsx';
import { openTransport } from '../../src/mail/transport.ts';
import { rejectionOf } from '../support/failure.ts';

const letter = { subject: 'Hola', text: 'Hola', html: 'Hola' } as Letter;

test('only with ignoreTLS=true in the address is a password sent unencrypted to a server without STARTTLS', async () => {
  const heard: string[] = [];
  const server = createServer((socket) => {
    socket.on('data', (data: Buffer) => {
      heard.push(String(data));
      const answers: Record<string, string> = { EHLO: '250-hello\r\n250 AUTH PLAIN', AUTH: '535 no' };
      socket.write(`${answers[String(data).slice(0, 4)] ?? '250 ok'}\r\n`);
    });
    socket.on('error', () => {});
    socket.write('220 here\r\n');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  for (const [query, isClear] of [
    ['', false],
    ['?ignoreTLS=false', false],
    ['?name=x&ignoreTLS=false', false],
    ['?name=ignoreTLS=true', false],
    ['?ignoreTLS=true', true],
    ['?name=x&ignoreTLS=true', true],
  ] as const) {
    heard.length = 0;
    const url = `smtp://ana:secret@127.0.0.1:${port}${query}`;
    const transport = openTransport({ url, from: { name: '', address: 'rockola@example.org' } }, 'http://localhost');
    await rejectionOf(transport.send('ana@example.org', letter));
    transport.close();
    expect([query, heard.some((line) => line.startsWith('AUTH'))]).toEqual([query, isClear]);
  }
  server.close();
});
