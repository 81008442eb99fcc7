/** Stored with every revision of a change. */
export type Context = {
  comment: string | null;
  /** An http(s) URL. */
  source: string | null;
  /** The idempotency key under which the outcome is stored. */
  keyed: Keyed | null;
};

/** `key` is the client's text; `request` is a digest of everything that distinguishes the request. */
export type Keyed = {
  key: string;
  request: string;
  /** Whether a refusal is stored too. The refusal of a form is not, since a repeated form must be judged again. */
  keepsRefusals: boolean;
};

export const noContext: Context = { comment: null, source: null, keyed: null };
