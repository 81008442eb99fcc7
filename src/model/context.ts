/** What a request says of the change it makes: every revision that the change makes carries it. */
export type Context = {
  /** Why it is made. */
  comment: string | null;
  /** Where what it says comes from: an http(s) URL. */
  source: string | null;
  /** Where its outcome is kept and given again. */
  keyed: Keyed | null;
};

/** A request under an idempotency key: the key as its client wrote it, and a digest of all that the request asks for. */
export type Keyed = {
  key: string;
  request: string;
  /** Whether a refusal is an outcome too. That of a form is not: whoever sends the form again wants it judged again. */
  keepsRefusals: boolean;
};

export const noContext: Context = { comment: null, source: null, keyed: null };
