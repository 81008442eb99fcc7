/** What a request says of the change it makes: every revision that the change makes carries it. */
export type Context = {
  /** Why it is made. */
  comment: string | null;
  /** Where what it says comes from: an http(s) URL. */
  source: string | null;
};

export const noContext: Context = { comment: null, source: null };
