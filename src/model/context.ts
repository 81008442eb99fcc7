/** Stored with every revision of a change. */
export type Context = {
  comment: string | null;
  /** An http(s) URL. */
  source: string | null;
  /** The idempotency key under which the outcome is stored. */
  keyed: Keyed | null;
};

/** `key` as the client wrote it; `request` is a digest of everything that the request asks for. */
export type Keyed = {
  key: string;
  request: string;
  /** Whether a refusal is stored too. That of a form is not: a form that is sent again is to be judged again. */
  keepsRefusals: boolean;
};

export const noContext: Context = { comment: null, source: null, keyed: null };
