import type { WebhookAttempt } from '../model/webhookAttempt.ts';
import { signaturesOf } from '../model/webhookSignature.ts';
import { OutboundFailure } from '../outbound/failure.ts';
import type { Outbound, OutboundAnswer } from '../outbound/post.ts';
import { version } from '../version.ts';

export type Message = { id: string; type: string; body: string };
/** `answer`: with any status; undefined if none came. */
export type Called = { attempt: WebhookAttempt; answer: OutboundAnswer | undefined };

/**
 * Sends a message in the form of Standard Webhooks. An attempt has failed unless the answer is a 2xx.
 *
 * @param secrets each makes one signature
 */
export async function call(outbound: Outbound, url: string, message: Message, secrets: string[], stop: AbortSignal): Promise<Called> {
  const { id, type, body } = message;
  const at = Date.now();
  const start = performance.now();
  const attempt = (status: number | null, failure: string | null): WebhookAttempt => ({
    ...{ event: id, type, at, status, failure },
    ms: Math.round(performance.now() - start),
  });
  try {
    const answer = await outbound.post(url, { headers: headersOf(message, secrets, Math.floor(at / 1_000)), body }, stop);
    return { attempt: attempt(answer.status, isSuccess(answer) ? null : 'refused'), answer };
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    return { attempt: attempt(null, error.code), answer: undefined };
  }
}

function headersOf({ id, body }: Message, secrets: string[], seconds: number): Record<string, string> {
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': `Rockola/${version}`,
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': signaturesOf(secrets, id, seconds, body),
  };
}

export const isSuccess = ({ status }: OutboundAnswer) => status >= 200 && status < 300;

/** In ms (RFC 9110 §10.2.3). */
export function pauseAskedBy({ retryAfter = '' }: OutboundAnswer): number {
  const ms = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : Date.parse(retryAfter) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}
