/** @jsxImportSource #jsx */

import { type Outcome, outcomeTexts } from '../texts/outcome.ts';
import { cookieIn, type Redirect, setCookie, type Visit } from '../visit.ts';

/** It has only the name of an outcome, and lives until a page has shown it. */
const cookie = 'rockola-done';
/** In s. */
const longest = 60;

export function redirectDone(location: string, done: Outcome): Redirect {
  return { location, done };
}

/** Has the next page of this browser say what was done. An address that says it would say so to whoever else opens it. */
export function noteDone(visit: Visit, response: Response, done: Outcome | undefined): Response {
  if (done) response.headers.append('Set-Cookie', setCookie(visit, cookie, done, longest));
  return response;
}

/** For a page with its notice, which no other is to have. */
export function withNotice(visit: Visit, response: Response): Response {
  if (outcomeIn(visit)) response.headers.append('Set-Cookie', setCookie(visit, cookie, '', 0));
  return response;
}

/** What was done just before, if no page has said so yet. */
export function outcomeIn({ ctx }: Visit): Outcome | undefined {
  const said = cookieIn(ctx, cookie);
  return said !== undefined && Object.hasOwn(outcomeTexts.en, said) ? (said as Outcome) : undefined;
}

export function Notice({ visit }: { visit: Visit }) {
  const outcome = outcomeIn(visit);
  return outcome ? (
    <p class="done" role="status">
      {outcomeTexts[visit.language][outcome]}
    </p>
  ) : null;
}
