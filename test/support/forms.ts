import type { Rockola } from './harness.ts';

type Options = {
  /** The name and value of the cookie, without its attributes. */
  cookie?: string;
  /** The value of `Sec-Fetch-Site`; null for a sender without this header. */
  site?: string | null;
  headers?: Record<string, string>;
};

/** Sends a form as a browser does, without following redirects. */
export type Sender = (
  path: string,
  fields: Record<string, string> | [string, string][] | string,
  options?: Options,
) => Promise<{ status: number; headers: Headers; text: string }>;

export function formSender({ url }: Pick<Rockola, 'url'>): Sender {
  return async (path, fields, { cookie = '', site = 'same-origin', headers = {} } = {}) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      redirect: 'manual',
      body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
      headers: {
        Accept: 'text/html,*/*;q=0.8',
        'Accept-Language': 'en',
        'Content-Type': 'application/x-www-form-urlencoded',
        ...(cookie && { Cookie: cookie }),
        ...(site !== null && { 'Sec-Fetch-Site': site }),
        ...headers,
      },
    });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
}

/** The cookie that an answer sets, as it is sent back. */
export function cookieOf({ headers }: { headers: Headers }): string {
  return headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** The target of a form's redirect, and the outcome that the next page will announce. */
export function redirectOutcome(headers: Headers): string {
  const done = /rockola-done=(\w+);/.exec(headers.getSetCookie().join())?.[1];
  return [headers.get('location'), done].filter(Boolean).join(' ');
}
