/** @jsxImportSource #jsx */

import { formTexts, type Outcome, outcomes } from '../texts/form.ts';
import type { Redirect, Visit } from '../visit.ts';

/** Redirects to a page that says what has been done. */
export function redirectDone(path: string, outcome: Outcome): Redirect {
  return { location: `${path}?done=${outcome}` };
}

export function Notice({ visit: { ctx, language } }: { visit: Visit }) {
  const outcome = outcomes.find((one) => one === ctx.query('done'));
  return outcome === undefined ? null : (
    <p class="done" role="status">
      {formTexts[language].outcome[outcome]}
    </p>
  );
}
