import { connect } from 'node:net';

/** A request to be sent as it is: a client library would correct it. */
export type Request = { method: string; target: string; headers?: Record<string, string | string[]>; body?: string };

/** Status 0: no answer came in time. */
export type Reply = { status: number; bytes: number };

/** A connection is closed if the answer takes longer, in ms. */
const maxWait = 10_000;

/** @param headers one character per byte, as `fieldValue` returns */
export function encodeRequest({ method, target, headers = {}, body }: Request): Buffer {
  const content = body === undefined ? undefined : Buffer.from(body);
  const fields = { Host: 'rock.example', Connection: 'close', ...headers, ...(content && { 'Content-Length': String(content.length) }) };
  const lines = Object.entries(fields).flatMap(([name, value]) => [value].flat().map((field) => `${name}: ${field}\r\n`));
  const head = `${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), content ?? Buffer.alloc(0)]);
}

/** A text as a field value: UTF-8 without the bytes that the parser refuses. */
export function fieldValue(text: string): string {
  return Buffer.from(text)
    .toString('latin1')
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '');
}

/** Sends a request on a new connection. */
export function send(port: number, request: Buffer): Promise<Reply> {
  return new Promise((resolve) => {
    let start = '';
    let bytes = 0;
    const socket = connect(port, '127.0.0.1', () => socket.write(request));
    const timer = setTimeout(() => socket.destroy(), maxWait);
    socket.on('data', (data: Buffer) => {
      if (start.length < 12) start += data.toString('latin1', 0, 12);
      bytes += data.length;
    });
    // After a reset, 'close' follows.
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve({ status: Number(start.slice(9, 12)), bytes });
    });
  });
}
