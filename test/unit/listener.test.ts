import { expect, test } from 'bun:test';
import type { Server } from 'bun';
import type { RequestContext } from '../../src/http/requestContext.ts';
import type { Awaitable } from '../../src/model/awaitable.ts';
import { answerInTime, listenOn } from '../../src/service/listener.ts';

const server = { timeout() {} } as unknown as Server<undefined>;
const request = new Request('http://localhost/');

/** Handles a request with `answer`. */
async function ask(
  context: { delay?: number; afterwards?: () => void },
  answer: () => Awaitable<Response>,
  listener = server,
): Promise<Response> {
  const ctx = { request, delay: 0, ...context } as RequestContext;
  return answerInTime({ open: () => ctx, answer })(request, listener, false);
}

test('a delayed answer is sent after its delay, and `afterwards` runs only then', async () => {
  const start = performance.now();
  let doneAfter = 0;
  const afterwards = () => {
    doneAfter = performance.now() - start;
  };
  const response = await ask({ delay: 40, afterwards }, () => new Response('late'));
  expect(await response.text()).toBe('late');
  expect(doneAfter).toBeGreaterThanOrEqual(39);
});

test('`afterwards` runs once, also if answering fails', async () => {
  let done = 0;
  const afterwards = () => void done++;
  await ask({ afterwards }, () => new Response());
  for (const fail of [() => Promise.reject(new Error('no answer')), throwing])
    expect(await ask({ afterwards }, fail).catch(String)).toBe('Error: no answer');
  expect(done).toBe(3);
});

test('the idle timeout is long while an answer is awaited, and short again once it is there or has failed', async () => {
  for (const end of [async () => new Response(), () => Promise.reject(new Error('no answer'))]) {
    const waited = Promise.withResolvers<void>();
    const times: number[] = [];
    const answering = recordTimeouts(times, () => waited.promise.then(end));
    await Bun.sleep(0);
    expect(times).toHaveLength(1);
    expect(times[0]).toBeGreaterThanOrEqual(30);
    waited.resolve();
    await answering;
    expect(times).toHaveLength(2);
    expect(times[1]).toBeLessThanOrEqual(10);
  }
  const atOnce: number[] = [];
  await recordTimeouts(atOnce, () => new Response());
  expect(atOnce).toEqual([]);
});

function throwing(): Response {
  throw new Error('no answer');
}

async function recordTimeouts(times: number[], answer: () => Awaitable<Response>): Promise<void> {
  const clock = { timeout: (_: Request, seconds: number) => void times.push(seconds) } as unknown as Server<undefined>;
  await ask({}, answer, clock).catch(() => {});
}

test('until the service is ready, its port is in use and answers 503 with Retry-After, only on its own address', async () => {
  const early = listenOn({ host: '127.0.0.1', port: 0, prefix: '', threads: 1, maxImport: 0 });
  try {
    const { status, headers } = await fetch(`http://127.0.0.1:${early.port}/api/v1/artists`);
    expect([status, headers.get('retry-after'), early.hostname]).toEqual([503, '1', '127.0.0.1']);
    expect(() => listenOn({ host: '127.0.0.1', port: early.port as number, prefix: '', threads: 1, maxImport: 0 })).toThrow(
      `Port ${early.port} on 127.0.0.1 is in use.`,
    );
  } finally {
    await early.stop(true);
  }
});
