import { expect, test } from 'bun:test';
import { nextTry } from '../../src/model/webhookRetry.ts';
import { makeWebhookSecret, signaturesOf } from '../../src/model/webhookSignature.ts';

const hour = 3_600_000;

test('a call is tried again after the pauses that the docs name, and given up after five days', () => {
  const pauses: number[] = [];
  let now = 0;
  for (let tries = 1; ; tries++) {
    const next = nextTry({ state: 'active', tries, failingSince: tries === 1 ? null : 0 }, now);
    if (next === undefined) break;
    pauses.push((next - now) / hour);
    now = next;
  }
  expect(pauses.slice(0, 9)).toEqual([5 / 3_600, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24]);
  expect(now).toBe(120 * hour);
});

test('a call waits for longer where the answer asks for it, a day at most', () => {
  const after = (retryAfter: number, tries = 1) => nextTry({ state: 'active', tries, failingSince: null }, 0, retryAfter);
  expect([after(1_000), after(60_000), after(1_000 * hour), after(60_000, 3)]).toEqual([5_000, 60_000, 24 * hour, hour / 2]);
});

test('a webhook whose address is never verified is called four times', () => {
  const called = [1, 2, 3, 4].map((tries) => nextTry({ state: 'verifying', tries, failingSince: 0 }, 0) !== undefined);
  expect(called).toEqual([true, true, true, false]);
});

// From the tests of the libraries of Standard Webhooks.
test('a message is signed as Standard Webhooks signs it, once by each secret', () => {
  const [secret, id, body] = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'msg_p5jXN8AQM9LWM0D4loKWxJek', '{"test": 2432232314}'] as const;
  const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
  expect(signaturesOf([secret], id, 1_614_265_330, body)).toBe(signature);
  expect(signaturesOf([makeWebhookSecret(), secret], id, 1_614_265_330, body).split(' ')[1]).toBe(signature);
  expect(makeWebhookSecret()).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/);
});
