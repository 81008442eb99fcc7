/**
 * How a write ended for who sent it: `acked` (2xx), `refused` (4xx but 409), `away` (507, or 503 that says nothing was changed), or
 * `unknown`: any other answer, none, and what it is from before it is sent.
 */
export type Outcome = 'acked' | 'refused' | 'away' | 'unknown';

/** One write, noted before it is sent. Its description occurs in no other write. */
export type Attempt = {
  action: 'create' | 'update' | 'delete';
  description: string;
  /** The artist's name, which no other artist has. */
  name: string;
  /** Sent with an idempotency key, its description. */
  keyed: boolean;
  /** Answered as it was before, under its key. */
  replayed: boolean;
  /** Sent with a condition that cannot hold. */
  doomed: boolean;
  /** Of the monotonic clock, in ms. */
  sentAt: number;
  endedAt: number;
  outcome: Outcome;
  status: number | undefined;
  /** `X-Request-Id` of the answer. */
  requestId: string;
  /** The body of an answer of 5xx. */
  said: string;
  /** The artist's; of a creation from its ack on. */
  id: string;
  /** Of an acked creation or update. */
  version: string;
};

export type Ledger = Attempt[];

export function count(attempts: Ledger, outcome: Outcome): number {
  return attempts.filter((attempt) => attempt.outcome === outcome).length;
}
