/** @jsxImportSource #jsx */

import { formTexts, type Outcome, outcomes } from '../texts/form.ts';
import type { Moved, Visit } from '../visit.ts';

/** Leads to a page that says once what has been done. */
export function said(path: string, outcome: Outcome): Moved {
  return { location: `${path}?done=${outcome}` };
}

/** What has been done, on the page that follows a form. */
export function Notice({ visit: { ctx, language } }: { visit: Visit }) {
  const outcome = outcomes.find((one) => one === ctx.query('done'));
  return outcome === undefined ? null : (
    <p class="done" role="status">
      {formTexts[language].outcome[outcome]}
    </p>
  );
}
