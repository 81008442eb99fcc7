import { expect, test } from 'bun:test';
import { shown } from '../../src/model/shown.ts';
import type { RequestLine } from '../../src/process/requestLine.ts';
import { textLine, textRequest } from '../../src/process/textLine.ts';

const line = { level: 'error', time: '2026-11-22T10:20:30.000Z', id: '01a', settings: { PORT: '3000' }, msg: 'request failed' };
const request: RequestLine = {
  id: '01a',
  method: 'GET',
  path: '/api/v1/artists/1001',
  status: 200,
  ms: 0.5,
  ip: '127.0.0.1',
  account: 7n,
  probe: false,
};

test('a line for people has all the content of the JSON line', () => {
  const text = textLine(JSON.stringify({ ...line, err: 'Error: no\n    at here' }), false);
  expect(text.replace(/^\d\d:\d\d:\d\d/, 'TIME')).toBe('TIME error request failed  id=01a  PORT=3000\n    Error: no\n        at here\n');
  expect(textRequest(request, false).slice(8)).toBe(' info  GET    200  0.50 ms  /api/v1/artists/1001  127.0.0.1  account=7  01a\n');
});

test('of all control sequences only the requested colours act on a terminal', () => {
  const hostile = '\u001b[2J\u202e\nforged';
  for (const text of [
    textLine(JSON.stringify({ ...line, msg: hostile, err: hostile }), false),
    textRequest({ ...request, path: hostile }, false),
  ]) {
    for (const part of text.split('\n')) expect(shown(part)).toBe(part);
  }
  expect(textRequest(request, false).split('\n')).toHaveLength(2);
  expect(textRequest(request, true)).toContain('\u001b[32m200\u001b[39m');
});
