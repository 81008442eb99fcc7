import { expect, test } from 'bun:test';
import type { Server } from 'bun';
import { answerInTime, listenOn } from '../../src/listener.ts';

const server = { timeout() {} } as unknown as Server<undefined>;
const request = new Request('http://localhost/');

/** Answers, or fails, once it has put what is wanted into the bindings of the request. */
function ask(bindings: { delay?: number; afterwards?: () => void }, answer: () => Response): Promise<Response> {
  const handle = answerInTime(async (_, env) => {
    Object.assign(env as object, bindings);
    return answer();
  });
  return handle(request, server, false);
}

test('an answer that is to be held back leaves after its delay, and only then is done what comes afterwards', async () => {
  const start = performance.now();
  let doneAfter = 0;
  const afterwards = () => {
    doneAfter = performance.now() - start;
  };
  const response = await ask({ delay: 40, afterwards }, () => new Response('late'));
  expect(await response.text()).toBe('late');
  expect(doneAfter).toBeGreaterThanOrEqual(39);
});

test('what comes afterwards is done once, also where there is no answer', async () => {
  let done = 0;
  const afterwards = () => void done++;
  await ask({ afterwards }, () => new Response());
  const failed = ask({ afterwards }, () => {
    throw new Error('no answer');
  });
  expect(await failed.catch(String)).toBe('Error: no answer');
  expect(done).toBe(2);
});

test('the parser’s clock is for the client again once there is an answer or a failure, and no longer than for a head', async () => {
  for (const answer of [() => new Response(), () => Promise.reject(new Error('no answer'))]) {
    const times: number[] = [];
    const clock = { timeout: (_: Request, seconds: number) => void times.push(seconds) } as unknown as Server<undefined>;
    await answerInTime(async () => answer())(request, clock, false).catch(() => {});
    expect(times).toHaveLength(2);
    expect(times[0]).toBeGreaterThanOrEqual(30);
    expect(times[1]).toBeLessThanOrEqual(10);
  }
});

test('until the service is ready its port is taken, on its address alone, and answers when to come back', async () => {
  const early = listenOn({ host: '127.0.0.1', port: 0, prefix: '' });
  try {
    const { status, headers } = await fetch(`http://127.0.0.1:${early.port}/api/v1/artists`);
    expect([status, headers.get('retry-after'), early.hostname]).toEqual([503, '1', '127.0.0.1']);
    expect(() => listenOn({ host: '127.0.0.1', port: early.port as number, prefix: '' })).toThrow(
      `Port ${early.port} on 127.0.0.1 is in use.`,
    );
  } finally {
    await early.stop(true);
  }
});
