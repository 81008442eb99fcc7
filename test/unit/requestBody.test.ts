import { afterEach, describe, expect, jest, test } from 'bun:test';
import { readBody } from '../../src/http/body.ts';
import type { HttpProblem } from '../../src/http/httpProblem.ts';
import { fieldError, type Problem } from '../../src/model/problem.ts';
import { codeIn } from '../support/failure.ts';

afterEach(() => jest.useRealTimers());

const mebibyte = 1024 * 1024;
const json = ['application/json'];
type Sent = string | Uint8Array | ReadableStream<Uint8Array>;

function request(body: Sent | undefined, headers: Record<string, string> = {}): Request {
  const all = { 'Content-Type': 'application/json', ...headers };
  return new Request('http://localhost/', { method: 'POST', headers: all, ...(body !== undefined && { body: body as string }) });
}

const outcome = (reading: Promise<string>) => reading.catch((error: Problem) => error);
const codeOf = (reading: Promise<string>) => reading.then(() => 'read', codeIn);

/** A body in pieces, whose length is not known in advance. */
function pieces(...parts: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

describe('the type of a body', () => {
  test('is one that the operation takes, in UTF-8', async () => {
    const patch = ['application/merge-patch+json', 'application/json'];
    for (const type of [
      'application/json',
      'APPLICATION/JSON',
      'application/json; charset=utf-8',
      'application/json;charset="UTF8"',
      ' application/json ;',
    ])
      expect([type, await codeOf(readBody(request('{}', { 'Content-Type': type }), json))]).toEqual([type, 'read']);
    for (const type of ['application/merge-patch+json', 'application/json'])
      expect(await codeOf(readBody(request('{}', { 'Content-Type': type }), patch))).toBe('read');
    for (const type of [
      'text/json',
      'application/jsonx',
      'xapplication/json',
      'application/json; charset=latin1',
      'application/json; charset=utf-80',
      'application/json; xcharset=utf-8',
      'application/json; boundary=x',
      'application/merge-patch+json',
      '',
    ]) {
      const problem = (await outcome(readBody(request('{}', { 'Content-Type': type }), json))) as HttpProblem;
      expect([type, problem.code, problem.headers]).toEqual([type, 'unsupported-media-type', { Accept: 'application/json' }]);
    }
    const untyped = new Request('http://localhost/', { method: 'POST', body: new Uint8Array([123, 125]) });
    untyped.headers.delete('content-type');
    expect(((await outcome(readBody(untyped, patch))) as HttpProblem).headers).toEqual({
      Accept: 'application/merge-patch+json, application/json',
    });
  });

  test('is read without Content-Encoding or with identity, and refused with another one', async () => {
    for (const coding of ['identity', 'IDENTITY'])
      expect(await codeOf(readBody(request('{}', { 'Content-Encoding': coding }), json))).toBe('read');
    for (const coding of ['gzip', 'br', 'identity, gzip', 'x']) {
      const problem = (await outcome(readBody(request('{}', { 'Content-Encoding': coding }), json))) as HttpProblem;
      expect([coding, problem.code, problem.headers]).toEqual([coding, 'unsupported-media-type', { 'Accept-Encoding': 'identity' }]);
    }
  });
});

describe('the size of a body', () => {
  const sized = (length: number) => ({ 'Content-Length': String(length) });

  test('is at most 1 MiB, with or without Content-Length', async () => {
    for (const [length, code] of [
      [0, 'read'],
      [mebibyte, 'read'],
      [mebibyte + 1, 'content-too-large'],
    ] as const) {
      const bytes = new Uint8Array(length).fill(32);
      expect([length, await codeOf(readBody(request(bytes, sized(length)), json))]).toEqual([length, code]);
      const half = bytes.subarray(0, length / 2);
      expect([length, await codeOf(readBody(request(pieces(half, bytes.subarray(half.length))), json))]).toEqual([length, code]);
    }
  });

  test('is checked before the body is read; a body in chunks is refused after 16 MiB', async () => {
    let pulled = 0;
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          pulled++;
          controller.enqueue(new Uint8Array(mebibyte / 4));
        },
      });
    const problem = (await outcome(readBody(request(endless()), json))) as HttpProblem;
    expect([problem.code, problem.headers]).toEqual(['content-too-large', { Connection: 'close' }]);
    expect(pulled).toBeWithin(64, 70);
    const before = pulled;
    expect(await codeOf(readBody(request(endless(), sized(mebibyte + 1)), json))).toBe('content-too-large');
    expect(pulled - before).toBeLessThan(2);
  });
});

test('UTF-8 is read exactly, a byte order mark included, and other bytes are refused', async () => {
  expect(await outcome(readBody(request(pieces(Buffer.from('\ufeff{"a":"ñ🎸')), {}), json))).toBe('\ufeff{"a":"ñ🎸');
  expect(await outcome(readBody(request(undefined), json))).toBe('');
  const split = Buffer.from('🎸');
  expect(await outcome(readBody(request(pieces(split.subarray(0, 1), split.subarray(1))), json))).toBe('🎸');
  for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x8e]]) {
    const problem = (await outcome(readBody(request(new Uint8Array(bytes)), json))) as HttpProblem;
    expect([problem.code, problem.facts.errors]).toEqual(['malformed-json', [fieldError('', 'technical', 'is not valid UTF-8')]]);
  }
});

test('a body has ten seconds in all to arrive', async () => {
  jest.useFakeTimers();
  const slow = new ReadableStream<Uint8Array>({
    start(controller) {
      const drip = setInterval(() => {
        try {
          controller.enqueue(new Uint8Array([32]));
        } catch {
          clearInterval(drip);
        }
      }, 1_000);
    },
  });
  let found: unknown = 'nothing yet';
  void outcome(readBody(request(slow), json)).then((problem) => {
    found = problem;
  });
  const settle = async () => {
    for (let i = 0; i < 20; i++) await Promise.resolve();
  };
  for (let second = 0; second < 9; second++) {
    jest.advanceTimersByTime(1_000);
    await settle();
  }
  jest.advanceTimersByTime(999);
  await settle();
  expect(found).toBe('nothing yet');
  jest.advanceTimersByTime(1);
  await settle();
  const { code, headers, facts, message } = found as HttpProblem;
  expect([code, headers, facts.retryAfter]).toEqual(['unavailable', { Connection: 'close' }, 1]);
  expect(message).toContain('10 seconds');
});

test('a body that breaks off is reported as incomplete, and no timer is left running', async () => {
  jest.useFakeTimers();
  const broken = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array([123]));
      controller.error(new Error('the connection is gone'));
    },
  });
  const problem = (await outcome(readBody(request(broken), json))) as HttpProblem;
  expect([problem.code, problem.facts.errors]).toEqual(['malformed-json', [fieldError('', 'technical', 'is incomplete')]]);
  expect(await outcome(readBody(request('{}'), json))).toBe('{}');
  expect(jest.getTimerCount()).toBe(0);
});

test('a meter also counts refused bodies: the bytes that arrived, or the Content-Length', async () => {
  const far = 17 * mebibyte;
  const half = new Uint8Array(600_000);
  const broken = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(half),
    pull: (controller) => controller.error(new Error('hung up')),
  });
  const refused: [Request, code: string, bytes: number][] = [
    [request(Uint8Array.of(0x22, 0xff, 0x22)), 'malformed-json', 3],
    [request(pieces(Uint8Array.of(0xff))), 'malformed-json', 1],
    [request(undefined, { 'Content-Length': String(mebibyte + 1) }), 'content-too-large', mebibyte + 1],
    [request(undefined, { 'Content-Length': String(far) }), 'content-too-large', 16 * mebibyte],
    [request(pieces(half, half)), 'content-too-large', 1_200_000],
    [request(broken), 'malformed-json', 600_000],
  ];
  for (const [sent, code, bytes] of refused) {
    let counted = 0;
    const count = (more: number) => {
      counted += more;
    };
    const meter = { expect() {}, count };
    expect([await codeOf(readBody(sent, json, { meter })), counted]).toEqual([code, bytes]);
  }
});
