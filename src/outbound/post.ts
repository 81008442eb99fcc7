import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { portOf, readTargetUrl } from '../model/targetUrl.ts';
import { failureOf, OutboundFailure } from './failure.ts';
import { createLookup } from './lookup.ts';
import { type Address, hostOf, type Lookup, type Rules, resolveAllowed } from './targetRules.ts';

/** The time limit of the lookup, the connection, the request and the answer together, in ms. */
const maxTime = 15_000;
/** In bytes, of the body and of the header fields of an answer. */
const maxAnswer = 65_536;
const maxHeaders = 8_192;

type OutboundRequest = { headers: Record<string, string>; body: string };
export type OutboundAnswer = { status: number; retryAfter: string | undefined; body: string };
export type Outbound = ReturnType<typeof createOutbound>;

/** Parts that tests replace. `time` in ms. */
type OutboundSettings = Rules & { lookup?: Lookup; time?: number };

/** Every request to an address that a user gave is sent here. */
export function createOutbound({ lookup = createLookup(), time = maxTime, ...rules }: OutboundSettings) {
  return {
    /**
     * Checks an address and sends a POST to it. It follows no redirect, decompresses nothing, and returns only complete answers.
     *
     * @param stop cancels the request
     * @throws OutboundFailure
     */
    async post(address: string, request: OutboundRequest, stop: AbortSignal): Promise<OutboundAnswer> {
      const url = readTargetUrl(address);
      if (!url) throw new OutboundFailure('refused-address');
      const timeLimit = AbortSignal.timeout(time);
      const ended = new AbortController();
      const timedOut = rejectsAt(timeLimit, 'timeout', ended.signal);
      const stopped = rejectsAt(stop, 'stopped', ended.signal);
      try {
        const checked = await Promise.race([resolveAllowed(url, rules, lookup), timedOut, stopped]);
        return await exchange(url, checked, request, [timedOut, stopped]);
      } catch (error) {
        throw failureOf(error);
      } finally {
        ended.abort();
      }
    },
  };
}

/** @param ended aborts after the call and so removes the listener, since the signal of a stop outlives all calls */
function rejectsAt(signal: AbortSignal, code: 'timeout' | 'stopped', ended: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  const fail = () => reject(new OutboundFailure(code));
  if (signal.aborted) fail();
  signal.addEventListener('abort', fail, { signal: ended });
  return promise;
}

async function exchange(url: URL, checked: Address[], { headers, body }: OutboundRequest, ends: Promise<never>[]): Promise<OutboundAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OutboundAnswer>();
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const sent = request({
    ...{ hostname: hostOf(url), port: portOf(url), path: url.pathname + url.search, method: 'POST' },
    headers: { ...headers, 'Content-Length': Buffer.byteLength(body), 'Accept-Encoding': 'identity' },
    lookup: pinned(checked),
    // A new connection: a reused one would go to an address that was not checked again.
    agent: false,
    maxHeaderSize: maxHeaders,
    rejectUnauthorized: true,
  });
  sent.on('error', reject);
  sent.on('upgrade', () => reject(new OutboundFailure('bad-answer')));
  sent.on('response', (answer) => readWhole(answer).then(resolve, reject));
  sent.end(body);
  try {
    return await Promise.race([promise, ...ends]);
  } finally {
    sent.destroy();
  }
}

/** Makes the connection use only the checked addresses. The name stays in `Host` and in the check of the certificate. */
function pinned(checked: Address[]): LookupFunction {
  const [first] = checked as [Address];
  return (_name, { all }, done) => (all ? done(null, checked) : done(null, first.address, first.family));
}

function readWhole(answer: IncomingMessage): Promise<OutboundAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OutboundAnswer>();
  const chunks: Buffer[] = [];
  let size = 0;
  answer.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxAnswer) return reject(new OutboundFailure('too-long'));
    chunks.push(chunk);
  });
  for (const event of ['error', 'close']) answer.on(event, () => reject(new OutboundFailure('bad-answer')));
  answer.on('end', () => {
    if (!answer.complete) return reject(new OutboundFailure('bad-answer'));
    const { statusCode: status = 0, headers } = answer;
    resolve({ status, retryAfter: headers['retry-after'], body: Buffer.concat(chunks).toString() });
  });
  return promise;
}
