/** @jsxImportSource #jsx */
import type { State } from '../form.ts';
import { EditStyles } from '../parts/editStyles.tsx';
import { type FormTask, formPage } from '../parts/sheet.tsx';
import { formTexts } from '../texts/form.ts';
import type { Label } from '../texts/kinds/label.ts';
import type { Shown, Visit } from '../visit.ts';
import { labelsOf, ReasonFields } from './members.tsx';

/** `labels`: of `fields`. `cancel`: the path of the page to go back to. */
type Change = Omit<FormTask, 'labels' | 'once' | 'head'> & { labels?: Record<string, Label>; cancel?: string };

/** A page with a form that changes the catalogue. Below its fields it asks for the reason. */
export function changePage(visit: Visit, state: State, { labels, cancel, others, fields, ...page }: Change): Shown {
  const words = formTexts[visit.language];
  return formPage(visit, state, {
    wide: true,
    ...page,
    head: <EditStyles prefix={visit.prefix} />,
    labels: labelsOf(words, labels),
    others: (
      <>
        {cancel !== undefined && <a href={visit.prefix + cancel}>{words.cancel}</a>}
        {others}
      </>
    ),
    once: true,
    fields: (
      <>
        {fields}
        <ReasonFields state={state} words={words} />
      </>
    ),
  });
}
