/**
 * The outcome of a write for its sender: `acked` (2xx), `refused` (4xx but 409), `turnedAway` (507, or 503 that says nothing was changed), or
 * `unknown`: any other answer, none, or not sent yet.
 */
export type Outcome = 'acked' | 'refused' | 'turnedAway' | 'unknown';

/** One write, noted before it is sent. Its description is unique. */
export type Attempt = {
  action: 'create' | 'update' | 'delete';
  description: string;
  /** The artist's name, which no other artist has. */
  name: string;
  /** Sent with an idempotency key, its description. */
  keyed: boolean;
  /** Answered with the outcome of an earlier request under its key. */
  replayed: boolean;
  /** Sent with a condition that cannot hold. */
  mustBeRefused: boolean;
  /** Times of the monotonic clock, in ms. */
  sentAt: number;
  endedAt: number;
  outcome: Outcome;
  status: number | undefined;
  /** `X-Request-Id` of the answer. */
  requestId: string;
  /** The body of a 5xx answer. */
  errorBody: string;
  /** The id of the artist; for a creation, known from its ack on. */
  id: string;
  /** The version of an acked creation or update. */
  version: string;
};

export type Ledger = Attempt[];

export function count(attempts: Ledger, outcome: Outcome): number {
  return attempts.filter((attempt) => attempt.outcome === outcome).length;
}
