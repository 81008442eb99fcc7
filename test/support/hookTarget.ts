import { createHmac } from 'node:crypto';
import { until } from '../faults/until.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
export type Received = { headers: Headers; text: string; body: any };
type Answering = (received: Received) => Response | Promise<Response>;

/** A real webhook target on this machine. */
export type HookTarget = {
  url: string;
  /** All received calls, verifications too. */
  all: Received[];
  /** The received calls without verifications. */
  events(): Received[];
  /** Waits for a call that is no verification, and returns each call once. */
  next(): Promise<Received>;
  /** Sets the answer to later calls, except verifications. */
  answer(how: Answering): void;
  stop(): Promise<void>;
};

/** @param tls with it, its address is https on `localhost` */
export function startHookTarget(verifies = true, tls?: { cert: string; key: string }): HookTarget {
  const all: Received[] = [];
  let seen = 0;
  let how: Answering = () => new Response(null, { status: 204 });
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    ...(tls && { tls }),
    idleTimeout: 60,
    async fetch(request) {
      const text = await request.text();
      const received = { headers: request.headers, text, body: JSON.parse(text) };
      all.push(received);
      const proves = verifies && received.body.type === 'endpoint.verification';
      return proves ? Response.json({ challenge: received.body.data.challenge }) : how(received);
    },
  });
  const events = () => all.filter(({ body }) => body.type !== 'endpoint.verification');
  return {
    ...{ all, events },
    url: `${tls ? 'https://localhost' : 'http://127.0.0.1'}:${server.port}/hook`,
    async next() {
      await until(() => events().length > seen, 'no call came');
      return events()[seen++] as Received;
    },
    answer(next) {
      how = next;
    },
    stop: () => server.stop(true),
  };
}

/** Whether a call is signed by a secret: a second implementation of the rules of Standard Webhooks. */
export function isSigned({ headers, text }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const content = `${headers.get('webhook-id')}.${headers.get('webhook-timestamp')}.${text}`;
  const expected = `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  return (headers.get('webhook-signature') ?? '').split(' ').includes(expected);
}
